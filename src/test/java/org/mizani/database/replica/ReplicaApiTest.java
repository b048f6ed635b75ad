package org.mizani.database.replica;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Request.given;
import static org.mizani.support.SpreadOutProfile.MAX_LAG;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.hibernate.reactive.panache.Panache;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.console.Browser;
import org.mizani.database.Database;
import org.mizani.http.OwnManagementPort;
import org.mizani.money.CurrencyUnit;
import org.mizani.operator.access.OwnPort;
import org.mizani.paging.ListFilter;
import org.mizani.paging.PagedQuery;
import org.mizani.paging.PaymentSearch;
import org.mizani.payout.record.ListedPayouts;
import org.mizani.support.Eventually;
import org.mizani.support.LoggedLines;
import org.mizani.support.OwnStatement;
import org.mizani.support.ReplicatedDatabase;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.SpreadOutProfile;
import org.mizani.support.Standby;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/**
 * Reads that may lag, with a standby beside the primary. The service connects to the standby as a
 * role that only reads.
 */
@QuarkusTest
@TestProfile(SpreadOutProfile.class)
class ReplicaApiTest {

  private static final String LAG = "X-Data-Lag-Millis";
  private static final String IN_RECOVERY = "SELECT pg_is_in_recovery()";

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject Database database;
  @Inject LaggingReads reads;
  @Inject PagedQuery paged;
  @Inject MovableStopwatch stopwatch;
  @Inject OwnPort ownPort;
  @Inject OwnManagementPort management;

  private final Standby standby = ReplicatedDatabase.standby();
  private Partner partner;
  private String businessId;

  @BeforeEach
  void createBusinessOnTheReplica() throws Exception {
    partner = partners.create(Map.of(CurrencyUnit.USD, "1000"));
    businessId = idOf(partner);
    pay("first");
    Eventually.within(PATIENCE, () -> assertReplicaLists("first"));
  }

  @AfterEach
  void resumeTheReplica() throws Exception {
    standby.resume();
  }

  @Test
  void readsUseTheReplicaUntilItLagsTooFar() throws Exception {
    try (LoggedLines log = LoggedLines.listen()) {
      // When
      standby.pause();
      pay("second");

      // Then
      Response list = list();
      assertThat(list.json().getList("items.businessReference")).containsExactly("first");
      assertThat(lagOf(list)).isBetween(0L, MAX_LAG.toMillis());
      Response statement = statement();
      assertThat(lagOf(statement)).isBetween(0L, MAX_LAG.toMillis());
      assertThat(statement.json().getList("items.reference")).contains("first");
      assertThat(statement.json().getList("items.reference")).doesNotContain("second");
      Response own = OwnStatement.read(partner, OwnStatement.ALWAYS);
      assertThat(own.json().getList("items.reference")).contains("second");
      Response transaction = partner.request().get("/business/transactions/second");
      assertThat(transaction.statusCode()).isEqualTo(200);
      assertThat(transaction.header(LAG)).isNull();

      // When
      stopwatch.move(MAX_LAG);

      // Then
      Eventually.within(PATIENCE, () -> assertThat(listed()).containsExactly("second", "first"));
      assertThat(list().header(LAG)).isNull();
      assertThat(statement().json().getList("items.reference")).contains("second");
      assertThat(gauge("payments_database_replica_lag_seconds")).isGreaterThan(MAX_LAG.toSeconds());
      Eventually.within(
          PATIENCE, () -> assertThat(gauge("payments_database_replica_used")).isZero());
      assertLoggedAtItsChange(log, "lags by more than PT10M");

      // When
      standby.resume();

      // Then
      assertUsedAgain();
      Eventually.within(PATIENCE, () -> assertReplicaLists("second", "first"));
      assertLoggedAtItsChange(log, "Reads that may lag go to the replica.");
    }
  }

  @Test
  void theConsoleTellsTheLagOfItsPages() {
    Browser browser = Browser.at(ownPort.number());
    assertThat(browser.logIn(TestOperator.KEY, TestOperator.SECRET).statusCode()).isEqualTo(303);

    assertThat(lagOf(browser.get("/console/payouts?businessId=" + businessId)))
        .isBetween(0L, MAX_LAG.toMillis());
    Response today = browser.get("/console").succeeded();
    assertThat(lagOf(today)).isBetween(0L, MAX_LAG.toMillis());
    assertThat(today.asString())
        .contains("It was read from a replica, and may be ", " milliseconds older.");
  }

  @Test
  void readsGoToThePrimaryWhileTheReplicaIsDown() throws Exception {
    try (LoggedLines log = LoggedLines.listen()) {
      // When
      standby.kill();

      // Then
      assertPrimaryServes();
      assertThat(given().port(management.number()).get("/q/health/ready").statusCode())
          .isEqualTo(200);
      Eventually.within(
          PATIENCE, () -> assertLoggedAtItsChange(log, "the replica does not answer"));

      // When
      standby.restart();

      // Then
      assertUsedAgain();
      assertThat(log.text()).doesNotContain("ERROR", "\tat ");
    }
  }

  @Test
  void readsGoToThePrimaryWhileTheReplicaIsSilent() throws Exception {
    standby.freeze();
    try {
      assertPrimaryServes();
      assertThat(given().port(management.number()).get("/q/health/ready").statusCode())
          .isEqualTo(200);
    } finally {
      standby.thaw();
    }
    assertUsedAgain();
  }

  @Test
  void laggingReadsAndLongReadsUseTheReplica() throws Exception {
    assertThat(inRecovery(await(reads.execute(IN_RECOVERY, Tuple.tuple())))).isTrue();
    assertThat(followingReadUsesReplica(new WalPosition(0))).isTrue();
    assertThat(inRecovery(await(reads.executeLong(IN_RECOVERY, Tuple.tuple(), PATIENCE)).rows()))
        .isTrue();
  }

  /** The primary has the business under another id, which the paused replica does not know. */
  @Test
  void aListOfABusinessNeedsNoPrimary() throws Exception {
    standby.pause();
    changePublicId(UUID.randomUUID());
    try {
      assertReplicaLists("first");
    } finally {
      changePublicId(UUID.fromString(businessId));
    }
  }

  private void changePublicId(UUID publicId) {
    rows.execute(
        "UPDATE business SET public_id = $1 WHERE id = $2", publicId, partner.businessId());
  }

  @Test
  void allOtherReadsStayOnThePrimary() throws Exception {
    assertThat(isTrue(database.read(ReplicaApiTest::inRecovery))).isFalse();
    assertThat(inRecovery(await(database.execute(IN_RECOVERY)))).isFalse();
    assertThat(inRecovery(await(database.executeLong(IN_RECOVERY, Tuple.tuple(), PATIENCE))))
        .isFalse();
    assertThat(
            inRecovery(
                await(database.inTransaction(() -> reads.execute(IN_RECOVERY, Tuple.tuple())))))
        .isFalse();
  }

  @Test
  void aReadIsNeverOlderThanTheReadBeforeIt() throws Exception {
    LaggingReads.Found earlier = await(reads.executeLong(IN_RECOVERY, Tuple.tuple(), PATIENCE));
    assertThat(inRecovery(earlier.rows())).isTrue();
    standby.pause();
    WalPosition later = new WalPosition(earlier.position().bytes() + (1L << 30));

    assertThat(followingReadUsesReplica(earlier.position())).isTrue();
    assertThat(followingReadUsesReplica(later)).isFalse();
    assertThat(followingReadUsesReplica(WalPosition.OF_PRIMARY)).isFalse();
  }

  @Test
  void aPageOfAListIsNeverOlderThanThePageBeforeIt() throws Exception {
    ListFilter filter =
        new ListFilter(
            "operator/payouts",
            Optional.empty(),
            Optional.of(UUID.fromString(businessId)),
            Optional.empty(),
            Optional.empty(),
            PaymentSearch.ALL,
            Optional.empty(),
            10);
    WalPosition earlier = await(paged.read(ListedPayouts.ROWS, filter)).position();
    standby.pause();
    pay("second");
    WalPosition later = new WalPosition(earlier.bytes() + (1L << 30));

    assertThat(payments(filter.page(Optional.empty(), 10, earlier))).isEqualTo(1);
    assertThat(payments(filter.page(Optional.empty(), 10, later))).isEqualTo(2);
    assertThat(payments(filter.page(Optional.empty(), 10, WalPosition.OF_PRIMARY))).isEqualTo(2);
  }

  private int payments(ListFilter filter) {
    return await(paged.read(ListedPayouts.ROWS, filter)).items().size();
  }

  private boolean followingReadUsesReplica(WalPosition position) {
    return inRecovery(await(reads.execute(IN_RECOVERY, Tuple.tuple(), position)));
  }

  private static Uni<Boolean> inRecovery() {
    return Panache.getSession()
        .chain(session -> session.createNativeQuery(IN_RECOVERY, Boolean.class).getSingleResult());
  }

  private static boolean inRecovery(RowSet<Row> found) {
    return found.iterator().next().getBoolean(0);
  }

  private static boolean isTrue(Uni<Boolean> read) {
    return await(read);
  }

  private static <T> T await(Uni<T> read) {
    return read.await().atMost(PATIENCE);
  }

  private void assertReplicaLists(String... references) {
    Response list = list();
    assertThat(list.header(LAG)).isNotNull();
    assertThat(list.json().getList("items.businessReference"))
        .containsExactly((Object[]) references);
  }

  private void assertPrimaryServes() {
    Response list = list();
    assertThat(list.statusCode()).isEqualTo(200);
    assertThat(list.header(LAG)).isNull();
    Response statement = statement();
    assertThat(statement.statusCode()).isEqualTo(200);
    assertThat(statement.header(LAG)).isNull();
    assertThat(statement.json().getList("items.reference")).contains("first");
  }

  private void assertUsedAgain() throws Exception {
    Eventually.within(PATIENCE, () -> assertThat(list().header(LAG)).isNotNull());
    Eventually.within(
        PATIENCE, () -> assertThat(gauge("payments_database_replica_used")).isEqualTo(1));
    Eventually.within(
        PATIENCE, () -> assertThat(lagOf(statement())).isLessThan(MAX_LAG.toMillis()));
  }

  /**
   * Asserts that a notice with these words is logged, and that no two neighbouring notices are
   * equal. A stall of the machine may cause an extra change to the primary and back.
   */
  private static void assertLoggedAtItsChange(LoggedLines log, String words) {
    List<String> notices =
        log.text().lines().filter(line -> line.startsWith("Reads that may lag")).toList();
    assertThat(notices).anyMatch(notice -> notice.contains(words));
    for (int i = 1; i < notices.size(); i++) {
      assertThat(notices.get(i)).as("%s", notices).isNotEqualTo(notices.get(i - 1));
    }
  }

  private double gauge(String name) {
    return given()
        .port(management.number())
        .get("/q/metrics")
        .asString()
        .lines()
        .filter(line -> line.startsWith(name))
        .mapToDouble(line -> Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .findFirst()
        .orElseThrow();
  }

  private static long lagOf(Response answer) {
    return Long.parseLong(answer.header(LAG));
  }

  private void pay(String reference) {
    assertThat(partner.transfer(transferOf(reference)).statusCode()).isEqualTo(201);
  }

  private List<String> listed() {
    return list().json().getList("items.businessReference");
  }

  private Response list() {
    return TestOperator.request(ownPort.number())
        .queryParam("businessId", businessId)
        .get("/operator/payouts");
  }

  private Response statement() {
    return TestOperator.request(ownPort.number())
        .get(
            "/operator/businesses/"
                + businessId
                + "/statement?currency=USD&purpose=payout&from=2020-01-01&to=2100-01-01");
  }

  private String idOf(Partner business) {
    UUID id =
        rows.execute("SELECT public_id FROM business WHERE id = $1", business.businessId())
            .get(0)
            .getUUID(0);
    return id.toString();
  }
}
