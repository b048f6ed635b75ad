package org.mizani.retention;

import static java.util.function.Predicate.isEqual;
import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import jakarta.inject.Inject;
import java.time.Instant;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.AloneProfile;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.PatientPool;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Monthly tables are created and dropped beside payments, which never wait for that. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(AloneProfile.class)
class TableMonthsApiTest {

  private static final DateTimeFormatter MONTH = DateTimeFormatter.ofPattern("_yyyy_MM");

  /** First day of the last month that is created ahead. */
  private static final LocalDate LAST =
      LocalDate.now(ZoneOffset.UTC).withDayOfMonth(1).plusMonths(3);

  /** Tables without their last month. */
  private static final String LACKING =
      "SELECT count(*) FROM month_table WHERE to_regclass(name || $1) IS NULL";

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject Pool pool;
  @Inject TableMonths months;
  @Inject DataRetention retention;

  /** A payment under way may hold a table's lock for longer than a try waits for it. */
  @BeforeEach
  @AfterEach
  void createAllMonths() {
    eventually(
        () -> {
          make();
          return rows.count(LACKING, MONTH.format(LAST));
        },
        isEqual(0L));
  }

  @Test
  void monthsAreCreatedAheadOnce() {
    long before = allMonths();

    make();

    assertThat(allMonths()).isEqualTo(before).isGreaterThanOrEqualTo(7 * 4);
  }

  @Test
  void aMonthThatWouldBlockPaymentsIsCreatedLater() {
    // Given
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    drop("ledger_transfer");
    drop("audit_entry");
    SqlConnection reader = begin("LOCK TABLE ledger_transfer_other IN ACCESS SHARE MODE");

    // When
    make();

    // Then
    eventually(() -> madeOf("audit_entry"), isEqual(true));
    assertThat(exists(last("ledger_transfer"))).isFalse();
    assertThat(partner.transfer(transferOf("meanwhile")).statusCode()).isEqualTo(201);
    end(reader);
    eventually(() -> madeOf("ledger_transfer"), isEqual(true));
  }

  @Test
  void rowsWrittenBeforeTheirMonthMoveIntoIt() {
    // Given
    drop("audit_entry");
    drop("webhook_attempt");
    OffsetDateTime early = LAST.plusDays(3).atStartOfDay().atOffset(ZoneOffset.UTC);
    rows.execute(
        """
        INSERT INTO audit_entry (at, operator, action, subject, request_id)
        VALUES ($1, 'early', 'early', 'early', 'early')
        """,
        early);
    UUID delivery = UUID.randomUUID();
    rows.execute(
        """
        INSERT INTO webhook_attempt (delivery_id, attempted_at, attempt, duration_ms)
        VALUES ($1, $2, 1, 5)
        """,
        delivery,
        early);

    // When
    createAllMonths();

    // Then
    assertThat(
            rows.count("SELECT count(*) FROM " + last("audit_entry") + " WHERE action = 'early'"))
        .isOne();
    assertThat(
            rows.count(
                "SELECT count(*) FROM " + last("webhook_attempt") + " WHERE delivery_id = $1",
                delivery))
        .isOne();
    for (String part : List.of("audit_entry_other", last("audit_entry"))) {
      assertThatThrownBy(() -> rows.execute("DELETE FROM " + part))
          .as(part)
          .hasMessageContaining("append-only");
    }
  }

  @Test
  void attemptsAreDroppedOnceTheirWholeMonthIsOld() {
    // Given
    LocalDate old = LocalDate.of(2020, 1, 1);
    // Some time ahead: midnight may pass before the cut is made.
    LocalDate ofTheCut =
        LocalDate.ofInstant(Instant.now().plus(PATIENCE), ZoneOffset.UTC)
            .minusDays(30)
            .withDayOfMonth(1);
    rows.execute("DROP TABLE IF EXISTS webhook_attempt" + MONTH.format(ofTheCut));
    for (LocalDate month : List.of(old, ofTheCut)) {
      rows.execute(
          "CREATE TABLE webhook_attempt%s PARTITION OF webhook_attempt FOR VALUES FROM ('%s') TO ('%s')"
              .formatted(MONTH.format(month), month + " 00:00Z", month.plusMonths(1) + " 00:00Z"));
      rows.execute(
          """
          INSERT INTO webhook_attempt (delivery_id, attempted_at, attempt, duration_ms)
          SELECT gen_random_uuid(), $1, 1, 5 FROM generate_series(1, 10000)
          """,
          month.atStartOfDay().atOffset(ZoneOffset.UTC));
    }
    try {
      // When
      eventually(
          () -> {
            erase();
            return exists("webhook_attempt_2020_01");
          },
          isEqual(false));

      // Then
      assertThat(rows.count("SELECT count(*) FROM webhook_attempt" + MONTH.format(ofTheCut)))
          .as("rows of a month that is not all old")
          .isGreaterThanOrEqualTo(10_000);
    } finally {
      rows.execute("DROP TABLE webhook_attempt" + MONTH.format(ofTheCut));
    }
  }

  @Test
  void aFailureForOneTableDoesNotStopTheOthers() {
    UUID dead = UUID.randomUUID();
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "1"));
    rows.execute(
        "INSERT INTO webhook_dead VALUES ($1, $2, now() - interval '31 days')",
        dead,
        partner.businessId());
    SqlConnection other = begin("LOCK TABLE payout_detail IN EXCLUSIVE MODE");

    erase();

    end(other);
    assertThat(rows.count("SELECT count(*) FROM webhook_dead WHERE id = $1", dead)).isZero();
  }

  @Test
  void refusesToCreateTooManyMonths() {
    assertThatThrownBy(() -> rows.execute("SELECT create_months('audit_entry', 25)"))
        .hasMessageContaining("0 to 24");
  }

  /** Whether a table has its last month, after another try. */
  private boolean madeOf(String table) {
    make();
    return exists(last(table));
  }

  private void make() {
    months.make().await().atMost(PATIENCE);
  }

  private void erase() {
    retention.keep().await().atMost(PATIENCE);
  }

  private void drop(String table) {
    rows.execute("DROP TABLE " + last(table));
  }

  private static String last(String table) {
    return table + MONTH.format(LAST);
  }

  private long allMonths() {
    return rows.count(
        "SELECT count(*) FROM pg_class WHERE relkind = 'r' AND relname ~ '_\\d{4}_\\d{2}$'");
  }

  private boolean exists(String table) {
    return rows.count("SELECT count(*) FROM pg_class WHERE relname = $1", table) == 1;
  }

  private SqlConnection begin(String lock) {
    SqlConnection connection = pool.getConnection().await().atMost(PATIENCE);
    for (String statement : List.of(PatientPool.BEGIN, lock)) {
      connection.query(statement).execute().await().atMost(PATIENCE);
    }
    return connection;
  }

  private static void end(SqlConnection connection) {
    connection.query("ROLLBACK").execute().await().atMost(PATIENCE);
    connection.close().await().atMost(PATIENCE);
  }
}
