package org.mizani.collection;

import static java.util.function.Predicate.isEqual;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.access.Caller;
import org.mizani.access.PhoneCounts.PhoneLimit;
import org.mizani.access.SameMinute;
import org.mizani.access.TestCallers;
import org.mizani.corridor.Country;
import org.mizani.corridor.PhoneNumber;
import org.mizani.database.Database;
import org.mizani.ledger.Ledger;
import org.mizani.ledger.WalletIds;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.repeat.RequestKey;
import org.mizani.support.Defaults;
import org.mizani.support.HaltedSchedulerProfile;
import org.mizani.support.PatientPool;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;

/** Equal requests in one statement count as one prompt of their phone, as one is sent. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(HaltedSchedulerProfile.class)
class KeyedPromptsApiTest {

  private static final Money AMOUNT = new Money(CurrencyUnit.KES, 15_000);
  private static final PhoneNumber PHONE = new PhoneNumber(Country.KE, "+254712345678");

  private static final String WAITING =
      "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
          + " AND datname = current_database() AND query LIKE 'WITH request AS%'";

  private static final String COUNTED =
      "SELECT coalesce(sum(counted), 0)::bigint FROM phone_hour WHERE subject = $1";

  private static final String KEYS =
      "SELECT count(*) FROM idempotency_key WHERE business_id = $1 AND key = $2";

  private static final String COLLECTIONS =
      "SELECT count(*) FROM collection WHERE business_id = $1";

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject Pool pool;
  @Inject Database database;
  @Inject WalletIds wallets;
  @Inject Ledger ledger;

  private UUID phone;
  private UUID otherPhone;
  private CollectionCreation creation;
  private Caller caller;
  private long wallet;

  @BeforeEach
  void aPodOfOneStatementAtATime() {
    phone = UUID.randomUUID();
    otherPhone = UUID.randomUUID();
    Map<String, String> one =
        Map.of(
            "payments.collection.creation.max-running", "1",
            "payments.collection.creation.max-wait", "2m");
    CollectionConfig config = Defaults.with(CollectionConfig.class, one);
    creation = new CollectionCreation(database, wallets, ledger, config);
    caller = TestCallers.of(partners.createShop(Map.of()), rows);
    wallet = await(creation.walletOf(caller, AMOUNT.currency()));
  }

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @Test
  void equalRequestsCountOnce() {
    List<String> outcomes = inOneStatement(Collections.nCopies(8, request("one", phone, 1)));

    assertThat(outcomes)
        .containsExactly(
            Stream.concat(Stream.of("CREATED"), Collections.nCopies(7, "DUPLICATE").stream())
                .toArray(String[]::new));
    assertThat(rows.count(COUNTED, phone)).isOne();
  }

  @Test
  void othersOfThePhoneHaveTheRestOfItsLimit() {
    List<String> outcomes =
        inOneStatement(
            List.of(
                request("one", phone, 3),
                request("one", phone, 3),
                request("two", phone, 3),
                request("one", phone, 3),
                withoutKey(phone, 3),
                withoutKey(phone, 3)));

    assertThat(outcomes)
        .containsExactly(
            "CREATED", "DUPLICATE", "CREATED", "DUPLICATE", "CREATED", "TOO_MANY_PROMPTS");
    assertThat(rows.count(COUNTED, phone)).isEqualTo(4);
  }

  @Test
  void equalRequestsBeyondTheLimitAreRefusedAlike() throws Exception {
    new SameMinute(rows).run(this::equalRequestsBeyondTheLimitAreRefusedAlikeInAnHour);
  }

  private void equalRequestsBeyondTheLimitAreRefusedAlikeInAnHour() {
    aPodOfOneStatementAtATime();
    assertThat(inOneStatement(List.of(request("before", phone, 1)))).containsExactly("CREATED");

    List<String> outcomes = inOneStatement(Collections.nCopies(3, request("one", phone, 1)));

    assertThat(outcomes).containsOnly("TOO_MANY_PROMPTS");
    assertThat(rows.count(COUNTED, phone)).isEqualTo(2);
    assertThat(rows.count(KEYS, caller.businessId(), "one")).isZero();
  }

  /** It prompts nobody uncounted: it is refused like the first one of its key. */
  @Test
  void anotherRequestUnderTheKeyOfOneBeyondTheLimitPromptsNobody() throws Exception {
    new SameMinute(rows)
        .run(this::anotherRequestUnderTheKeyOfOneBeyondTheLimitPromptsNobodyInAnHour);
  }

  private void anotherRequestUnderTheKeyOfOneBeyondTheLimitPromptsNobodyInAnHour() {
    aPodOfOneStatementAtATime();
    assertThat(inOneStatement(List.of(request("before", phone, 1)))).containsExactly("CREATED");
    long created = rows.count(COLLECTIONS, caller.businessId());

    List<String> outcomes =
        inOneStatement(List.of(request("one", phone, 1), request("one", otherPhone, 1)));

    assertThat(outcomes).containsOnly("TOO_MANY_PROMPTS");
    assertThat(rows.count(COUNTED, otherPhone)).isZero();
    assertThat(rows.count(COLLECTIONS, caller.businessId()))
        .as("one more by the request that was waited for")
        .isEqualTo(created + 1);
  }

  /** The outcomes of these requests, which gather behind one that waits for its key. */
  private List<String> inOneStatement(List<NewCollection> requests) {
    String awaited = UUID.randomUUID().toString();
    SqlConnection session = await(pool.getConnection());
    await(session.query(PatientPool.BEGIN).execute());
    await(
        session
            .preparedQuery(
                "INSERT INTO idempotency_key (business_id, key, request_encrypted, refusal)"
                    + " VALUES ($1, $2, '\\x00', '{}')")
            .execute(Tuple.of(caller.businessId(), awaited)));
    CompletableFuture<String> first = outcomeOf(request(awaited, UUID.randomUUID(), 1));
    eventually(() -> rows.count(WAITING), isEqual(1L));

    List<CompletableFuture<String>> outcomes = new ArrayList<>();
    for (NewCollection request : requests) {
      outcomes.add(outcomeOf(withAnotherId(request)));
    }
    await(session.query("ROLLBACK").execute());
    await(session.close());

    assertThat(first).succeedsWithin(PATIENCE).isEqualTo("CREATED");
    return outcomes.stream().map(CompletableFuture::join).toList();
  }

  private CompletableFuture<String> outcomeOf(NewCollection request) {
    return creation
        .create(request)
        .map(result -> result.outcome().name())
        .subscribeAsCompletionStage();
  }

  private NewCollection request(String key, UUID subject, int most) {
    return collection(subject, most, Optional.of(new RequestKey(key, new byte[32], new byte[1])));
  }

  private NewCollection withoutKey(UUID subject, int most) {
    return collection(subject, most, Optional.empty());
  }

  private NewCollection withAnotherId(NewCollection request) {
    PhoneLimit limit = request.prompts().orElseThrow();
    return collection(limit.subject(), limit.most(), request.key());
  }

  private NewCollection collection(UUID subject, int most, Optional<RequestKey> key) {
    return new NewCollection(
        UUID.randomUUID(),
        caller,
        wallet,
        new CollectionOrder(
            AMOUNT, PHONE, Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty()),
        "simulator",
        "",
        0,
        new byte[1],
        Optional.of(new PhoneLimit(subject, most)),
        false,
        key);
  }

  private static <T> T await(Uni<T> uni) {
    return uni.await().atMost(PATIENCE);
  }
}
