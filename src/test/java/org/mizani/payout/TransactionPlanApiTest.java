package org.mizani.payout;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.QueryPlans;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** How PostgreSQL finds a page among many payouts, planned for its parameters and for any. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TransactionPlanApiTest {

  @Inject TestPartners partners;
  @Inject PastPayouts past;
  @Inject Rows rows;
  @Inject QueryPlans plans;

  private Partner partner;

  @BeforeAll
  void manyPayouts() {
    partner = partners.create(Map.of(CurrencyUnit.USD, "1"));
    past.recordMany(partner, 20_000);
    past.recordMany(partners.create(Map.of(CurrencyUnit.USD, "1")), 10_000);
    rows.execute("ANALYZE payout");
  }

  @ParameterizedTest
  @CsvSource({
    "force_custom_plan, 2026-01-01, 2027-01-01",
    "force_custom_plan, 2026-01-01T02:00:00Z, 2026-01-01T03:00:00Z",
    "force_generic_plan, 2026-01-01, 2027-01-01"
  })
  void thePageOfAnyStatusIsReadOffItsIndex(String mode, String from, String to) {
    String plan = withoutSweepsPassedBy(plan(mode, PayoutRepository.READ_PAGE, from, to, ""));

    assertThat(plan)
        .contains("Index Scan using payout_newest_first on payout")
        .contains("ROW(created_at, id) < ")
        .doesNotContain("Sort")
        .doesNotContain("Filter");
  }

  @ParameterizedTest
  @CsvSource({
    "force_custom_plan, 2026-01-01, 2027-01-01, pending",
    "force_custom_plan, 2026-01-01, 2027-01-01, failure",
    "force_custom_plan, 2026-01-01T02:00:00Z, 2026-01-01T03:00:00Z, failure",
    "force_generic_plan, 2026-01-01, 2027-01-01, success"
  })
  void thePageOfOneStatusIsReadOffItsIndex(String mode, String from, String to, String status) {
    String plan =
        withoutSweepsPassedBy(
            plan(mode, PayoutRepository.READ_PAGE_OF_STATUS, from, to, ", '" + status + "'"));

    assertThat(plan)
        .contains("Index Scan using payout_newest_first_by_status on payout")
        .contains("ROW(created_at, id) < ")
        .doesNotContain("Sort")
        .doesNotContain("Filter");
  }

  private String plan(String mode, String statement, String from, String to, String status) {
    return plans.plan(
        mode,
        statement,
        "bigint, timestamptz, timestamptz, uuid, bigint" + (status.isEmpty() ? "" : ", text"),
        "%d, '%s', '%s', '00000000-0000-0000-0000-000000000000', 1001%s"
            .formatted(partner.businessId(), from, to, status));
  }

  /** At most one row a night and wallet is read in vain. */
  private static String withoutSweepsPassedBy(String plan) {
    return plan.replace("Filter: (sweep_id IS NULL)", "");
  }
}
