package org.mizani.payout;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.function.Predicate;
import java.util.stream.IntStream;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.access.Caller;
import org.mizani.access.PartnerLimits.PayoutLimits;
import org.mizani.access.TestCallers;
import org.mizani.database.DatabaseConfig;
import org.mizani.ledger.ServiceAccounts;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.repeat.RequestKey;
import org.mizani.support.PatientPool;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.webhook.WebhookDispatcher;

/** Two pods that create payouts of the same idempotency keys: the database decides for one. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class KeyedPodsApiTest {

  private static final int BUSINESSES = 5;
  private static final int KEYS = 60;
  private static final int REQUESTS = 2000;
  private static final List<CurrencyUnit> CURRENCIES = List.of(CurrencyUnit.USD, CurrencyUnit.KES);

  private static final String KEYS_OF_PAYOUTS =
      """
      SELECT count(*) FROM idempotency_key k JOIN payout p ON p.id = k.payment_id
      WHERE k.business_id = $1 AND p.business_id = $1
      """;

  private static final String WAITING =
      "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
          + " AND datname = current_database() AND query LIKE 'WITH request AS%'";

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject Vertx vertx;
  @Inject DatabaseConfig databaseConfig;
  @Inject PayoutConfig config;
  @Inject WebhookDispatcher dispatcher;
  @Inject ServiceAccounts accounts;
  @Inject PayoutWebhook webhooks;
  @Inject PayoutMoves moves;

  @ConfigProperty(name = "quarkus.datasource.reactive.url")
  String databaseUrl;

  private Pod one;
  private Pod other;

  @BeforeEach
  void startPods() {
    one = pod();
    other = pod();
  }

  @AfterEach
  void stopPodsAndCheckBooks() {
    one.close();
    other.close();
    rows.assertBooksBalance();
  }

  /** From two wallets of each business, whose locks do not keep the pods apart. */
  @Test
  void eachKeyMakesOnePayout() {
    // Given
    List<Caller> callers = IntStream.range(0, BUSINESSES).mapToObj(i -> caller()).toList();
    Random random = new Random(11);

    // When: each request has a reference of its own
    List<Uni<String>> requests =
        random
            .ints(REQUESTS, 0, BUSINESSES * KEYS)
            .mapToObj(
                i ->
                    create(
                        random.nextBoolean() ? one : other,
                        callers.get(i % BUSINESSES),
                        CURRENCIES.get(random.nextInt(CURRENCIES.size())),
                        "key " + i / BUSINESSES))
            .toList();
    List<String> outcomes = Uni.join().all(requests).andFailFast().await().atMost(PATIENCE);

    // Then
    long keys = callers.stream().mapToLong(this::keysOfPayouts).sum();
    assertThat(outcomes.stream().collect(groupingBy(outcome -> outcome, counting())))
        .isEqualTo(Map.of("CREATED", keys, "DUPLICATE", REQUESTS - keys));
    assertThat(callers)
        .allSatisfy(
            caller ->
                assertThat(rows.payoutsOf(caller.businessId()))
                    .isEqualTo(keysOfPayouts(caller))
                    .isGreaterThan(KEYS / 2));
  }

  @ParameterizedTest
  @CsvSource({"COMMIT, DUPLICATE, 0", "ROLLBACK, CREATED, 1"})
  void aKeyThatAnotherSessionRecordsIsWaitedFor(String end, String outcome, int payouts) {
    // Given
    Caller caller = caller();
    SqlConnection session = await(one.pool().getConnection());
    await(session.query(PatientPool.BEGIN).execute());
    await(
        session
            .preparedQuery(
                "INSERT INTO idempotency_key (business_id, key, request_encrypted, refusal)"
                    + " VALUES ($1, 'the key', '\\x00', '{}')")
            .execute(Tuple.of(caller.businessId())));

    // When
    CompletableFuture<String> created =
        create(other, caller, CurrencyUnit.USD, "the key").subscribeAsCompletionStage();
    eventually(() -> rows.count(WAITING), Predicate.isEqual(1L));
    assertThat(created).isNotDone();
    await(session.query(end).execute());
    await(session.close());

    // Then
    assertThat(created.join()).isEqualTo(outcome);
    assertThat(rows.payoutsOf(caller.businessId())).isEqualTo(payouts);
  }

  private long keysOfPayouts(Caller caller) {
    return rows.count(KEYS_OF_PAYOUTS, caller.businessId());
  }

  private Uni<String> create(Pod pod, Caller caller, CurrencyUnit currency, String key) {
    UUID id = UUID.randomUUID();
    return moves
        .by(pod.creation(), PayoutLimits.NONE)
        .create(
            id,
            caller,
            new Money(currency, 100),
            new Money(currency, 7),
            "of " + id,
            Optional.of(new RequestKey(key, new byte[32], new byte[1])))
        .call(outcome -> settled(id, outcome));
  }

  /** No other test's pod takes it on. */
  private Uni<List<Boolean>> settled(UUID id, String outcome) {
    return outcome.equals("CREATED")
        ? moves.settle(id, List.of(true))
        : Uni.createFrom().item(List.of());
  }

  private Caller caller() {
    return TestCallers.of(
        partners.create(Map.of(CurrencyUnit.USD, "100000", CurrencyUnit.KES, "100000")), rows);
  }

  private Pod pod() {
    return Pod.start(vertx, databaseUrl, databaseConfig, config, accounts, webhooks, dispatcher);
  }

  private static <T> T await(Uni<T> uni) {
    return uni.await().atMost(PATIENCE);
  }
}
