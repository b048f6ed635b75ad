package org.mizani.webhook;

import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.Optional;
import org.mizani.database.Database;
import org.mizani.encryption.FieldEncryption;

/** Gives businesses the secrets that their webhooks are signed with. */
@Singleton
public final class WebhookSecrets {

  private static final String ADD =
      "INSERT INTO webhook_secret (business_id, secret_encrypted) VALUES ($1, $2)";

  /** Those that have an end already keep it. */
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
   * Adds a secret in the place of those that the business has. For a while deliveries are signed
   * with all of them, so that the receiver may change over when it likes. Needs a transaction in
   * which nobody else does the same for this business.
   *
   * @return when the others end; nothing if there was none
   */
  public Uni<Optional<Instant>> rotate(long businessId, WebhookSecret secret) {
    return database
        .execute(END_OTHERS, Tuple.of(businessId, overlap.toMillis()))
        .map(WebhookSecrets::end)
        .call(() -> add(businessId, secret));
  }

  private static Optional<Instant> end(RowSet<Row> ended) {
    return ended.iterator().hasNext()
        ? Optional.of(ended.iterator().next().getOffsetDateTime("expires_at").toInstant())
        : Optional.empty();
  }

  /** Adds a secret; those that the business has stay valid. */
  public Uni<Void> add(long businessId, WebhookSecret secret) {
    byte[] plain = secret.text().getBytes(StandardCharsets.US_ASCII);
    byte[] encrypted = encryption.encrypt(WebhookSecret.encryptionContext(businessId), plain);
    return database.execute(ADD, Tuple.of(businessId, Buffer.buffer(encrypted))).replaceWithVoid();
  }
}
