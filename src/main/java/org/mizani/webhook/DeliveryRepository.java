package org.mizani.webhook;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import org.mizani.database.Database;
import org.mizani.database.Projection;
import org.mizani.paging.ListFilter;
import org.mizani.paging.Page;
import org.mizani.paging.PagedQuery;
import org.mizani.paging.SearchColumns;

/** Repository of the deliveries and attempts of all businesses; never a body. */
@Singleton
public final class DeliveryRepository {

  private static final List<String> STATUSES =
      Arrays.stream(Attempt.Status.values()).map(status -> status.text).toList();
  private static final String LISTED = STATUSES.stream().collect(Collectors.joining(", "));

  private static final PagedQuery.Rows<ListedDelivery> ROWS =
      new PagedQuery.Rows<>(
          "webhook_delivery",
          "q.next_attempt_at",
          """
          LEFT JOIN LATERAL (
            SELECT next_attempt_at FROM webhook_due WHERE id = r.id LIMIT 1) q ON true\
          """,
          Map.of(
              Attempt.Status.PENDING.text, "webhook_due", Attempt.Status.DEAD.text, "webhook_dead"),
          SearchColumns.NONE,
          Projection.into(ListedDelivery.class));

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
    return paged.read(ROWS, filter).map(page -> page.map(ListedDelivery::recorded));
  }

  /** One delivery. */
  public Uni<Optional<RecordedDelivery>> find(UUID id) {
    return database
        .read(() -> StoredDelivery.withState(id))
        .map(found -> found.map(ListedDelivery::recorded));
  }

  /** The attempts of a delivery in their order. */
  public Uni<List<RecordedAttempt>> attemptsOf(UUID id) {
    return database
        .read(() -> StoredAttempt.of(id))
        .map(attempts -> attempts.stream().map(StoredAttempt::recorded).toList());
  }
}
