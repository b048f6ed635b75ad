package org.mizani.payout;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.QueryPlan;
import org.mizani.support.QueryPlans;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;

/**
 * How PostgreSQL finds a page of a business's payouts, planned once for any parameters, while the
 * tables are empty or when they are full.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TransactionPlanApiTest {

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
  void aPageIsReadOffAnIndexFromItsBeginningOn(PayoutStatus status, String index) {
    String statement =
        status == null
            ? PayoutRepository.READ_PAGE
            : PayoutRepository.READ_PAGE_OF_STATUS.get(status);

    for (QueryPlan plan : both(statement)) {
      assertThat(plan.indexes()).as("%s", plan).contains(index);
      assertThat(plan.readWhole()).as("%s", plan).isEmpty();
      assertThat(plan.sorts()).as("%s", plan).isFalse();
      assertThat(plan.toString()).contains("ROW(created_at, id) < ");
    }
  }

  /** Those that wait are few. */
  @Test
  void pendingOnesAreFoundAmongThoseOfAllBusinesses() {
    for (QueryPlan plan : both(PayoutRepository.READ_PAGE_OF_STATUS.get(PayoutStatus.PENDING))) {
      assertThat(plan.readWhole()).as("%s", plan).containsExactly("payout_due");
    }
  }

  private List<QueryPlan> both(String statement) {
    return List.of(plans.podsPlanOfEmptyTables(statement), plans.podsPlan(statement));
  }
}
