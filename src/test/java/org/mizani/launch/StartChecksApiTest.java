package org.mizani.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.buffer.Buffer;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.UUID;
import org.eclipse.microprofile.config.Config;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.database.Database;
import org.mizani.database.SameEventLoop;
import org.mizani.encryption.EncryptedJson;
import org.mizani.encryption.FieldEncryption;
import org.mizani.payout.schedule.ScheduledItems;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;

/** Checks and report of a start that has a database. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class StartChecksApiTest {

  private static final StartupEvent START = new StartupEvent();

  @Inject Database database;
  @Inject SameEventLoop sameLoop;
  @Inject FieldEncryption encryption;
  @Inject StartReport report;
  @Inject Config config;
  @Inject Rows rows;

  /** Other tests of this start leave values in force that no key has encrypted. */
  @BeforeEach
  void endWhatIsNotEncrypted() {
    rows.execute(
        """
        UPDATE api_key SET revoked_at = now()
         WHERE revoked_at IS NULL
           AND substr(signature_encrypted, 2, get_byte(signature_encrypted, 0)) <> 'test'
        """);
    rows.execute(
        """
        UPDATE webhook_secret SET expires_at = now()
         WHERE (expires_at IS NULL OR expires_at > now())
           AND substr(secret_encrypted, 2, get_byte(secret_encrypted, 0)) <> 'test'
        """);
  }

  @Test
  void aServiceWithTheKeysOfTheDataStarts() {
    TestPartners.here().create(Map.of());

    new EncryptionCheck(database, sameLoop, encryption).require(START);
  }

  @Test
  void aServiceWithoutTheKeyOfTheDataDoesNotStart() {
    TestPartners.here().create(Map.of());

    assertThatThrownBy(() -> checkWith("another", new byte[32]))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(REFUSAL);
  }

  @Test
  void aServiceWithAnotherKeyOfTheSameNameDoesNotStart() {
    TestPartners.here().create(Map.of());
    byte[] other = new byte[32];
    other[0] = 77;

    assertThatThrownBy(() -> checkWith("test", other))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(REFUSAL);
  }

  /** The batch would fail at its time, and each of its tries. */
  @Test
  void aServiceWithoutTheKeyOfABatchThatWaitsDoesNotStart() {
    UUID id = UUID.randomUUID();
    byte[] items =
        new FieldEncryption(Map.of("batches", new byte[32]))
            .encrypt(EncryptedJson.context(ScheduledItems.KIND, id), new byte[3]);
    TestPartners.here().create(Map.of());
    rows.execute(
        """
        INSERT INTO payout_bulk_schedule (
          id, business_id, api_key_id, execute_at, atomic, due_at, results, claimed_references,
          items_encrypted)
        VALUES ($1, 1, 1, now() + interval '1 day', false, now() + interval '1 day', '[]', '{}',
                $2)
        """,
        id,
        Buffer.buffer(items));
    try {
      assertThatThrownBy(() -> new EncryptionCheck(database, sameLoop, encryption).require(START))
          .isInstanceOf(ConfigurationException.class)
          .hasMessage(REFUSAL.replace("\"test\"", "\"batches\""));
      // With that key the batch opens, and it is the others' turn.
      assertThatThrownBy(() -> checkWith("batches", new byte[32]))
          .isInstanceOf(ConfigurationException.class)
          .hasMessage(REFUSAL);
    } finally {
      rows.execute(
          """
          UPDATE payout_bulk_schedule
          SET status = 'cancelled', ended_at = now(), due_at = NULL, items_encrypted = NULL
          WHERE id = $1
          """,
          id);
    }
    new EncryptionCheck(database, sameLoop, encryption).require(START);
  }

  @Test
  void theReportNamesEnvironmentVersionSchemaDatabaseAndRails() {
    assertThat(report.line())
        .matches(
            "Environment test, version \\S+, schema 1, database localhost:\\d+/\\w+,"
                + " rails: simulator.*");
  }

  @Test
  void theServiceOfTheTestsHasOnlySettingsThatExist() {
    assertThat(StartReport.unknown(KnownSettings.ofThisBuild(), config.getPropertyNames()))
        .isEmpty();
  }

  private static final String REFUSAL =
      "PAYMENTS_ENCRYPTION_KEYS must have the key \"test\" with which data in force was encrypted:"
          + " these keys do not open it.";

  private void checkWith(String name, byte[] key) {
    new EncryptionCheck(database, sameLoop, new FieldEncryption(Map.of(name, key))).require(START);
  }
}
