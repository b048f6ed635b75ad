package org.mizani.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.access.Caller;
import org.mizani.access.PartnerLimits.PayoutLimits;
import org.mizani.access.TestCallers;
import org.mizani.business.BusinessLimits;
import org.mizani.business.BusinessProfile;
import org.mizani.database.Database;
import org.mizani.ledger.PodWalletLocks;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.screening.ScreeningConfig;
import org.mizani.support.AtOnce;
import org.mizani.support.Defaults;
import org.mizani.support.Json;
import org.mizani.support.PatientPool;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Businesses beside one whose limits another session has locked. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class LockedLimitApiTest {

  private static final int OTHERS = 8;
  private static final String CREATED = "CREATED";
  private static final String WAITING =
      "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
          + " AND datname = current_database() AND query LIKE 'WITH request AS%'";

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject Pool pool;
  @Inject Database database;
  @Inject PayoutConfig config;
  @Inject PayoutMoves moves;

  private Partner limited;
  private List<Partner> others;
  private SqlConnection session;

  @BeforeEach
  void lockTheLimitsOfOne() {
    limited =
        business(
            BusinessProfile.named("Limited")
                .withLimits(
                    new BusinessLimits(
                        Map.of(), Map.of(), Optional.of(50), Optional.empty(), Optional.empty())));
    others =
        IntStream.range(0, OTHERS).mapToObj(i -> business(BusinessProfile.named("Other"))).toList();
    assertThat(limited.transfer(transferOf("opens the row")).statusCode()).isEqualTo(201);
    session = await(pool.getConnection());
    await(session.query(PatientPool.BEGIN).execute());
    await(
        session
            .preparedQuery("SELECT 1 FROM payout_usage WHERE business_id = $1 FOR UPDATE")
            .execute(Tuple.of(limited.businessId())));
  }

  @AfterEach
  void booksBalance() {
    await(session.query("ROLLBACK").execute());
    await(session.close());
    rows.assertBooksBalance();
  }

  /** While its requests wait by themselves. */
  @Test
  void othersCreatePayoutsAfterItsOwn() {
    CompletableFuture<List<HttpResponse<String>>> waiting = payoutsOfTheLimited();
    eventually(() -> rows.count(WAITING), count -> count > 0);

    List<HttpResponse<String>> answers = payoutsOfOthers();

    assertThat(answers).extracting(HttpResponse::statusCode).containsOnly(201);
    assertThat(waiting).isNotDone();
    assertCreatedOnceUnlocked(waiting);
  }

  /** Some of their requests are in one statement with its own. */
  @Test
  void othersCreatePayoutsTogetherWithItsOwn() {
    CompletableFuture<List<HttpResponse<String>>> waiting = payoutsOfTheLimited();

    List<HttpResponse<String>> answers = payoutsOfOthers();

    assertThat(answers).extracting(HttpResponse::statusCode).containsOnly(201);
    assertThat(waiting).isNotDone();
    assertThat(rows.payoutsOf(limited.businessId())).isOne();
    assertThat(limited.available("USD")).isEqualByComparingTo("92.09");
    assertCreatedOnceUnlocked(waiting);
  }

  /** Else they would wait behind its own, which waits by itself for a long time here. */
  @Test
  void othersOfItsStatementDoNotWaitBehindIt() {
    // Given
    PayoutCreation creation =
        new PayoutCreation(
            database,
            PodWalletLocks.oneAtATime(database),
            SerialCreation.of(config),
            Defaults.of(ScreeningConfig.class));
    PayoutMoves free = moves.by(creation, PayoutLimits.NONE);
    PayoutMoves within = moves.by(creation, new PayoutLimits(Optional.of(50), Optional.empty()));
    Caller locked = TestCallers.of(limited, rows);
    List<Caller> callers = others.stream().map(other -> TestCallers.of(other, rows)).toList();
    callers.forEach(caller -> assertThat(create(free, caller, "known").join()).isEqualTo(CREATED));

    // When: the first goes at once, and the others together after it
    CompletableFuture<String> first = create(free, callers.get(0), "first");
    CompletableFuture<String> waiting = create(within, locked, "waits");
    List<CompletableFuture<String>> going =
        callers.stream().map(caller -> create(free, caller, "goes")).toList();

    // Then
    assertThat(first).succeedsWithin(PATIENCE).isEqualTo(CREATED);
    assertThat(going)
        .allSatisfy(other -> assertThat(other).succeedsWithin(PATIENCE).isEqualTo(CREATED));
    assertThat(waiting).isNotDone();
    await(session.query("COMMIT").execute());
    assertThat(waiting).succeedsWithin(PATIENCE).isEqualTo(CREATED);
  }

  private static CompletableFuture<String> create(PayoutMoves by, Caller caller, String reference) {
    Money sender = new Money(CurrencyUnit.USD, 100);
    Money fee = new Money(CurrencyUnit.USD, 7);
    return by.create(UUID.randomUUID(), caller, sender, fee, reference)
        .subscribeAsCompletionStage();
  }

  private CompletableFuture<List<HttpResponse<String>>> payoutsOfTheLimited() {
    return CompletableFuture.supplyAsync(
        () -> AtOnce.send(3, i -> transfer(limited, "waits " + i)));
  }

  private List<HttpResponse<String>> payoutsOfOthers() {
    return AtOnce.send(5 * OTHERS, i -> transfer(others.get(i % OTHERS), "goes " + i));
  }

  private void assertCreatedOnceUnlocked(CompletableFuture<List<HttpResponse<String>>> waiting) {
    await(session.query("COMMIT").execute());
    assertThat(waiting.join()).extracting(HttpResponse::statusCode).containsOnly(201);
    assertThat(rows.payoutsOf(limited.businessId())).isEqualTo(4);
  }

  private Partner business(BusinessProfile profile) {
    return partners.create(profile, Map.of(CurrencyUnit.USD, "100"));
  }

  private static HttpRequest transfer(Partner partner, String reference) {
    return AtOnce.post(partner, "/business/payout/transfer", Json.of(transferOf(reference)));
  }

  private static <T> T await(Uni<T> uni) {
    return uni.await().atMost(PATIENCE);
  }
}
