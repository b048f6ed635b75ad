package org.mizani.payout;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Optional;
import java.util.stream.StreamSupport;
import org.mizani.database.Database;

/**
 * Reads a business's payouts: one by its reference, or those of a time range, newest first, page by
 * page, but not those of its sweeps, which it has not requested.
 *
 * <p>A page begins where the one before ended, not after so many rows: what is created meanwhile is
 * newer than where a walk began and moves nothing, so the walk meets every payout that was there at
 * its start once. (A filter by status shows what has the status when its page is read.) A payout's
 * {@code created_at} is when its statement began; one that committed late may have a place that a
 * walk has passed, but then it was not there at the start.
 */
@Singleton
final class TransactionList {

  /** Up to {@code $5} of business {@code $1}, from {@code $2} on, behind place {@code $3, $4}. */
  static final String READ = select("");

  /** The same, of status {@code $6} alone. */
  static final String READ_OF_STATUS = select("AND status = $6");

  private static final String FIND =
      """
      SELECT %s FROM payout WHERE business_id = $1 AND business_reference = $2
      """
          .formatted(Payout.COLUMNS);

  private final Database database;

  TransactionList(Database database) {
    this.database = database;
  }

  /**
   * What to read.
   *
   * @param from the earliest {@code created_at}, in microseconds
   * @param behind the place that the page begins behind
   * @param size how many payouts it has at most
   */
  record Query(
      long businessId,
      Instant from,
      ListPosition behind,
      Optional<PayoutStatus> status,
      int size) {}

  /** Payouts, and the place to go on from if there are more. */
  record Page(List<Payout> payouts, Optional<ListPosition> next) {

    private static Page of(List<Payout> read, int size) {
      if (read.size() <= size) {
        return new Page(read, Optional.empty());
      }
      Payout last = read.get(size - 1);
      return new Page(
          read.subList(0, size), Optional.of(new ListPosition(last.createdAt(), last.id())));
    }
  }

  /** The payout that the business made under this reference. */
  Uni<Optional<Payout>> find(long businessId, String businessReference) {
    return database
        .execute(FIND, Tuple.of(businessId, businessReference))
        .map(rows -> payouts(rows).stream().findFirst());
  }

  /** The page that begins behind a place. */
  Uni<Page> read(Query query) {
    return database
        .execute(query.status().isPresent() ? READ_OF_STATUS : READ, parameters(query))
        .map(TransactionList::payouts)
        .map(payouts -> Page.of(payouts, query.size()));
  }

  private static Tuple parameters(Query query) {
    Tuple parameters =
        Tuple.of(
            query.businessId(),
            query.from().atOffset(ZoneOffset.UTC),
            query.behind().createdAt().atOffset(ZoneOffset.UTC),
            query.behind().id(),
            query.size() + 1); // whether there are more
    query.status().ifPresent(status -> parameters.addString(status.code()));
    return parameters;
  }

  private static List<Payout> payouts(RowSet<Row> rows) {
    return StreamSupport.stream(rows.spliterator(), false).map(Payout::of).toList();
  }

  private static String select(String filter) {
    return """
        SELECT %s FROM payout
        WHERE business_id = $1 AND created_at >= $2 AND (created_at, id) < ($3, $4) %s
          AND sweep_id IS NULL
        ORDER BY created_at DESC, id DESC
        LIMIT $5
        """
        .formatted(Payout.COLUMNS, filter);
  }
}
