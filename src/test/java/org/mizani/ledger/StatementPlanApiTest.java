package org.mizani.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.HaltedSchedulerProfile;
import org.mizani.support.PastTransfers;
import org.mizani.support.QueryPlans;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Plans of a page of a statement, for any parameters, and of its sums. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(HaltedSchedulerProfile.class)
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

  @Test
  void aPageIsReadByTheIndexOfItsWallet() {
    long wallet = rows.count("SELECT id FROM wallet WHERE business_id = $1", partner.businessId());

    String plan =
        plans.plan(
            "force_generic_plan",
            StatementLines.pageOf(1000),
            "bigint, bigint, bigint, timestamptz",
            wallet + ", 0, 1000000, '-infinity'");

    assertThat(plan)
        .contains("Merge Append", "Index Scan using ledger_transfer_other_wallet_id_id_idx")
        .contains("Index Cond: ((ROW(wallet_id, id) > ROW($1, $2)) AND (ROW(wallet_id, id) <= ")
        .doesNotContain("Seq Scan on ledger_transfer_other", "Bitmap");
  }

  @Test
  void theSumsOfAWalletAmongOthersAreReadByItsIndex() {
    Partner small = partners.create(Map.of(CurrencyUnit.USD, "1"));
    past.write(small, 5);
    long wallet = rows.count("SELECT id FROM wallet WHERE business_id = $1", small.businessId());

    String plan =
        plans.plan(
            "force_custom_plan",
            Statements.SUM_UP,
            "bigint, bigint, bigint, bigint, timestamptz, timestamptz, date, date",
            wallet + ", 1, 2, 3, '2026-01-01', '2036-01-01', '2026-01-01', '2035-12-31'");

    assertThat(plan)
        .contains("ledger_transfer_other_wallet_id_id_idx", "(wallet_id = '" + wallet + "'")
        .doesNotContain("Seq Scan on ledger_transfer_other");
  }
}
