package org.mizani.webhook.endpoint;

import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.mutiny.Uni;
import io.vertx.core.buffer.Buffer;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.UUID;
import org.mizani.access.Caller;
import org.mizani.database.Database;
import org.mizani.fault.ApiFault;
import org.mizani.fault.WebhookFault;
import org.mizani.webhook.DeliveryRepository;
import org.mizani.webhook.RecordedDelivery;
import org.mizani.webhook.WebhookReplays;
import org.mizani.webhook.WebhookWriter;
import org.mizani.webhook.queue.Receiver;

/**
 * Test events of endpoints: a delivery of a kind that no payment has, which is attempted once and
 * counts in no figure.
 */
@Singleton
final class EndpointTests {

  private static final String EVENT = "business.endpoint.test";

  /**
   * Writes delivery $1 with body $2 to the endpoint $3 of business $4, unless one was written to
   * any of its endpoints, deleted ones too, within $5 milliseconds: the business's lock keeps two
   * at once apart. Its subject is the delivery itself.
   */
  private static final String WRITE =
      """
      WITH tested AS (
        UPDATE webhook_endpoint
           SET tested_at = now()
         WHERE id = $3 AND business_id = $4 AND status = 'enabled'
           AND NOT EXISTS (
                 SELECT FROM webhook_endpoint
                  WHERE business_id = $4
                    AND tested_at > now() - $5::bigint * interval '1 millisecond')
        RETURNING id, business_id, url, host
      ), delivery AS (
        INSERT INTO webhook_delivery (
          id, created_at, business_id, subject_id, kind, url, host, endpoint_id)
        SELECT $1, now(), business_id, $1, 'endpoint_test', url, host, id FROM tested
      ), body AS (
        INSERT INTO webhook_body (delivery_id, created_at, body_encrypted)
        SELECT $1, now(), $2 FROM tested
      )
      INSERT INTO webhook_due (id, business_id, created_at, next_attempt_at, host)
      SELECT $1, business_id, now(), now(), %s FROM tested
      RETURNING id
      """
          .formatted(Receiver.nameSql("host", "id"));

  private final OwnEndpoints endpoints;
  private final DeliveryRepository deliveries;
  private final WebhookWriter writer;
  private final WebhookReplays replays;
  private final Database database;
  private final InstantSource clock;
  private final Duration testEvery;

  EndpointTests(
      OwnEndpoints endpoints,
      DeliveryRepository deliveries,
      WebhookWriter writer,
      WebhookReplays replays,
      Database database,
      InstantSource clock,
      EndpointConfig config) {
    this.endpoints = endpoints;
    this.deliveries = deliveries;
    this.writer = writer;
    this.replays = replays;
    this.database = database;
    this.clock = clock;
    this.testEvery = config.endpoints().testEvery();
  }

  /** Body of a test event. */
  @RegisterForReflection
  record Body(String event, String endpointId, String businessId, Instant occurredAt) {}

  /**
   * Writes a test event, and answers its delivery, which is due at once.
   *
   * @throws ApiFault.ApiException (as failure) 401 if the caller's key has ended by now; 403 if the
   *     business is suspended by now; 404 as {@link OwnEndpoints#find}; 409 if the endpoint is
   *     disabled, or one of the business was tested a moment ago
   */
  Uni<RecordedDelivery> test(Caller caller, UUID endpoint) {
    return endpoints
        .locked(
            caller,
            () ->
                endpoints
                    .find(caller, endpoint)
                    .invoke(EndpointTests::requireEnabled)
                    .chain(() -> write(caller, endpoint)))
        .invoke(replays::sendNow);
  }

  private static void requireEnabled(Endpoint endpoint) {
    if (!endpoint.isEnabled()) {
      throw WebhookFault.ENDPOINT_DISABLED.asException();
    }
  }

  private Uni<RecordedDelivery> write(Caller caller, UUID endpoint) {
    UUID id = writer.newId();
    Body body =
        new Body(
            EVENT,
            endpoint.toString(),
            caller.publicId().toString(),
            clock.instant().truncatedTo(ChronoUnit.MILLIS));
    return database
        .find(
            WRITE,
            Tuple.of(
                id,
                Buffer.buffer(writer.encrypted(id, body)),
                endpoint,
                caller.businessId(),
                testEvery.toMillis()),
            row -> row.getUUID("id"))
        .map(written -> written.orElseThrow(WebhookFault.TEST_TOO_SOON::asException))
        .chain(deliveries::find)
        .map(found -> found.orElseThrow());
  }
}
