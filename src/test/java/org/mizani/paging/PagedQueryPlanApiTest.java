package org.mizani.paging;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
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

/** How PostgreSQL finds a page of a list over all businesses, planned for any parameters. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PagedQueryPlanApiTest {

  /** One a second; of a thousand, one failed and is flagged. */
  private static final String RECORD_MANY =
      """
      INSERT INTO payout (
        id, business_id, api_key_id, wallet_id, business_reference, channel, status, country, rail,
        sender_currency, sender_minor, fee_minor, receiver_currency, receiver_minor, fx_rate,
        purpose_of_transfer, parties_encrypted, flagged, created_at)
      SELECT gen_random_uuid(), w.business_id, k.id, w.id, 'many ' || n, 'mobile',
             CASE WHEN n % 1000 = 0 THEN 'failure' ELSE 'success' END, 'KE', 'sandbox',
             'USD', 775, 16, 'KES', 100000, 129, 'other', '', n % 1000 = 0,
             timestamptz '2026-01-01T00:00:00Z' + n * interval '1 second'
      FROM wallet w JOIN api_key k ON k.business_id = w.business_id
      CROSS JOIN generate_series(1, 20000) n
      WHERE w.business_id = $1
      """;

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject QueryPlans plans;

  @BeforeAll
  void manyPayouts() {
    for (int i = 0; i < 2; i++) {
      Partner partner = partners.create(Map.of(CurrencyUnit.USD, "1"));
      rows.execute(RECORD_MANY, partner.businessId());
    }
    rows.execute("ANALYZE payout");
    rows.execute("ANALYZE business");
  }

  @ParameterizedTest
  @CsvSource({
    "false, , payout_newest_of_status",
    "true, , payout_newest_first_by_status",
    "false, true, payout_flagged"
  })
  void everyPageIsReadOffAnIndex(boolean ofBusiness, Boolean flagged, String index) {
    ListFilter filter =
        new ListFilter(
            "operator/payouts",
            Optional.empty(),
            ofBusiness ? Optional.of(new UUID(0, 0)) : Optional.empty(),
            Optional.empty(),
            Optional.ofNullable(flagged),
            Optional.empty(),
            50);

    String plan = plan(PagedQuery.statement("payout", filter), ofBusiness);

    assertThat(plan)
        .contains("Index Scan using " + index + " on payout")
        .contains("ROW(created_at, id) < ")
        .doesNotContain("Seq Scan on payout");
  }

  private String plan(String statement, boolean ofBusiness) {
    String nobody = "'ffffffff-ffff-ffff-ffff-ffffffffffff'";
    return plans.plan(
        "force_generic_plan",
        statement,
        "text[], timestamptz, uuid, bigint, bigint" + (ofBusiness ? ", uuid" : ""),
        "'{pending,success,failure}', '9999-01-01', %s, NULL, 51%s"
            .formatted(nobody, ofBusiness ? ", " + nobody : ""));
  }
}
