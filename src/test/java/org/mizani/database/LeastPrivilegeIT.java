package org.mizani.database;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mizani.support.TestPartners.by;
import static org.mizani.support.TestPartners.collectionOf;
import static org.mizani.support.TestPartners.quoteOf;
import static org.mizani.support.TestPartners.transferOf;

import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.SQLException;
import java.sql.Statement;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicReference;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.support.Eventually;
import org.mizani.support.GivenDatabase;
import org.mizani.support.ServiceClient;
import org.mizani.support.ServiceProcess;
import org.mizani.support.TestSecrets;

/** The service as the role of docs/operations.md, which does not own its tables. */
class LeastPrivilegeIT {

  private static final Path OPERATIONS = Path.of("docs", "operations.md");
  private static final String ROLE = "payments_service";
  private static final String PASSWORD = "change-me";

  /** The connected rail has no network here. */
  private static final String UNREACHABLE = "rail momo: the balances cannot be read";

  private static final String NOT_PERMITTED = "42501";

  private static final List<String> REWRITES =
      List.of(
          "UPDATE audit_entry SET action = action",
          "DELETE FROM audit_entry",
          "TRUNCATE audit_entry",
          "ALTER TABLE audit_entry DISABLE TRIGGER ALL",
          "DROP TRIGGER append_only ON audit_entry",
          "DROP TRIGGER linked ON audit_entry",
          "UPDATE audit_link SET hash = content",
          "DELETE FROM audit_link",
          "INSERT INTO audit_link (number, entry_id, at, content, hash)"
              + " SELECT number + 1000, entry_id + 1000, at, content, hash FROM audit_link",
          "UPDATE ledger_transfer SET amount_minor = amount_minor",
          "DELETE FROM ledger_transfer",
          "ALTER TABLE ledger_transfer DISABLE TRIGGER ALL",
          "INSERT INTO ledger_transfer_other SELECT * FROM ledger_transfer",
          "UPDATE ledger_movement SET reference = reference",
          "UPDATE closed_day SET transfers = transfers",
          "UPDATE daily_closing SET balance_minor = balance_minor",
          "UPDATE database_environment SET environment = 'test'",
          "UPDATE month_table SET once = once",
          "SET session_replication_role = replica",
          "UPDATE webhook_attempt SET attempt = attempt",
          "UPDATE collection_refund SET reference = reference",
          "DELETE FROM payout",
          "DELETE FROM payout_detail",
          "DELETE FROM payout_failed",
          "DELETE FROM payout_screening",
          "UPDATE idempotency_key SET request_encrypted = request_encrypted",
          "UPDATE idempotency_key SET created_at = created_at",
          "UPDATE fx_quote SET fx_rate = fx_rate",
          "UPDATE fx_quote SET expires_at = expires_at",
          "UPDATE payout_bulk SET atomic = atomic",
          "UPDATE payout_bulk_item SET number = number",
          "DELETE FROM payout_bulk_item",
          "UPDATE payout_bulk_schedule SET execute_at = execute_at",
          "UPDATE payout_bulk_schedule SET business_id = business_id",
          "UPDATE payout_return SET reference = reference",
          "DELETE FROM payout_return",
          "UPDATE payout_release SET number = number",
          "DELETE FROM payout_release",
          "DELETE FROM collection",
          "DELETE FROM wallet",
          "DELETE FROM operator",
          "ALTER TABLE wallet DROP CONSTRAINT wallet_available_minor_check",
          "CREATE OR REPLACE FUNCTION refuse_change() RETURNS trigger LANGUAGE plpgsql"
              + " AS $$ BEGIN RETURN new; END $$",
          "INSERT INTO flyway_schema_history SELECT * FROM flyway_schema_history",
          "SELECT drop_months_before('audit_entry', 'infinity')",
          "SELECT drop_months_before('audit_entry', now() - interval '364 days')",
          "SELECT drop_months_before('ledger_transfer', '-infinity')",
          "SELECT erase_before('webhook_attempt', 'infinity', 1)",
          "SELECT erase_before('payout_detail', now() - interval '29 days', 1)",
          "SELECT erase_before('ledger_transfer', '-infinity', 1)");

  private static final List<String> OF_THE_SERVICE_ALONE =
      List.of(
          "SELECT create_months('audit_entry', 1)",
          "SELECT drop_months_before('audit_entry', '-infinity')",
          "SELECT erase_before('payout_detail', '-infinity', 1)");

  @TempDir Path directory;

  @Test
  void theServiceDoesItsWorkAndCannotRewriteWhatItWrote() throws Exception {
    try (GivenDatabase database = GivenDatabase.create()) {
      // Given
      assertThat(migrate(database, 1))
          .isEqualTo(
              "PAYMENTS_DATABASE_SERVICE_ROLE must be a role of the database beside the owner of its"
                  + " tables, and payments_service is none.\n");
      create(database);
      assertThat(migrate(database, 0)).isEmpty();

      // When
      try (ServiceProcess service = serve(database)) {
        pay(service);
        operate(service);
        Eventually.holds(() -> assertThat(hasSharedPaces(database)).isTrue());

        // Then
        assertThat(service.log().lines().filter(line -> !line.contains(UNREACHABLE)))
            .noneMatch(line -> line.contains("WARN") || line.contains("ERROR"));
        assertThat(service.log()).doesNotContain(NOT_PERMITTED);
      }
      assertRefused(database, ROLE, PASSWORD, REWRITES);
      database.execute(
          "CREATE ROLE payments_reader LOGIN PASSWORD 'reader'; GRANT pg_read_all_data TO payments_reader");
      assertRefused(database, "payments_reader", "reader", OF_THE_SERVICE_ALONE);
    }
  }

  private String migrate(GivenDatabase database, int code) {
    try (ServiceProcess migration =
        ServiceProcess.in(directory)
            .database(database)
            .environment("PAYMENTS_DATABASE_SERVICE_ROLE", ROLE)
            .argument("migrate")
            .start()) {
      assertThat(migration.awaitExit()).as(migration.log()).isEqualTo(code);
      return migration.errors();
    }
  }

  private static void create(GivenDatabase database) throws IOException {
    String page = Files.readString(OPERATIONS);
    int statement = page.indexOf("    CREATE ROLE payments_service");
    database.execute(page.substring(statement, page.indexOf('\n', statement)));
  }

  private static void pay(ServiceProcess service) throws Exception {
    ServiceClient demo = ServiceClient.demo(service);
    assertThat(demo.post("/business/payout/transfer", transferOf("p1")).status()).isEqualTo(201);
    assertThat(demo.post("/business/payout/transfer", transferOf("p1"), "p1-again").status())
        .isEqualTo(409);
    String quote = demo.post("/business/quotes", quoteOf()).succeeded().path("quoteId").asText();
    assertThat(demo.post("/business/payout/transfer", by(quote, transferOf("p2"))).status())
        .isEqualTo(201);
    Map<String, Object> item = transferOf("b1");
    item.put("kind", "transfer");
    assertThat(
            demo.post("/business/payouts/bulk", Map.of("items", List.of(item, item)))
                .succeeded()
                .path("created")
                .asInt())
        .isOne();
    payLater(demo);
    assertThat(demo.post("/business/collections", collectionOf("c1")).status()).isEqualTo(201);
    Eventually.holds(
        () ->
            assertThat(demo.get("/business/transactions/p1").body().path("status").asText())
                .isEqualTo("termination_success"));
    assertThat(demo.authenticate("pk_test_demo", "wrong").status()).isEqualTo(401);
  }

  private static void payLater(ServiceClient demo) throws Exception {
    Map<String, Object> item = transferOf("later");
    item.put("kind", "transfer");
    AtomicReference<String> bulk = new AtomicReference<>();
    // A slow machine may not be in time for the first one.
    Eventually.holds(() -> bulk.set(ordered(demo, item, Instant.now().plusSeconds(2))));
    Eventually.holds(
        () ->
            assertThat(
                    demo.get("/business/payouts/bulk/" + bulk.get())
                        .succeeded()
                        .path("counts")
                        .path("created")
                        .asInt())
                .isOne());
  }

  private static String ordered(ServiceClient demo, Map<String, Object> item, Instant executeAt)
      throws Exception {
    return demo.post(
            "/business/payouts/bulk",
            Map.of("items", List.of(item), "executeAt", executeAt.toString()))
        .succeeded()
        .path("bulkId")
        .asText();
  }

  private static void operate(ServiceProcess service) throws IOException {
    ServiceClient operator = ServiceClient.operator(service);
    String business =
        operator
            .post("/operator/businesses", Map.of("name", "Acacia Traders"))
            .succeeded()
            .get("businessId")
            .asText();
    operator.post("/operator/businesses/" + business + "/api-keys", Map.of()).succeeded();
    operator
        .post(
            "/operator/businesses/" + business + "/top-ups",
            Map.of(
                "currency", "USD",
                "purpose", "payout",
                "amount", BigDecimal.TEN,
                "reference", "receipt 1"))
        .succeeded();
    assertThat(
            operator.get("/operator/ledger/trial-balance").succeeded().get("balanced").asBoolean())
        .isTrue();
    operator
        .post("/operator/operators", Map.of("operatorKey", "amina", "role", "viewer"))
        .succeeded();
    operator.post("/operator/operators/amina/secret", Map.of()).succeeded();
    operator.post("/operator/auth/logout", Map.of()).succeeded();
  }

  private static boolean hasSharedPaces(GivenDatabase database) throws SQLException {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement()) {
      return statement.executeQuery("SELECT FROM pacing_pod").next();
    }
  }

  private static void assertRefused(
      GivenDatabase database, String role, String password, List<String> rewrites)
      throws SQLException {
    try (Connection service = database.connect(role, password);
        Statement statement = service.createStatement()) {
      for (String rewrite : rewrites) {
        assertThatThrownBy(() -> statement.execute(rewrite))
            .as(rewrite)
            .isInstanceOfSatisfying(
                SQLException.class,
                refused -> assertThat(refused.getSQLState()).isEqualTo(NOT_PERMITTED));
      }
    }
  }

  private ServiceProcess serve(GivenDatabase database) {
    return ServiceProcess.in(directory)
        .database(database)
        .environment("DB_USERNAME", ROLE)
        .environment("DB_PASSWORD", PASSWORD)
        .environment("PAYMENTS_MIGRATE_AT_START", "false")
        .operator()
        .secrets(TestSecrets.write(directory))
        .unhurried()
        .paidAtOnce()
        .property("org.mizani.sandbox", "true")
        .property("payments.rate-limit-per-minute", "100000")
        .property("payments.rail.momo.type", "pawapay")
        .property("payments.rail.momo.url", "http://127.0.0.1:1")
        .property("payments.rail.momo.countries", "UG")
        .property("payments.rail.momo.token", "the-token")
        .property("payments.rail.momo.calls-per-second", "10")
        .start()
        .awaitReady();
  }
}
