package org.mizani.webhook.order;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Set;
import java.util.UUID;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;
import org.mizani.database.Database;
import org.mizani.log.RedactedFailure;
import org.mizani.webhook.queue.WebhookDelivery;

/**
 * Order of the events of a payment at an ordered endpoint (ADR 39): a delivery that follows another
 * one waits while that is pending. Deliveries to endpoints are sent after a claim only, so a claim
 * is where they wait.
 */
@Singleton
public final class PaymentOrder {

  /**
   * Postpones those of the claimed deliveries $1 of which the one before, in $2, is pending: by a
   * quarter of their age, at least a second and at most a minute. One that is attempted now is
   * pending until its result is recorded. The ids go through an array, as those of a claim do.
   */
  public static final String POSTPONE =
      """
      UPDATE webhook_due
         SET next_attempt_at = now()
               + least(greatest((now() - created_at) / 4, interval '1 second'), interval '1 minute')
       WHERE id = ANY (ARRAY(
               SELECT claimed.id
                 FROM unnest($1::uuid[], $2::uuid[]) AS claimed (id, follows)
                CROSS JOIN LATERAL (
                      SELECT FROM webhook_due WHERE id = claimed.follows LIMIT 1) AS before))
      RETURNING id
      """;

  private static final Uni<Set<UUID>> NONE = Uni.createFrom().item(Set.of());

  private static final Logger LOG = Logger.getLogger(PaymentOrder.class);

  private final Database database;

  /** The order of the deliveries of this database. */
  public PaymentOrder(Database database) {
    this.database = database;
  }

  /**
   * Those of the deliveries that this pod has just claimed which wait for an earlier one, and are
   * due again later. It has no query where none follows another, and never fails: of those that
   * could not be compared none is sent, and their leases end by themselves.
   */
  public Uni<Set<UUID>> waiting(List<WebhookDelivery> claimed) {
    List<WebhookDelivery> following =
        claimed.stream().filter(one -> one.follows().isPresent()).toList();
    if (following.isEmpty()) {
      return NONE;
    }
    return database
        .list(
            POSTPONE,
            Tuple.tuple()
                .addArrayOfUUID(ids(following, WebhookDelivery::id))
                .addArrayOfUUID(ids(following, one -> one.follows().orElseThrow())),
            row -> row.getUUID("id"))
        .map(Set::copyOf)
        .onFailure()
        .recoverWithItem(failure -> unknown(following, failure));
  }

  private static Set<UUID> unknown(List<WebhookDelivery> following, Throwable failure) {
    LOG.warnf(
        "%d webhooks to ordered endpoints wait for the end of their leases: %s",
        following.size(), RedactedFailure.words(failure));
    return following.stream().map(WebhookDelivery::id).collect(Collectors.toUnmodifiableSet());
  }

  private static UUID[] ids(List<WebhookDelivery> deliveries, Function<WebhookDelivery, UUID> id) {
    return deliveries.stream().map(id).toArray(UUID[]::new);
  }
}
