package org.mizani.payout;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.database.Database;
import org.mizani.money.CurrencyUnit;
import org.mizani.payout.record.ListedPayouts;
import org.mizani.payout.record.Payout;
import org.mizani.payout.record.PayoutRepository;
import org.mizani.payout.record.PayoutStatus;
import org.mizani.support.QueryPlan;
import org.mizani.support.QueryPlans;
import org.mizani.support.Rows;
import org.mizani.support.SentStatements;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;

/**
 * Plans of pages of a business's payouts, made once for any parameters, on empty tables and on full
 * ones.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TransactionPlanApiTest {

  private static final long BUSINESS = 1;

  @Inject PayoutRepository payouts;
  @Inject Database database;
  @Inject TestPartners partners;
  @Inject PastPayouts past;
  @Inject Rows rows;
  @Inject QueryPlans plans;

  @BeforeAll
  void manyPayouts() {
    past.recordMany(partners.create(Map.of(CurrencyUnit.USD, "1")), 20_000);
    past.recordMany(partners.create(Map.of(CurrencyUnit.USD, "1")), 10_000);
    rows.execute("ANALYZE");
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "-, payout_newest_first",
        "SUCCESS, payout_newest_first",
        "FAILURE, payout_failed_newest_first"
      })
  void aPageIsReadInIndexOrder(PayoutStatus status, String index) {
    String statement = ListedPayouts.pageOf(Optional.ofNullable(status));

    for (QueryPlan plan : both(statement)) {
      assertThat(plan.indexes()).as("%s", plan).contains(index, "payout_return_pkey");
      assertThat(plan.readWhole()).as("%s", plan).isEmpty();
      assertThat(plan.sorts()).as("%s", plan).isFalse();
      assertThat(plan.toString()).contains("ROW(created_at, id) < ");
    }
  }

  /** Pending payouts are few, so all of them may be read. */
  @Test
  void pendingPayoutsAreFoundAmongThoseOfAllBusinesses() {
    for (QueryPlan plan : both(ListedPayouts.pageOf(Optional.of(PayoutStatus.PENDING)))) {
      assertThat(plan.readWhole()).as("%s", plan).containsExactly("payout_due");
    }
  }

  @Test
  void onePayoutIsFoundByItsReference() {
    String statement =
        SentStatements.only("business_reference", payouts.find(BUSINESS, "a reference"));

    for (QueryPlan plan : both(statement)) {
      assertThat(plan.indexes())
          .as("%s", plan)
          .containsOnly("payout_business_id_business_reference_key", "payout_return_pkey");
      assertThat(plan.readWhole()).as("%s", plan).isEmpty();
    }
  }

  @Test
  void theDetailsOfAPayoutAreFoundByItsId() {
    String statement = SentStatements.only("fx_rate", payouts.details(BUSINESS, UUID.randomUUID()));

    for (QueryPlan plan : both(statement)) {
      assertThat(plan.indexes())
          .as("%s", plan)
          .contains(
              "payout_pkey",
              "payout_detail_other_pkey",
              "payout_due_pkey",
              "payout_watch_pkey",
              "payout_failed_pkey",
              "payout_return_pkey");
      assertThat(plan.readWhole()).as("%s", plan).isEmpty();
    }
  }

  @Test
  void theRequestOfAUsedReferenceIsFoundByIt() {
    String statement =
        SentStatements.only(
            "parties_encrypted", database.read(() -> Payout.withUsedReference(1, "a reference")));

    for (QueryPlan plan : both(statement)) {
      assertThat(plan.indexes())
          .as("%s", plan)
          .contains("payout_business_id_business_reference_key", "payout_detail_other_pkey")
          .doesNotContain("payout_newest_first");
      assertThat(plan.readWhole()).as("%s", plan).isEmpty();
    }
  }

  @Test
  void flaggedPayoutsAreCountedByTheirIndex() {
    String statement =
        SentStatements.only("count(p1_0.discrepancy_at)", database.read(Payout::flagged));

    for (QueryPlan plan : both(statement)) {
      assertThat(plan.indexes()).as("%s", plan).containsExactly("payout_flagged");
    }
  }

  private List<QueryPlan> both(String statement) {
    return List.of(plans.podsPlanOfEmptyTables(statement), plans.podsPlan(statement));
  }
}
