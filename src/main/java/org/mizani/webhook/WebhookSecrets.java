package org.mizani.webhook;

import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.mizani.database.Database;
import org.mizani.encryption.FieldEncryption;

/** Webhook secrets of the businesses. */
@Singleton
public final class WebhookSecrets {

  private static final String ADD =
      "INSERT INTO webhook_secret (business_id, secret_encrypted) VALUES ($1, $2)";

  /** Secrets that have an end already keep it. */
  private static final String END_OTHERS =
      """
      UPDATE webhook_secret SET expires_at = now() + $2::bigint * interval '1 millisecond'
      WHERE business_id = $1 AND expires_at IS NULL
      RETURNING expires_at
      """;

  private final Database database;
  private final FieldEncryption encryption;
  private final Duration overlap;

  WebhookSecrets(Database database, FieldEncryption encryption, WebhookConfig config) {
    this.database = database;
    this.encryption = encryption;
    this.overlap = config.secrets().overlap();
  }

  /**
   * Adds a secret and sets the end of the older ones. Until then deliveries are signed with all of
   * them, so that the receiver may change over at any time. Needs a transaction that holds the lock
   * of this business.
   *
   * @return the end of the older secrets; empty if there were none
   */
  public Uni<Optional<Instant>> rotate(long businessId, WebhookSecret secret) {
    return database
        .find(END_OTHERS, Tuple.of(businessId, overlap.toMillis()), WebhookSecrets::end)
        .call(() -> add(businessId, secret));
  }

  private static Instant end(Row ended) {
    return ended.getOffsetDateTime("expires_at").toInstant();
  }

  /** Adds a secret; the older secrets of the business stay valid. */
  public Uni<Void> add(long businessId, WebhookSecret secret) {
    byte[] plain = secret.text().getBytes(StandardCharsets.US_ASCII);
    byte[] encrypted = encryption.encrypt(WebhookSecret.encryptionContext(businessId), plain);
    return database.execute(ADD, Tuple.of(businessId, Buffer.buffer(encrypted))).replaceWithVoid();
  }
}
