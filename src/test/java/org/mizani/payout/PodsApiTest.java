package org.mizani.payout;

import static java.util.stream.Collectors.counting;
import static java.util.stream.Collectors.groupingBy;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.Set;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.stream.IntStream;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.access.Caller;
import org.mizani.access.PartnerLimits.PayoutLimits;
import org.mizani.access.SameMinute;
import org.mizani.access.TestCallers;
import org.mizani.corridor.Country;
import org.mizani.corridor.PhoneNumber;
import org.mizani.corridor.Recipient.MobileWallet;
import org.mizani.database.DatabaseConfig;
import org.mizani.database.TimeOrderedId;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.fx.Quote;
import org.mizani.ledger.ServiceAccounts;
import org.mizani.ledger.WalletIds;
import org.mizani.ledger.WalletPurpose;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.payout.PayoutBooking.Settlement;
import org.mizani.payout.PayoutCreation.Outcome;
import org.mizani.payout.PayoutOrder.Price;
import org.mizani.payout.PayoutOrder.Terms;
import org.mizani.payout.record.Parties;
import org.mizani.payout.record.PayoutStatus;
import org.mizani.support.AtOnce;
import org.mizani.support.Json;
import org.mizani.support.PatientPool;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;
import org.mizani.webhook.WebhookDispatcher;
import org.mizani.work.Lease;

/** Two pods that write payouts of the same wallets at the same time. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class PodsApiTest {

  private static final int BUSINESSES = 10;
  private static final List<CurrencyUnit> CURRENCIES = List.of(CurrencyUnit.USD, CurrencyUnit.KES);
  private static final long FUNDING = 15_000;
  private static final long FEE = 7;
  private static final String BLOCKED =
      "SELECT count(*) FROM pg_stat_activity" + " WHERE wait_event_type = 'Lock' AND query LIKE $1";
  private static final String CREATION = "WITH request AS%";
  private static final String SETTLING = "WITH decision AS%";
  private static final String USED =
      "SELECT used FROM payout_usage WHERE business_id = $1 AND limited = $2";
  private static final String HELD = "SELECT holding_minor FROM wallet WHERE business_id = $1";

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject Vertx vertx;
  @Inject DatabaseConfig databaseConfig;
  @Inject PayoutConfig config;
  @Inject WebhookDispatcher dispatcher;
  @Inject WalletIds wallets;
  @Inject ServiceAccounts accounts;
  @Inject PayoutWebhook webhooks;

  @ConfigProperty(name = "quarkus.datasource.reactive.url")
  String databaseUrl;

  private Pod one;
  private Pod other;

  /** Outcome of one request, and the number of times that its payout was made final. */
  private record Ending(Outcome outcome, long cost, Caller caller, boolean failed, long settled) {}

  @BeforeEach
  void startPods() {
    one = pod(config);
    other = pod(config);
  }

  @AfterEach
  void stopPodsAndCheckBooks() {
    one.close();
    other.close();
    rows.assertBooksBalance();
  }

  @Test
  void twoPodsNeitherDeadlockNorLoseMoney() {
    // Given
    List<Caller> callers =
        IntStream.range(0, BUSINESSES).mapToObj(i -> caller(CURRENCIES, FUNDING)).toList();
    Random random = new Random(7);

    // When
    List<Uni<Ending>> requests =
        random
            .ints(4000, 0, 1200)
            .mapToObj(i -> createAndSettle(callers.get(i % BUSINESSES), i, random.nextInt(900)))
            .toList();
    List<Ending> endings = Uni.join().all(requests).andFailFast().await().atMost(PATIENCE);

    // Then
    Map<Outcome, Long> outcomes = endings.stream().collect(groupingBy(Ending::outcome, counting()));
    assertThat(outcomes)
        .containsOnlyKeys(Outcome.CREATED, Outcome.DUPLICATE, Outcome.INSUFFICIENT_BALANCE);
    assertThat(endings).allMatch(e -> e.settled() == (e.outcome() == Outcome.CREATED ? 1 : 0));
    callers.forEach(
        caller -> assertThat(availableMinor(caller)).isEqualTo(expectedMinor(caller, endings)));
  }

  @Test
  void aDuplicateOfAPayoutUnderSettlementDoesNotDeadlock() {
    // Given
    Caller first = caller(List.of(CurrencyUnit.USD), FUNDING);
    Caller second = caller(List.of(CurrencyUnit.USD), FUNDING);
    Caller third = caller(List.of(CurrencyUnit.USD), FUNDING);
    NewPayout paid = payout(first, CurrencyUnit.USD, "paid", 100);
    assertThat(await(one.creation().create(paid))).isEqualTo(Outcome.CREATED);
    Pod serial = pod(SerialCreation.of(config));
    SqlConnection secondHeld = lockWallet(second);
    SqlConnection thirdHeld = lockWallet(third);

    // When: one statement holds the first wallet, waits for the second, and has the duplicate
    CompletableFuture<Outcome> before = start(serial, payout(third, CurrencyUnit.USD, "b", 100));
    CompletableFuture<Outcome> duplicate =
        start(serial, payout(first, CurrencyUnit.USD, "paid", 100));
    CompletableFuture<Outcome> neighbour =
        start(serial, payout(second, CurrencyUnit.USD, "n", 100));
    eventually(() -> rows.count(BLOCKED, CREATION), waiting -> waiting == 1);
    unlockWallet(thirdHeld);
    assertThat(before.join()).isEqualTo(Outcome.CREATED);
    eventually(() -> rows.count(BLOCKED, CREATION), waiting -> waiting == 1);
    CompletableFuture<Boolean> settled = start(other, settlement(paid, false));
    eventually(() -> rows.count(BLOCKED, SETTLING), waiting -> waiting == 1);
    unlockWallet(secondHeld);

    // Then
    assertThat(duplicate.join()).isEqualTo(Outcome.DUPLICATE);
    assertThat(neighbour.join()).isEqualTo(Outcome.CREATED);
    assertThat(settled.join()).isTrue();
    serial.close();
  }

  @Test
  void aDuplicateThatWaitedForTheWalletStaysADuplicate() {
    // Given: the first takes all that the wallet has, and both wait for it
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "7.91"));
    Caller caller = TestCallers.of(partner, rows);
    SqlConnection held = lockWallet(caller);
    CompletableFuture<Outcome> first =
        start(one, payout(caller, CurrencyUnit.USD, "the same", 791 - FEE));
    eventually(() -> rows.count(BLOCKED, CREATION), waiting -> waiting == 1);
    CompletableFuture<HttpResponse<String>> second =
        CompletableFuture.supplyAsync(() -> AtOnce.send(1, i -> sameTransfer(partner)).get(0));
    eventually(() -> rows.count(BLOCKED, CREATION), waiting -> waiting == 2);

    // When
    unlockWallet(held);

    // Then
    assertThat(first.join()).isEqualTo(Outcome.CREATED);
    assertThat(second.join().statusCode()).isEqualTo(409);
  }

  @Test
  void aWaitingCreationSpendsTheReleasedHold() {
    // Given: the whole wallet is held, and statements that need it wait in the order of arrival
    Caller caller = caller(List.of(CurrencyUnit.USD), FUNDING);
    NewPayout failed = payout(caller, CurrencyUnit.USD, "failed", FUNDING - FEE);
    assertThat(await(one.creation().create(failed))).isEqualTo(Outcome.CREATED);
    SqlConnection held = lockWallet(caller);
    CompletableFuture<Boolean> released = start(other, settlement(failed, true));
    eventually(() -> rows.count(BLOCKED, SETTLING), waiting -> waiting == 1);
    CompletableFuture<Outcome> created =
        start(one, payout(caller, CurrencyUnit.USD, "next", FUNDING - FEE));
    eventually(() -> rows.count(BLOCKED, CREATION), waiting -> waiting == 1);

    // When
    unlockWallet(held);

    // Then
    assertThat(released.join()).isTrue();
    assertThat(created.join()).isEqualTo(Outcome.CREATED);
    assertThat(rows.count(HELD, caller.businessId())).isEqualTo(FUNDING);
  }

  @Test
  void podsPostponeAndSettleTheSamePayoutsWithoutDeadlock() {
    // Given
    Caller caller = caller(List.of(CurrencyUnit.USD), 1_000_000);
    List<NewPayout> payouts =
        IntStream.range(0, 300)
            .mapToObj(i -> payout(caller, CurrencyUnit.USD, "order " + i, 100))
            .toList();
    payouts.forEach(payout -> await(one.creation().create(payout)));
    List<Uni<Boolean>> postponements = new ArrayList<>();
    List<Uni<Boolean>> settlements = new ArrayList<>();
    Set<NewPayout> settled = new HashSet<>();
    Random random = new Random(3);

    // When
    for (int i = 0; i < 400; i++) {
      List<NewPayout> some = random.ints(40, 0, 300).distinct().mapToObj(payouts::get).toList();
      Pod pod = i % 2 == 0 ? one : other;
      for (NewPayout payout : some) {
        Lease lease = new Lease(payout.serviceReference(), 1);
        postponements.add(pod.leases().postpone(lease, Duration.ofMinutes(1)).replaceWith(true));
      }
      if (i % 20 == 0) {
        for (NewPayout payout : some) {
          settlements.add(one.settlement().apply(settlement(payout, true)));
          settlements.add(other.settlement().apply(settlement(payout, true)));
          settled.add(payout);
        }
      }
    }
    List<Boolean> endings =
        Uni.combine()
            .all()
            .unis(
                Uni.join().all(settlements).andFailFast(),
                Uni.join().all(postponements).andFailFast())
            .with((applied, postponed) -> applied)
            .await()
            .atMost(PATIENCE);

    // Then
    assertThat(endings.stream().filter(applied -> applied)).hasSameSizeAs(settled);
    assertThat(rows.count(HELD, caller.businessId()))
        .isEqualTo((300L - settled.size()) * (100 + FEE));
  }

  /** From two wallets each, whose locks do not keep the pods apart; nobody has used a limit yet. */
  @Test
  void podsNeverExceedALimitTogether() throws Exception {
    new SameMinute(rows)
        .run(
            () -> {
              List<Caller> callers =
                  IntStream.range(0, 5).mapToObj(i -> caller(CURRENCIES, 1_000_000)).toList();

              List<String> outcomes =
                  await(
                      Uni.join()
                          .all(
                              IntStream.range(0, 64 * callers.size())
                                  .mapToObj(i -> createLimited(callers.get(i % 5), i / 5))
                                  .toList())
                          .andFailFast());

              assertThat(outcomes.stream().collect(groupingBy(outcome -> outcome, counting())))
                  .isEqualTo(Map.of("CREATED", 50L, "too much paid out to KE in a day", 54L * 5));
              for (Caller caller : callers) {
                assertThat(rows.payoutsOf(caller.businessId())).isEqualTo(10);
                assertThat(rows.count(USED, caller.businessId(), "hour")).isEqualTo(10);
                assertThat(rows.count(USED, caller.businessId(), "KE")).isEqualTo(1_000);
              }
            });
  }

  /** A payout of 100, of which ten make the day's sum; the hour's number is not met. */
  private Uni<String> createLimited(Caller caller, int number) {
    CurrencyUnit currency = CURRENCIES.get(number % 2);
    NewPayout payout =
        payout(
            caller,
            currency,
            "limited " + number,
            100,
            new PayoutLimits(Optional.of(20), Optional.of(new Money(CurrencyUnit.KES, 1_099))));
    return (number / 2 % 2 == 0 ? one : other)
        .creation()
        .create(payout)
        .map(Enum::name)
        .onFailure(ApiException.class)
        .recoverWithItem(Throwable::getMessage);
  }

  private Pod pod(PayoutConfig settings) {
    return Pod.start(vertx, databaseUrl, databaseConfig, settings, accounts, webhooks, dispatcher);
  }

  private Uni<Ending> createAndSettle(Caller caller, int number, long minor) {
    CurrencyUnit currency = CURRENCIES.get(number / BUSINESSES % CURRENCIES.size());
    Pod pod = minor % 2 == 0 ? one : other;
    NewPayout payout = payout(caller, currency, "reference " + number / 2, minor + 1);
    boolean failed = number % 3 == 0;
    return pod.creation()
        .create(payout)
        .chain(
            outcome ->
                (outcome == Outcome.CREATED
                        ? settleByBoth(payout, failed)
                        : Uni.createFrom().item(0L))
                    .map(n -> new Ending(outcome, cost(payout), caller, failed, n)));
  }

  private Uni<Long> settleByBoth(NewPayout payout, boolean failed) {
    return Uni.join()
        .all(
            one.settlement().apply(settlement(payout, failed)),
            other.settlement().apply(settlement(payout, failed)))
        .andFailFast()
        .map(applied -> applied.stream().filter(done -> done).count());
  }

  private long availableMinor(Caller caller) {
    assertThat(
            rows.count(
                "SELECT sum(holding_minor)::bigint FROM wallet WHERE business_id = $1",
                caller.businessId()))
        .isZero();
    return rows.count(
        "SELECT sum(available_minor)::bigint FROM wallet WHERE business_id = $1",
        caller.businessId());
  }

  private static long expectedMinor(Caller caller, List<Ending> endings) {
    long paid =
        endings.stream()
            .filter(e -> e.caller() == caller && e.outcome() == Outcome.CREATED && !e.failed())
            .mapToLong(Ending::cost)
            .sum();
    return FUNDING * CURRENCIES.size() - paid;
  }

  private SqlConnection lockWallet(Caller caller) {
    SqlConnection connection = await(one.pool().getConnection());
    await(connection.query(PatientPool.BEGIN).execute());
    await(
        connection
            .preparedQuery("SELECT 1 FROM wallet WHERE business_id = $1 FOR NO KEY UPDATE")
            .execute(Tuple.of(caller.businessId())));
    return connection;
  }

  private static void unlockWallet(SqlConnection connection) {
    await(connection.query("COMMIT").execute());
    await(connection.close());
  }

  private Caller caller(List<CurrencyUnit> currencies, long minor) {
    Partner partner = partners.create(Map.of());
    for (CurrencyUnit currency : currencies) {
      partners.fund(
          partner.businessId(), currency, new Money(currency, minor).major().toPlainString());
    }
    return TestCallers.of(partner, rows);
  }

  private NewPayout payout(Caller caller, CurrencyUnit currency, String reference, long minor) {
    return payout(caller, currency, reference, minor, PayoutLimits.NONE);
  }

  private NewPayout payout(
      Caller caller, CurrencyUnit currency, String reference, long minor, PayoutLimits limits) {
    PhoneNumber phone = new PhoneNumber(Country.KE, "+254712345678");
    Money sender = new Money(currency, minor);
    Quote quote =
        new Quote(
            new Money(CurrencyUnit.KES, minor), BigDecimal.ONE, sender, new Money(currency, FEE));
    PayoutOrder order =
        new PayoutOrder(
            new Price(currency, quote.receiver(), Optional.empty()),
            new MobileWallet(phone),
            Parties.of(
                null, new Parties.Receiver("Juma", "Mwangi", "supplier"), new MobileWallet(phone)),
            new Terms(reference, "other", Optional.empty(), Optional.empty(), Optional.empty()));
    UUID id = TimeOrderedId.at(System.currentTimeMillis());
    Long wallet =
        await(wallets.find(caller.businessId(), WalletPurpose.PAYOUT, currency)).orElseThrow();
    return new NewPayout(
        id,
        caller,
        wallet,
        order,
        quote,
        "simulator",
        false,
        limits,
        0,
        new byte[1],
        true,
        Optional.empty());
  }

  private static long cost(NewPayout payout) {
    return payout.quote().total().minor();
  }

  private static Settlement settlement(NewPayout created, boolean failed) {
    PendingPayout payout =
        PendingPayouts.of(
            created.serviceReference(),
            created.walletId(),
            created.rail(),
            created.quote().sender(),
            created.quote().receiver());
    PayoutStatus status = failed ? PayoutStatus.FAILURE : PayoutStatus.SUCCESS;
    return new Settlement(
        payout, PayoutDecision.Settle.byHand(status, "declined"), Optional.empty());
  }

  private static HttpRequest sameTransfer(Partner partner) {
    return AtOnce.post(partner, "/business/payout/transfer", Json.of(transferOf("the same")));
  }

  private static CompletableFuture<Outcome> start(Pod pod, NewPayout payout) {
    return pod.creation()
        .create(payout)
        .subscribeAsCompletionStage()
        .orTimeout(2, TimeUnit.MINUTES);
  }

  private static CompletableFuture<Boolean> start(Pod pod, Settlement settlement) {
    return pod.settlement()
        .apply(settlement)
        .subscribeAsCompletionStage()
        .orTimeout(2, TimeUnit.MINUTES);
  }

  private static <T> T await(Uni<T> uni) {
    return uni.await().atMost(PATIENCE);
  }
}
