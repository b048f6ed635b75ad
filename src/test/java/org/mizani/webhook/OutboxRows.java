package org.mizani.webhook;

import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.mizani.database.SqlState;
import org.mizani.encryption.FieldEncryption;
import org.mizani.support.Eventually;
import org.mizani.support.PatientPool;
import org.mizani.webhook.address.CallbackUrl;
import org.mizani.webhook.queue.WebhookDelivery;
import org.mizani.webhook.queue.WebhookDelivery.ToEndpoint;

/** Writes the rows that businesses, API keys and final statuses write, and reads deliveries. */
@Singleton
final class OutboxRows {

  /** Business with an API key. */
  record Sender(long businessId, long apiKeyId, String apiSecret) {}

  /** State of a delivery. */
  record State(String status, int attempts, boolean due) {}

  /** Row of webhook_attempt. */
  record AttemptRow(int attempt, Integer responseCode, String error, int durationMillis) {}

  private final Pool pool;
  private final FieldEncryption encryption;

  OutboxRows(PatientPool patient, FieldEncryption encryption) {
    this.pool = patient.pool();
    this.encryption = encryption;
  }

  /** Creates a business with an API key and this signature scheme. */
  Sender sender(String signatureScheme) {
    String key = "pk_test_" + UUID.randomUUID();
    String secret = "sk_test_" + UUID.randomUUID();
    long business =
        one(
                "INSERT INTO business (name, signature_scheme) VALUES ('Partner', $1) RETURNING id",
                signatureScheme)
            .getLong(0);
    byte[] encrypted = encryption.encrypt("api-key/" + key + "/secret", secret.getBytes());
    long apiKey =
        one(
                """
                INSERT INTO api_key (business_id, environment, key, secret_hash, signature_encrypted,
                                     secret_encrypted)
                VALUES ($1, 'test', $2, $3, $3, $4) RETURNING id
                """,
                business,
                key,
                buffer(new byte[32]),
                buffer(encrypted))
            .getLong(0);
    return new Sender(business, apiKey, secret);
  }

  /** Adds a webhook secret of the business. */
  void secret(Sender sender, WebhookSecret secret) {
    byte[] encrypted =
        encryption.encrypt(
            WebhookSecret.encryptionContext(sender.businessId()),
            secret.text().getBytes(StandardCharsets.UTF_8));
    one(
        "INSERT INTO webhook_secret (business_id, secret_encrypted) VALUES ($1, $2) RETURNING id",
        sender.businessId(),
        buffer(encrypted));
  }

  void expireSecrets(Sender sender) {
    run("UPDATE webhook_secret SET expires_at = now() WHERE business_id = $1", sender.businessId());
  }

  /** Makes an endpoint of the business at this URL. */
  UUID endpoint(Sender sender, String url, WebhookSecret secret) {
    UUID id = UUID.randomUUID();
    byte[] text = secret.text().getBytes(StandardCharsets.UTF_8);
    run(
        """
        INSERT INTO webhook_endpoint (id, business_id, url, host, kinds, secret_encrypted, change)
        VALUES ($1, $2, $3, $4, '{payout}', $5, nextval('webhook_endpoint_change_number'))
        """,
        id,
        sender.businessId(),
        url,
        CallbackUrl.parse(url).host(),
        buffer(encryption.encrypt(WebhookSecret.encryptionContext(id), text)));
    return id;
  }

  /** Writes a delivery that is due after this wait: zero for at once, or the lease of a pod. */
  WebhookDelivery insert(Sender sender, String url, String body, Duration dueIn) {
    return insert(sender, Optional.empty(), url, body, dueIn);
  }

  /** The same, to an endpoint if there is one. */
  WebhookDelivery insert(
      Sender sender, Optional<UUID> endpoint, String url, String body, Duration dueIn) {
    UUID id = UUID.randomUUID();
    CallbackUrl callback = CallbackUrl.parse(url);
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);
    run(
        """
        WITH delivery AS (
          INSERT INTO webhook_delivery (id, business_id, api_key_id, kind, subject_id, url, host,
                                        endpoint_id)
          VALUES ($1, $2, $3, 'payout', $4, $5, $6, $9)
          RETURNING id, business_id, created_at, host, endpoint_id
        ), body AS (
          INSERT INTO webhook_body (delivery_id, created_at, body_encrypted)
          SELECT id, created_at, $7 FROM delivery
        )
        INSERT INTO webhook_due (id, business_id, created_at, next_attempt_at, host)
        SELECT id, business_id, created_at, now() + $8::bigint * interval '1 ms',
               host || coalesce('/' || endpoint_id, '')
          FROM delivery
        """,
        id,
        sender.businessId(),
        sender.apiKeyId(),
        UUID.randomUUID(),
        url,
        callback.host(),
        buffer(encryption.encrypt(WebhookDelivery.encryptionContext(id), bytes)),
        dueIn.toMillis(),
        endpoint.orElse(null));
    return new WebhookDelivery(
        id,
        sender.businessId(),
        OptionalLong.of(sender.apiKeyId()),
        endpoint.map(to -> new ToEndpoint(to, false, Optional.empty())),
        callback,
        bytes,
        0,
        0);
  }

  /**
   * Makes all pending deliveries of a business due at once, as if their waits and leases were over.
   */
  void hasten(Sender sender) {
    run(
        "UPDATE webhook_due SET next_attempt_at = now() WHERE business_id = $1",
        sender.businessId());
  }

  /**
   * Marks all pending deliveries of a business dead. A pod under test may still be at work on these
   * rows, and lock them in another order: PostgreSQL then breaks off one of the two, which is to
   * try again.
   */
  void giveUp(Sender sender) {
    runAgainAfterDeadlocks(
        """
        WITH ended AS (
          DELETE FROM webhook_due WHERE business_id = $1 RETURNING id, business_id, created_at
        ), died AS (
          INSERT INTO webhook_dead (id, business_id, created_at) SELECT * FROM ended
        )
        UPDATE webhook_delivery SET status = 'dead' WHERE id = ANY (ARRAY(SELECT id FROM ended))
        """,
        sender.businessId());
  }

  /** Removes all deliveries with all their rows. */
  void removeAll() {
    for (String table : List.of("attempt", "due", "dead", "body", "delivery")) {
      runAgainAfterDeadlocks("DELETE FROM webhook_" + table);
    }
  }

  /** Returns the time from a delivery's last attempt until it is due again. */
  Duration waitAfterTheLastAttempt(UUID id) {
    long millis =
        one(
                """
                SELECT (extract(epoch FROM next_attempt_at - (
                          SELECT max(attempted_at) FROM webhook_attempt WHERE delivery_id = $1))
                        * 1000)::bigint
                  FROM webhook_due WHERE id = $1
                """,
                id)
            .getLong(0);
    return Duration.ofMillis(millis);
  }

  State state(UUID id) {
    Row row =
        one(
            """
            SELECT status, attempts,
                   EXISTS (SELECT FROM webhook_due WHERE id = $1 AND next_attempt_at <= now())
              FROM webhook_delivery WHERE id = $1
            """,
            id);
    return new State(row.getString(0), row.getInteger(1), row.getBoolean(2));
  }

  List<AttemptRow> attempts(UUID id) {
    List<AttemptRow> rows = new ArrayList<>();
    pool.preparedQuery(
            """
            SELECT attempt, response_code, error, duration_ms
              FROM webhook_attempt WHERE delivery_id = $1 ORDER BY attempt
            """)
        .execute(Tuple.of(id))
        .await()
        .indefinitely()
        .forEach(
            row ->
                rows.add(
                    new AttemptRow(
                        row.getInteger(0),
                        row.getInteger(1),
                        row.getString(2),
                        row.getInteger(3))));
    return rows;
  }

  private void runAgainAfterDeadlocks(String sql, Object... parameters) {
    pool.preparedQuery(sql)
        .execute(Tuple.from(parameters))
        .onFailure(SqlState::isDeadlock)
        .retry()
        .indefinitely()
        .await()
        .atMost(Eventually.PATIENCE);
  }

  void run(String sql, Object... parameters) {
    pool.preparedQuery(sql).execute(Tuple.from(parameters)).await().indefinitely();
  }

  Row one(String sql, Object... parameters) {
    return pool.preparedQuery(sql)
        .execute(Tuple.from(parameters))
        .await()
        .indefinitely()
        .iterator()
        .next();
  }

  private static io.vertx.core.buffer.Buffer buffer(byte[] bytes) {
    return io.vertx.core.buffer.Buffer.buffer(bytes);
  }
}
