package org.mizani.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.mizani.corridor.Country;
import org.mizani.corridor.PhoneNumber;
import org.mizani.corridor.Recipient.MobileWallet;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.payout.PastPayouts;
import org.mizani.support.QueryPlan;
import org.mizani.support.QueryPlans;
import org.mizani.support.Rows;
import org.mizani.support.SentStatements;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Plans of reads of sweeps: they find their rows by an index. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class SweepPlanApiTest {

  @Inject TestPartners partners;
  @Inject SweepMoves moves;
  @Inject PastPayouts past;
  @Inject Rows rows;
  @Inject Sweeps sweeps;
  @Inject SweepRuns runs;
  @Inject QueryPlans plans;

  @BeforeAll
  void aSweepAndPayouts() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "1"));
    past.recordMany(partner, 1_000);
    // A table of a few businesses is read whole by each plan.
    rows.execute("INSERT INTO business (name) SELECT 'Beside it' FROM generate_series(1, 200)");
    moves
        .setUp(
            partner.businessId(),
            new MobileWallet(new PhoneNumber(Country.KE, "+254712345678")),
            new Money(CurrencyUnit.KES, 100))
        .await()
        .atMost(PATIENCE);
    rows.execute("ANALYZE");
  }

  @Test
  void dueSweepsAreReadInOrderOfId() {
    String statement = SentStatements.only("from sweep", runs.due());

    for (QueryPlan plan : both(statement)) {
      assertThat(plan.indexes()).as("%s", plan).containsExactly("business_pkey", "sweep_pkey");
      assertThat(plan.readWhole()).as("%s", plan).isEmpty();
      assertThat(plan.sorts()).as("%s", plan).isFalse();
    }
  }

  @Test
  void sweepsOfABusinessAreFoundWithTheirPayouts() {
    String statement = SentStatements.only("from sweep", sweeps.ofBusiness(1));

    for (QueryPlan plan : both(statement)) {
      assertThat(plan.indexes())
          .as("%s", plan)
          .containsExactly("payout_once_a_run", "sweep_business_id_currency_key");
      assertThat(plan.readWhole()).as("%s", plan).isEmpty();
    }
  }

  private List<QueryPlan> both(String statement) {
    return List.of(plans.podsPlanOfEmptyTables(statement), plans.podsPlan(statement));
  }
}
