package org.mizani.collection;

import static java.util.function.Predicate.isEqual;
import static org.mizani.support.Eventually.eventually;

import jakarta.inject.Singleton;
import java.util.UUID;
import org.mizani.support.Rows;

/** Collections that are polled when a test says so, and their rows. */
@Singleton
class PolledCollections {

  private static final String UNDER_POLL =
      """
      SELECT count(*) FROM collection_due
      WHERE id = $1 AND (polls = $2 OR leased_until = next_poll_at AND leased_until > now())
      """;

  private final Rows rows;

  PolledCollections(Rows rows) {
    this.rows = rows;
  }

  /** Waits until the first call about a collection has been answered and put off. */
  UUID putOff(String id) {
    UUID collection = UUID.fromString(id);
    eventually(() -> due(collection, "leased_until IS NULL"), isEqual(true));
    return collection;
  }

  /** Has a collection polled that no pod is working on, and waits for the end of the poll. */
  void poll(UUID id) {
    int polls =
        rows.execute(
                "UPDATE collection_due SET next_poll_at = now() WHERE id = $1 RETURNING polls", id)
            .get(0)
            .getInteger(0);
    eventually(() -> rows.count(UNDER_POLL, id, polls), isEqual(0L));
  }

  /** Ends the time of a collection's customer, and has it polled. */
  void pollAfterTheEnd(UUID id) {
    rows.changeCollection(id, "expires_at = now()");
    poll(id);
  }

  boolean isPolled(UUID id) {
    return due(id, "true");
  }

  boolean due(UUID id, String condition) {
    return rows.count("SELECT count(*) FROM collection_due WHERE id = $1 AND " + condition, id)
        == 1;
  }

  boolean isFlagged(UUID id) {
    return rows.count("SELECT count(*) FROM collection WHERE id = $1 AND flagged", id) == 1;
  }

  String status(UUID id) {
    return rows.execute("SELECT status FROM collection WHERE id = $1", id).get(0).getString(0);
  }

  /** The minor units that the collection's wallet has got of it. */
  long credited(UUID id) {
    return rows.count(
        "SELECT coalesce(sum(amount_minor), 0)::bigint FROM ledger_transfer"
            + " WHERE subject_id = $1 AND kind = 'collect'",
        id);
  }
}
