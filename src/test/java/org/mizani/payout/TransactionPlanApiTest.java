package org.mizani.payout;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.stream.StreamSupport;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** How PostgreSQL finds a page among many payouts, planned for its parameters and for any. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TransactionPlanApiTest {

  private static final Duration PATIENCE = Duration.ofSeconds(30);

  @Inject TestPartners partners;
  @Inject PastPayouts past;
  @Inject Rows rows;
  @Inject Pool pool;

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
    String plan = withoutSweepsPassedBy(plan(mode, TransactionList.READ, from, to, ""));

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
            plan(mode, TransactionList.READ_OF_STATUS, from, to, ", '" + status + "'"));

    assertThat(plan)
        .contains("Index Scan using payout_newest_first_by_status on payout")
        .contains("ROW(created_at, id) < ")
        .doesNotContain("Sort")
        .doesNotContain("Filter");
  }

  private String plan(String mode, String statement, String from, String to, String status) {
    String types = "bigint, timestamptz, timestamptz, uuid, bigint";
    String prepare =
        "PREPARE page (%s%s) AS %s".formatted(types, status.isEmpty() ? "" : ", text", statement);
    String explain =
        "EXPLAIN EXECUTE page (%d, '%s', '%s', '00000000-0000-0000-0000-000000000000', 1001%s)"
            .formatted(partner.businessId(), from, to, status);
    return pool.withTransaction(
            connection ->
                connection
                    .query("SET LOCAL plan_cache_mode = " + mode)
                    .execute()
                    .chain(() -> connection.query(prepare).execute())
                    .chain(() -> connection.query(explain).execute())
                    .map(TransactionPlanApiTest::text)
                    .call(() -> connection.query("DEALLOCATE page").execute()))
        .await()
        .atMost(PATIENCE);
  }

  private static String text(RowSet<Row> lines) {
    return StreamSupport.stream(lines.spliterator(), false)
        .map((Row line) -> line.getString(0))
        .collect(Collectors.joining("\n"));
  }

  /** At most one row a night and wallet is read in vain. */
  private static String withoutSweepsPassedBy(String plan) {
    return plan.replace("Filter: (sweep_id IS NULL)", "");
  }
}
