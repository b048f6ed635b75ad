package org.mizani.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.inject.Inject;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.PastTransfers;
import org.mizani.support.QueryPlans;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** How PostgreSQL finds a page of a statement, planned for its parameters and for any. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class StatementPlanApiTest {

  @Inject TestPartners partners;
  @Inject PastTransfers past;
  @Inject Rows rows;
  @Inject QueryPlans plans;

  private Partner partner;

  @BeforeAll
  void manyTransfers() {
    partner = partners.create(Map.of(CurrencyUnit.USD, "1"));
    past.write(partner, 10_000);
    past.write(partners.create(Map.of(CurrencyUnit.USD, "1")), 5_000);
    rows.execute("ANALYZE payout");
    rows.execute("ANALYZE ledger_transfer");
  }

  @ParameterizedTest
  @CsvSource({
    "force_custom_plan, 0",
    "force_custom_plan, 20000",
    "force_custom_plan, 39000",
    "force_custom_plan, 100000",
    "force_generic_plan, 0"
  })
  void aPageIsReadOffTheIndexesOfItsAccounts(String mode, long after) {
    String plan = plan(mode, after);

    assertThat(plan)
        .contains("Index Scan using ledger_transfer_out_of on ledger_transfer")
        .contains("Index Scan using ledger_transfer_into on ledger_transfer")
        .doesNotContain("ledger_transfer_pkey")
        .doesNotContain("Seq Scan on ledger_transfer")
        .doesNotContain("Filter");
  }

  private String plan(String mode, long after) {
    Row wallet =
        rows.execute(
                "SELECT available_account_id AS a, holding_account_id AS h, pending_account_id AS p"
                    + " FROM wallet WHERE business_id = $1",
                partner.businessId())
            .get(0);
    return plans.plan(
        mode,
        StatementLines.pageOf(1000),
        "bigint, bigint, bigint, bigint, bigint",
        "%d, %d, %d, %d, 1000000"
            .formatted(wallet.getLong("a"), wallet.getLong("h"), wallet.getLong("p"), after));
  }
}
