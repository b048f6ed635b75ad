package org.mizani.event;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.HaltedSchedulerProfile;
import org.mizani.support.PastTransfers;
import org.mizani.support.QueryPlan;
import org.mizani.support.QueryPlans;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Plan of a page of events: each wallet by its index, and each payment by its id. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(HaltedSchedulerProfile.class)
class EventPlanApiTest {

  @Inject TestPartners partners;
  @Inject PastTransfers past;
  @Inject Rows rows;
  @Inject QueryPlans plans;

  @Test
  void aPageReadsWalletsByTheirIndexesAndPaymentsById() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "1"));
    past.write(partner, 10_000);
    rows.execute("ANALYZE payout");
    rows.execute("ANALYZE ledger_transfer");

    assertPlan(plans.podsPlan(EventPages.of(51)));
  }

  @Test
  void aPlanThatIsMadeOnEmptyTablesIsTheSame() {
    assertPlan(plans.podsPlanOfEmptyTables(EventPages.of(51)));
  }

  private static void assertPlan(QueryPlan plan) {
    String text = String.join("\n", plan.lines());
    List<String> indexes = plan.indexes();
    assertThat(indexes)
        .as(text)
        .contains("payout_pkey", "payout_return_pkey", "collection_pkey")
        .contains("collection_unpaid_of_wallet", "ledger_transfer_other_wallet_id_id_idx")
        .contains("payout_release_of_wallet");
    assertThat(text).contains("Index Cond: ((ROW(wallet_id, id) > ROW(");
    assertThat(text).contains("Index Cond: ((ROW(wallet_id, number) > ROW(");
    assertThat(plan.readWhole())
        .as(text)
        .noneMatch(
            table ->
                table.startsWith("ledger_transfer")
                    || table.startsWith("payout")
                    || table.startsWith("collection"));
  }
}
