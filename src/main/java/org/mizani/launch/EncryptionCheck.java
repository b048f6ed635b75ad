package org.mizani.launch;

import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import jakarta.interceptor.Interceptor;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.mizani.business.WebhookSignature;
import org.mizani.database.Database;
import org.mizani.database.SameEventLoop;
import org.mizani.encryption.EncryptedJson;
import org.mizani.encryption.FieldEncryption;
import org.mizani.encryption.UndecryptableException;
import org.mizani.payout.schedule.ScheduledItems;
import org.mizani.webhook.WebhookSecret;

/**
 * Check at a start that the encryption keys open the database's data. Of each key that a value in
 * force was encrypted with, one such value is decrypted: with other keys every login would fail.
 */
@Singleton
final class EncryptionCheck {

  private static final String VALUES =
      """
      SELECT DISTINCT ON (key_name) key_name, api_key, business_id, endpoint_id, bulk_id, encrypted
      -- Of a batch, which may be a megabyte, only the beginning is read.
      FROM (SELECT substr(v.encrypted, 2, get_byte(substr(v.encrypted, 1, 1), 0)) AS key_name, v.*
            FROM (SELECT key AS api_key, NULL::bigint AS business_id, NULL::uuid AS endpoint_id,
                         NULL::uuid AS bulk_id, signature_encrypted AS encrypted
                  FROM api_key WHERE revoked_at IS NULL
                  UNION ALL
                  SELECT NULL, business_id, NULL, NULL, secret_encrypted
                  FROM webhook_secret WHERE expires_at IS NULL OR expires_at > now()
                  UNION ALL
                  SELECT NULL, NULL, id, NULL, secret_encrypted
                  FROM webhook_endpoint WHERE secret_encrypted IS NOT NULL
                  UNION ALL
                  SELECT NULL, NULL, NULL, id, items_encrypted
                  FROM payout_bulk_schedule WHERE due_at IS NOT NULL) AS v) AS named
      ORDER BY key_name, api_key, business_id, endpoint_id, bulk_id
      """;

  private final Database database;
  private final SameEventLoop sameLoop;
  private final FieldEncryption encryption;

  EncryptionCheck(Database database, SameEventLoop sameLoop, FieldEncryption encryption) {
    this.database = database;
    this.sameLoop = sameLoop;
    this.encryption = encryption;
  }

  /** Encrypted value, the name of its key, and the context that it is bound to. */
  private record Value(String keyName, String context, byte[] encrypted) {

    static Value of(Row row) {
      return new Value(
          new String(row.getBuffer("key_name").getBytes(), StandardCharsets.US_ASCII),
          contextOf(row),
          row.getBuffer("encrypted").getBytes());
    }

    private static String contextOf(Row row) {
      String apiKey = row.getString("api_key");
      UUID endpoint = row.getUUID("endpoint_id");
      UUID bulk = row.getUUID("bulk_id");
      if (apiKey != null) {
        return WebhookSignature.encryptionContext(apiKey);
      }
      if (bulk != null) {
        return EncryptedJson.context(ScheduledItems.KIND, bulk);
      }
      return endpoint == null
          ? WebhookSecret.encryptionContext(row.getLong("business_id"))
          : WebhookSecret.encryptionContext(endpoint);
    }
  }

  /** Runs once the schema and the environment of the database are known. */
  void require(@Observes @Priority(Interceptor.Priority.PLATFORM_BEFORE) StartupEvent event) {
    sameLoop.await(() -> database.list(VALUES, Tuple.tuple(), Value::of)).forEach(this::decrypt);
  }

  private void decrypt(Value value) {
    try {
      encryption.decrypt(value.context(), value.encrypted());
    } catch (UndecryptableException e) {
      // Not as the cause: the reader needs the setting, not the value.
      throw new ConfigurationException(
          "PAYMENTS_ENCRYPTION_KEYS must have the key \"%s\" with which data in force was encrypted: these keys do not open it."
              .formatted(value.keyName()));
    }
  }
}
