package org.mizani.webhook;

import io.vertx.core.buffer.Buffer;
import jakarta.inject.Singleton;
import java.net.URI;
import java.nio.charset.StandardCharsets;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.mizani.encryption.FieldEncryption;
import org.mizani.support.Rows;
import org.mizani.webhook.queue.WebhookDelivery;

/** Writes deliveries that were given up, for tests. */
@Singleton
public class DeadDeliveries {

  private static final byte[] BODY = "{}".getBytes(StandardCharsets.UTF_8);

  private final Rows rows;
  private final FieldEncryption encryption;

  DeadDeliveries(Rows rows, FieldEncryption encryption) {
    this.rows = rows;
    this.encryption = encryption;
  }

  /** Writes so many of a business to this URL, created at an SQL time, and returns their ids. */
  public Set<String> write(long businessId, String url, int count, String createdAt) {
    UUID[] ids = Stream.generate(UUID::randomUUID).limit(count).toArray(UUID[]::new);
    Buffer[] encrypted = Stream.of(ids).map(this::body).toArray(Buffer[]::new);
    rows.execute(
        """
        WITH dead AS (
          INSERT INTO webhook_delivery (id, business_id, kind, subject_id, url, host, status,
                                        attempts, created_at)
          SELECT id, $3, 'payout', gen_random_uuid(), $4, $5, 'dead', 3, %s
          FROM unnest($1::uuid[]) AS id
          RETURNING id, business_id, created_at
        ), body AS (
          INSERT INTO webhook_body (delivery_id, created_at, body_encrypted)
          SELECT id, created_at, body
          FROM dead JOIN unnest($1::uuid[], $2::bytea[]) AS bodies (id, body) USING (id)
        )
        INSERT INTO webhook_dead (id, business_id, created_at)
        SELECT id, business_id, created_at FROM dead
        """
            .formatted(createdAt),
        ids,
        encrypted,
        businessId,
        url,
        URI.create(url).getAuthority());
    return Stream.of(ids).map(UUID::toString).collect(Collectors.toUnmodifiableSet());
  }

  private Buffer body(UUID id) {
    return Buffer.buffer(encryption.encrypt(WebhookDelivery.encryptionContext(id), BODY));
  }
}
