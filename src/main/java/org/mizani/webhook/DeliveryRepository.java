package org.mizani.webhook;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.mizani.database.Database;
import org.mizani.database.ShownTime;
import org.mizani.paging.ListFilter;
import org.mizani.paging.Page;
import org.mizani.paging.PagedQuery;

/** Repository of the deliveries and attempts of all businesses, for operators; never a body. */
@Singleton
public final class DeliveryRepository {

  /**
   * A delivery without its body and URL: the body is personal data, and the URL may contain a token
   * of the partner.
   */
  public record RecordedDelivery(
      String id,
      String businessId,
      String kind,
      String subjectId,
      String host,
      String status,
      int attemptsMade,
      int replays,
      Instant nextAttemptAt,
      Instant createdAt,
      Instant updatedAt) {}

  /** An attempt of a delivery. */
  public record RecordedAttempt(
      int replay,
      int attempt,
      Integer responseCode,
      String error,
      int durationMs,
      Instant attemptedAt) {}

  private static final List<String> STATUSES =
      Arrays.stream(Attempt.Status.values()).map(status -> status.text).toList();
  private static final String LISTED = STATUSES.stream().collect(Collectors.joining(", "));

  private static final PagedQuery.Rows ROWS =
      new PagedQuery.Rows(
          """
          r.id, r.business_id, r.kind, r.subject_id, r.host, r.status, r.attempts, r.replays,
          r.created_at, r.updated_at, q.next_attempt_at\
          """,
          "webhook_delivery",
          """
          LEFT JOIN LATERAL (
            SELECT next_attempt_at FROM webhook_due WHERE id = r.id LIMIT 1) q ON true\
          """,
          Map.of(
              Attempt.Status.PENDING.text,
              "webhook_due",
              Attempt.Status.DEAD.text,
              "webhook_dead"));

  private static final String FIND =
      """
      SELECT %s, (SELECT public_id FROM business WHERE id = r.business_id) AS public_id
      FROM %s r %s WHERE r.id = $1
      """
          .formatted(ROWS.columns(), ROWS.table(), ROWS.joins());

  private static final String ATTEMPTS =
      """
      SELECT replay, attempt, response_code, error, duration_ms, attempted_at
      FROM webhook_attempt WHERE delivery_id = $1 ORDER BY id
      """;

  private final PagedQuery paged;
  private final Database database;

  DeliveryRepository(PagedQuery paged, Database database) {
    this.paged = paged;
    this.database = database;
  }

  /** The names of statuses, as messages list them. */
  public static String statuses() {
    return LISTED;
  }

  /** This text, if it is the name of a status. */
  public static Optional<String> status(String name) {
    return Optional.of(name).filter(STATUSES::contains);
  }

  /** Deliveries, newest first. */
  public Uni<Page<RecordedDelivery>> list(ListFilter filter) {
    return paged.read(ROWS, filter, DeliveryRepository::delivery);
  }

  /** One delivery. */
  public Uni<Optional<RecordedDelivery>> find(UUID id) {
    return database.find(FIND, Tuple.of(id), DeliveryRepository::delivery);
  }

  /** The attempts of a delivery in their order. */
  public Uni<List<RecordedAttempt>> attemptsOf(UUID id) {
    return database.list(ATTEMPTS, Tuple.of(id), DeliveryRepository::attempt);
  }

  private static RecordedDelivery delivery(Row row) {
    return new RecordedDelivery(
        row.getUUID("id").toString(),
        row.getUUID("public_id").toString(),
        row.getString("kind"),
        row.getUUID("subject_id").toString(),
        row.getString("host"),
        row.getString("status"),
        row.getInteger("attempts"),
        row.getInteger("replays"),
        ShownTime.of(row, "next_attempt_at"),
        ShownTime.of(row, "created_at"),
        ShownTime.of(row, "updated_at"));
  }

  private static RecordedAttempt attempt(Row row) {
    return new RecordedAttempt(
        row.getInteger("replay"),
        row.getInteger("attempt"),
        row.getInteger("response_code"),
        row.getString("error"),
        row.getInteger("duration_ms"),
        ShownTime.of(row, "attempted_at"));
  }
}
