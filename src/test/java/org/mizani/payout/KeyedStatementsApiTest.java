package org.mizani.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import jakarta.inject.Inject;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.access.Caller;
import org.mizani.access.PartnerLimits;
import org.mizani.access.TestCallers;
import org.mizani.corridor.Country;
import org.mizani.corridor.PhoneNumber;
import org.mizani.corridor.Recipient.MobileWallet;
import org.mizani.database.Database;
import org.mizani.database.DatabaseConfig;
import org.mizani.database.NotedPool;
import org.mizani.database.PodDatabase;
import org.mizani.encryption.FieldEncryption;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.ledger.WalletIds;
import org.mizani.ledger.WalletLocks;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.payout.PayoutOrder.Price;
import org.mizani.payout.PayoutOrder.Terms;
import org.mizani.payout.answer.PayoutAnswer;
import org.mizani.payout.record.Parties;
import org.mizani.payout.record.PayoutRepository;
import org.mizani.payout.record.ScreeningDecisions;
import org.mizani.rail.PayoutRouter;
import org.mizani.rail.guard.HolderLookups;
import org.mizani.rail.guard.SubmissionSwitch;
import org.mizani.repeat.PodRepeats;
import org.mizani.screening.Screening;
import org.mizani.screening.ScreeningConfig;
import org.mizani.support.HaltedSchedulerProfile;
import org.mizani.support.PatientPool;
import org.mizani.support.Rows;
import org.mizani.support.SentStatements;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;
import org.mizani.webhook.address.CallbackGuard;

/** Statements that the answer to a payout's request takes: one, with an idempotency key too. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(HaltedSchedulerProfile.class)
class KeyedStatementsApiTest {

  private static final Optional<String> NO_KEY = Optional.empty();

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject Pool pool;
  @Inject DatabaseConfig databaseConfig;
  @Inject WalletLocks locks;
  @Inject PayoutConfig config;
  @Inject ScreeningConfig screening;
  @Inject Screening unscreened;
  @Inject ScreeningDecisions decisions;
  @Inject SubmissionSwitch submission;
  @Inject PayoutSettlement settlement;
  @Inject PayoutWebhook webhooks;
  @Inject OrderQuotes quotes;
  @Inject PayoutRouter rails;
  @Inject HolderLookups lookups;
  @Inject Parties.Encryption parties;
  @Inject FieldEncryption encryption;
  @Inject WalletIds wallets;
  @Inject PayoutSettler settler;
  @Inject CallbackGuard callbacks;
  @Inject PartnerLimits limits;
  @Inject PayoutRepository recorded;
  @Inject InstantSource clock;

  private final List<String> sent = new CopyOnWriteArrayList<>();
  private Database database;
  private Payouts payouts;
  private Partner partner;
  private Caller caller;

  @BeforeEach
  void aPodWhoseStatementsAreCounted() {
    partner = partners.create(Map.of(CurrencyUnit.KES, "1000"));
    caller = TestCallers.of(partner, rows);
    database = PodDatabase.behind(NotedPool.of(pool, sent), databaseConfig);
    payouts =
        new Payouts(
            quotes,
            rails,
            lookups,
            config,
            parties,
            wallets,
            new PayoutCreation(database, locks, config, screening),
            settler,
            callbacks,
            limits,
            new UsedPayoutReferences(database, parties),
            clock);
    assertThat(answerTo("first", NO_KEY)).as("the wallet, whose id is known then").hasSize(1);
    sent.clear();
  }

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @Test
  void aRequestWithoutAKeyTakesOneStatementThatKnowsNone() {
    List<String> read = answerTo("without", NO_KEY);

    assertThat(sent).containsExactly(PayoutCreation.CREATE);
    assertThat(read).isEmpty();
    assertThat(PayoutCreation.CREATE + PayoutCreation.CREATE_LIMITED)
        .doesNotContain("idempotency_key", "request_key", "quote");
  }

  @Test
  void withoutScreeningASubmissionTakesNoStatementMore() {
    ScreenedSubmissions off =
        new ScreenedSubmissions(
            database, unscreened, decisions, submission, settlement, webhooks, config);
    UUID id = UUID.randomUUID();
    Money amount = new Money(CurrencyUnit.KES, 1);
    PendingPayout payout = PendingPayouts.of(id, 1, "simulator", amount, amount);

    off.clear(payout, null).await().atMost(PATIENCE);

    assertThat(unscreened.isOn()).isFalse();
    assertThat(sent).isEmpty();
  }

  @Test
  void aRequestWithAKeyTakesOneStatementToo() {
    List<String> read = answerTo("with", Optional.of("the-key"));

    assertThat(sent).containsExactly(PayoutCreation.CREATE_KEYED);
    assertThat(read).isEmpty();
  }

  @Test
  void aRequestWithAQuoteGoesAWayOfItsOwn() {
    Map<String, Object> body =
        Map.of("senderCurrency", "KES", "receiverCurrency", "KES", "amount", 100);
    UUID quote = UUID.fromString(partner.quote(body).created().path("quoteId"));

    SentStatements.all(answer(order("quoted", Optional.of(quote)), NO_KEY));

    assertThat(sent).containsExactly(PayoutCreation.CREATE_QUOTED);
  }

  @Test
  void aUsedReferenceTakesOneStatementMoreToRemember() {
    Uni<PayoutAnswer> refused = answer("first", Optional.of("used"));

    List<String> read = SentStatements.all(refused.onFailure(ApiException.class).recoverWithNull());

    assertThat(sent).hasSize(2).startsWith(PayoutCreation.CREATE_KEYED);
    assertThat(sent.get(1)).contains("UPDATE idempotency_key", "INSERT INTO idempotency_key");
    assertThat(read).as("the payout that has the reference").hasSize(1);
  }

  /** It is not even waited for. */
  @Test
  void aRequestWithoutAKeyAndAQuoteTouchesNeitherTable() {
    SqlConnection session = await(pool.getConnection());
    await(session.query(PatientPool.BEGIN).execute());
    await(session.query("LOCK TABLE idempotency_key, fx_quote IN ACCESS EXCLUSIVE MODE").execute());

    answerTo("beside", NO_KEY);

    await(session.query("ROLLBACK").execute());
    await(session.close());
    assertThat(rows.payoutsOf(caller.businessId())).isEqualTo(2);
  }

  /** Answers a request, and returns the statements of Hibernate that this took. */
  private List<String> answerTo(String reference, Optional<String> key) {
    return SentStatements.all(answer(reference, key));
  }

  private Uni<PayoutAnswer> answer(String reference, Optional<String> key) {
    return answer(order(reference, Optional.empty()), key);
  }

  private Uni<PayoutAnswer> answer(PayoutOrder order, Optional<String> key) {
    return PodRepeats.of(database, encryption, key)
        .answer(
            caller,
            recordedKey -> payouts.create(caller, order, recordedKey),
            id -> recorded.created(caller.businessId(), id));
  }

  private static PayoutOrder order(String reference, Optional<UUID> quote) {
    MobileWallet wallet = new MobileWallet(new PhoneNumber(Country.KE, "+254712345692"));
    return new PayoutOrder(
        new Price(CurrencyUnit.KES, new Money(CurrencyUnit.KES, 10_000), quote),
        wallet,
        Parties.of(null, new Parties.Receiver("Juma", "Mwangi", "supplier"), wallet),
        new Terms(reference, "other", Optional.empty(), Optional.empty(), Optional.empty()));
  }

  private static <T> T await(Uni<T> uni) {
    return uni.await().atMost(PATIENCE);
  }
}
