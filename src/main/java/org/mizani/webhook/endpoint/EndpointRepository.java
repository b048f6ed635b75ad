package org.mizani.webhook.endpoint;

import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.mizani.database.Database;
import org.mizani.database.Projection;
import org.mizani.encryption.FieldEncryption;
import org.mizani.webhook.WebhookSecret;

/**
 * Repository of endpoints. Each change takes the lock of changes before its number and keeps it
 * until the commit, so that no lower number appears after a higher one.
 */
@Singleton
final class EndpointRepository {

  private static final String COLUMNS =
      "id, url, host, kinds, ordered, status, CASE WHEN previous_until > now() THEN previous_until END"
          + " AS previous_until, tested_at, created_at, updated_at";

  private static final String LIST =
      "SELECT "
          + COLUMNS
          + " FROM webhook_endpoint WHERE business_id = $1 AND status <> 'deleted'"
          + " ORDER BY created_at DESC, id DESC";

  private static final String FIND =
      "SELECT " + COLUMNS + " FROM webhook_endpoint WHERE id = $1 AND business_id = $2";

  private static final String COUNT =
      """
      SELECT count(*) AS counted
        FROM webhook_endpoint
       WHERE business_id = $1
         AND (deleted_at IS NULL OR deleted_at > now() - $2::bigint * interval '1 millisecond')
      """;

  private static final String LOCK_CHANGES =
      "SELECT pg_advisory_xact_lock(hashtext('webhook endpoints'))";

  private static final String INSERT =
      """
      INSERT INTO webhook_endpoint (
        id, business_id, url, host, kinds, ordered, secret_encrypted, change)
      VALUES ($1, $2, $3, $4, $5, $6, $7, nextval('webhook_endpoint_change_number'))
      RETURNING\s"""
          + COLUMNS;

  private static final String CHANGE =
      """
      UPDATE webhook_endpoint
         SET %s, change = nextval('webhook_endpoint_change_number'), updated_at = now()
       WHERE id = $1
      RETURNING\s"""
          + COLUMNS;

  private static final String SET_STATUS = CHANGE.formatted("status = $2");

  private static final String DELETE =
      CHANGE.formatted(
          "status = 'deleted', deleted_at = now(), url = NULL, secret_encrypted = NULL,"
              + " previous_secret_encrypted = NULL, previous_until = NULL");

  private static final String ROTATE =
      """
      UPDATE webhook_endpoint
         SET previous_secret_encrypted = secret_encrypted,
             previous_until = now() + $3::bigint * interval '1 millisecond',
             secret_encrypted = $2, updated_at = now()
       WHERE id = $1
      RETURNING\s"""
          + COLUMNS;

  private static final Projection<Endpoint> ENDPOINT = Projection.into(Endpoint.class);

  private final Database database;
  private final FieldEncryption encryption;

  EndpointRepository(Database database, FieldEncryption encryption) {
    this.database = database;
    this.encryption = encryption;
  }

  /** Endpoints of a business, newest first, without those that are deleted. */
  Uni<List<Endpoint>> list(long businessId) {
    return database.list(LIST, Tuple.of(businessId), ENDPOINT);
  }

  /** An endpoint of this business, also a deleted one. */
  Uni<Optional<Endpoint>> find(long businessId, UUID id) {
    return database.find(FIND, Tuple.of(id, businessId), ENDPOINT);
  }

  /** How many endpoints a business has, with those that were deleted since. */
  Uni<Long> count(long businessId, Duration deletedWithin) {
    return database.one(
        COUNT, Tuple.of(businessId, deletedWithin.toMillis()), row -> row.getLong("counted"));
  }

  Uni<Endpoint> insert(long businessId, EndpointForm.Terms terms, WebhookSecret secret) {
    UUID id = UUID.randomUUID();
    return changed(
        INSERT,
        Tuple.from(
            List.of(
                id,
                businessId,
                terms.url().toString(),
                terms.url().host(),
                terms.kinds().toArray(String[]::new),
                terms.ordered(),
                encrypted(id, secret))));
  }

  Uni<Endpoint> enable(UUID id) {
    return changed(SET_STATUS, Tuple.of(id, "enabled"));
  }

  Uni<Endpoint> disable(UUID id) {
    return changed(SET_STATUS, Tuple.of(id, "disabled"));
  }

  /** Deletes an endpoint: its row stays, without URL and secrets, while deliveries name it. */
  Uni<Endpoint> delete(UUID id) {
    return changed(DELETE, Tuple.of(id));
  }

  /** Gives an endpoint this secret; the one before is valid for the overlap, an older one ends. */
  Uni<Endpoint> rotate(UUID id, WebhookSecret secret, Duration overlap) {
    return database.one(ROTATE, Tuple.of(id, encrypted(id, secret), overlap.toMillis()), ENDPOINT);
  }

  private Uni<Endpoint> changed(String statement, Tuple parameters) {
    return database
        .execute(LOCK_CHANGES)
        .chain(() -> database.one(statement, parameters, ENDPOINT));
  }

  private Buffer encrypted(UUID id, WebhookSecret secret) {
    byte[] plain = secret.text().getBytes(StandardCharsets.US_ASCII);
    return Buffer.buffer(encryption.encrypt(WebhookSecret.encryptionContext(id), plain));
  }
}
