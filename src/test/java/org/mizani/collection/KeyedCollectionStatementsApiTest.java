package org.mizani.collection;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.inject.Inject;
import java.time.InstantSource;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.concurrent.CopyOnWriteArrayList;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.access.Caller;
import org.mizani.access.PartnerLimits;
import org.mizani.access.TestCallers;
import org.mizani.collection.answer.CollectionAnswer;
import org.mizani.collection.record.CollectionRepository;
import org.mizani.collection.record.Customer;
import org.mizani.corridor.Country;
import org.mizani.corridor.MobileOperators;
import org.mizani.corridor.PhoneNumber;
import org.mizani.database.Database;
import org.mizani.database.DatabaseConfig;
import org.mizani.database.NotedPool;
import org.mizani.database.PodDatabase;
import org.mizani.encryption.FieldEncryption;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.ledger.Ledger;
import org.mizani.ledger.WalletIds;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.rail.CollectionRouter;
import org.mizani.repeat.PodRepeats;
import org.mizani.support.HaltedSchedulerProfile;
import org.mizani.support.Rows;
import org.mizani.support.SentStatements;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.webhook.address.CallbackGuard;

/** Statements that the answer to a collection's request takes: one, with a key too. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(HaltedSchedulerProfile.class)
class KeyedCollectionStatementsApiTest {

  private static final Optional<String> NO_KEY = Optional.empty();

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject Pool pool;
  @Inject DatabaseConfig databaseConfig;
  @Inject CollectionConfig config;
  @Inject MobileOperators operators;
  @Inject CollectionRouter rails;
  @Inject Customer.Encryption customers;
  @Inject FieldEncryption encryption;
  @Inject WalletIds wallets;
  @Inject Ledger ledger;
  @Inject CollectionSettler settler;
  @Inject CallbackGuard callbacks;
  @Inject PartnerLimits limits;
  @Inject CollectionRepository recorded;
  @Inject InstantSource clock;

  private final List<String> sent = new CopyOnWriteArrayList<>();
  private Database database;
  private Collections collections;
  private Caller caller;

  @BeforeEach
  void aPodWhoseStatementsAreCounted() {
    caller = TestCallers.of(partners.createShop(Map.of()), rows);
    database = PodDatabase.behind(NotedPool.of(pool, sent), databaseConfig);
    collections =
        new Collections(
            operators,
            rails,
            customers,
            new CollectionCreation(database, wallets, ledger, config),
            settler,
            callbacks,
            limits,
            new UsedCollectionReferences(database, customers),
            clock,
            config);
    SentStatements.all(answer("first", NO_KEY)); // opens the wallet, whose id is known then
    sent.clear();
  }

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @Test
  void aRequestWithoutAKeyTakesOneStatementThatKnowsNone() {
    List<String> read = SentStatements.all(answer("without", NO_KEY));

    assertThat(sent).containsExactly(CollectionCreation.CREATE);
    assertThat(read).isEmpty();
    assertThat(CollectionCreation.CREATE)
        .doesNotContain("idempotency_key", "request_key", "first_id");
  }

  @Test
  void aRequestWithAKeyTakesOneStatementToo() {
    List<String> read = SentStatements.all(answer("with", Optional.of("the-key")));

    assertThat(sent).containsExactly(CollectionCreation.CREATE_KEYED);
    assertThat(read).isEmpty();
  }

  @Test
  void aUsedReferenceTakesOneStatementMoreToRemember() {
    Uni<CollectionAnswer> refused = answer("first", Optional.of("used"));

    List<String> read = SentStatements.all(refused.onFailure(ApiException.class).recoverWithNull());

    assertThat(sent).hasSize(2).startsWith(CollectionCreation.CREATE_KEYED);
    assertThat(sent.get(1)).contains("UPDATE idempotency_key", "INSERT INTO idempotency_key");
    assertThat(read).as("the collection that has the reference").hasSize(1);
  }

  private Uni<CollectionAnswer> answer(String reference, Optional<String> key) {
    return PodRepeats.of(database, encryption, key)
        .answer(
            caller,
            recordedKey -> collections.create(caller, order(reference), recordedKey),
            id -> recorded.created(caller, id));
  }

  private static CollectionOrder order(String reference) {
    return new CollectionOrder(
        new Money(CurrencyUnit.KES, 15_000),
        new PhoneNumber(Country.KE, "+254712345678"),
        Optional.of(reference),
        Optional.empty(),
        Optional.empty(),
        Optional.empty());
  }
}
