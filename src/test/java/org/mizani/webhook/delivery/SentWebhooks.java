package org.mizani.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.TestPartners.transferOf;

import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners.Partner;

/** Deliveries of businesses, for tests. */
@Singleton
class SentWebhooks {

  static final String PATH = "/business/webhook-deliveries";
  static final String BULK = PATH + "/replay?since=2026-01-01";

  private final Rows rows;

  SentWebhooks(Rows rows) {
    this.rows = rows;
  }

  static String replayPath(String delivery) {
    return PATH + "/" + delivery + "/replay";
  }

  /** The id of the delivery of a new payout to this URL, which accepts it. */
  String delivered(Partner sender, String reference, String url) {
    Map<String, Object> body = transferOf(reference);
    body.put("callbackUrl", url);
    String payout = sender.transfer(body).created().path("serviceReference");
    return eventually(
            () ->
                rows.execute(
                    "SELECT id FROM webhook_delivery WHERE subject_id = $1"
                        + " AND status = 'delivered'",
                    UUID.fromString(payout)),
            found -> !found.isEmpty())
        .get(0)
        .getUUID("id")
        .toString();
  }

  /** The status of a delivery in the database. */
  String status(String delivery) {
    return rows.execute("SELECT status FROM webhook_delivery WHERE id = $1", id(delivery))
        .get(0)
        .getString("status");
  }

  /** The number of replays of a delivery. */
  int replays(String delivery) {
    return rows.execute("SELECT replays FROM webhook_delivery WHERE id = $1", id(delivery))
        .get(0)
        .getInteger("replays");
  }

  /** Gives a delivery so many replays. */
  void replayed(String delivery, int times) {
    rows.execute("UPDATE webhook_delivery SET replays = $2 WHERE id = $1", id(delivery), times);
  }

  /** Has a business make so many single replays today, a day that lasts past the midnight. */
  void replayedToday(long businessId, int times) {
    rows.execute(
        "INSERT INTO webhook_replay_day VALUES ($1, date_trunc('day', now(), 'UTC') + interval '24 h', $2)",
        businessId,
        times);
  }

  /** Makes the replays of a business those of the day before. */
  void aDayLater(long businessId) {
    rows.execute(
        "UPDATE webhook_replay_day SET starts_at = starts_at - interval '48 h'"
            + " WHERE business_id = $1",
        businessId);
  }

  /** Gives a business so many pending deliveries, and takes those away that this has given it. */
  void pending(long businessId, int count) {
    rows.execute(
        "DELETE FROM webhook_due WHERE business_id = $1 AND host = 'pending:80'", businessId);
    rows.execute(
        "INSERT INTO webhook_due (id, business_id, created_at, next_attempt_at, host)"
            + " SELECT gen_random_uuid(), $1, now(), now() + interval '1 h', 'pending:80'"
            + " FROM generate_series(1, $2)",
        businessId,
        count);
  }

  /** Erases the body of a delivery, as retention does. */
  void erase(String delivery) {
    rows.execute("DELETE FROM webhook_body WHERE delivery_id = $1", id(delivery));
  }

  /** The number of entries of this key in the audit log. */
  long entriesOf(String apiKey) {
    return rows.count("SELECT count(*) FROM audit_entry WHERE operator = $1", "api-key/" + apiKey);
  }

  /** A token of another key of this business, with these scopes. */
  static String tokenOf(String business, List<String> scopes) {
    Response key =
        TestOperator.request()
            .body(Map.of("scopes", scopes))
            .post("/operator/businesses/" + business + "/api-keys");
    assertThat(key.statusCode()).as(key.asString()).isEqualTo(201);
    return TestOperator.request()
        .body(Map.of("apiKey", key.path("apiKey"), "apiSecret", key.path("apiSecret")))
        .post("/business/auth")
        .path("accessToken");
  }

  private static UUID id(String delivery) {
    return UUID.fromString(delivery);
  }
}
