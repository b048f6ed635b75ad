package org.mizani.webhook;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.mizani.database.Database;
import org.mizani.encryption.FieldEncryption;

/** Webhook secrets of the businesses. */
@Singleton
public final class WebhookSecrets {

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
    return database.inTransaction(
        () ->
            StoredWebhookSecret.withoutEnd(businessId)
                .chain(others -> database.now().map(now -> end(others, now.plus(overlap))))
                .call(() -> add(businessId, secret)));
  }

  private static Optional<Instant> end(List<StoredWebhookSecret> others, Instant end) {
    others.forEach(other -> other.expireAt(end));
    return others.isEmpty() ? Optional.empty() : Optional.of(end);
  }

  /** Adds a secret; the older secrets of the business stay valid. */
  public Uni<Void> add(long businessId, WebhookSecret secret) {
    byte[] plain = secret.text().getBytes(StandardCharsets.US_ASCII);
    byte[] encrypted = encryption.encrypt(WebhookSecret.encryptionContext(businessId), plain);
    return database
        .inTransaction(
            () ->
                database
                    .now()
                    .chain(now -> new StoredWebhookSecret(businessId, encrypted, now).persist()))
        .replaceWithVoid();
  }
}
