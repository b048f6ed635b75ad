package org.mizani.event;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import java.util.UUID;
import org.mizani.collection.record.Customer;
import org.mizani.database.Projection;
import org.mizani.database.replica.LaggingReads;
import org.mizani.fault.ApiFault;
import org.mizani.paging.Cursor;

/**
 * Events of a business in order, from the numbers of its wallets' transfers (ADR 37). A number is
 * taken under the wallet's lock: a reader that has come to one has missed none before it.
 */
@Singleton
final class Events {

  /**
   * The events are read so much further back than cursors hold: an event that was committed after a
   * read is dated at the begin of its transaction, and a replica may lag.
   */
  private static final Duration BEHIND_CURSORS = Duration.ofHours(1);

  private static final Duration LEAST_KEPT = Duration.ofDays(1);
  private static final Projection<EndedPayment> ROWS = Projection.into(EndedPayment.class);

  private final LaggingReads reads;
  private final Customer.Encryption customers;
  private final Duration kept;

  /**
   * @throws ConfigurationException for a time so short that readers would miss events
   */
  Events(LaggingReads reads, Customer.Encryption customers, EventConfig config) {
    if (config.kept().compareTo(LEAST_KEPT) < 0) {
      throw new ConfigurationException("PAYMENTS_EVENTS_KEPT must be a day or longer.");
    }
    this.reads = reads;
    this.customers = customers;
    this.kept = config.kept();
  }

  /** Business by its id and by that on the wire. */
  record Business(long id, UUID publicId) {}

  /**
   * Page of events.
   *
   * @param more whether others follow by now
   * @param next the cursor of the next read, also of a last or an empty page
   */
  record EventPage(List<Event> events, boolean more, Cursor next) {}

  /**
   * Reads the events behind a cursor, or from the oldest one on. A page may lag.
   *
   * @param size of the page; one with payments that have no event is shorter
   * @throws ApiFault.ApiException (as failure) 400 for a cursor behind which events may be missing
   */
  Uni<EventPage> read(Business business, Optional<Cursor> after, int size) {
    Map<Long, Long> positions = after.map(Cursor::positions).orElse(Map.of());
    return reads
        .execute(
            EventPages.of(size + 1),
            Tuple.of(
                business.id(),
                positions.keySet().toArray(Long[]::new),
                positions.values().toArray(Long[]::new),
                kept.plus(BEHIND_CURSORS).toSeconds(),
                after.map(cursor -> cursor.time().atOffset(ZoneOffset.UTC)).orElse(null)))
        .map(ROWS::all)
        .map(
            rows -> {
              List<EndedPayment> ended = rows.subList(0, rows.size() - 1);
              Instant readAt = rows.get(ended.size()).readAt();
              after.ifPresent(cursor -> requireKept(cursor, readAt));
              List<EndedPayment> shown = ended.subList(0, Math.min(size, ended.size()));
              boolean more = ended.size() > size;
              return new EventPage(
                  shown.stream()
                      .flatMap(row -> row.event(business.publicId(), customers).stream())
                      .toList(),
                  more,
                  next(
                      after.filter(before -> more).map(Cursor::time).orElse(readAt),
                      positions,
                      shown));
            });
  }

  /** While others follow, a cursor is as old as the read that began: it holds no longer. */
  private static Cursor next(Instant readAt, Map<Long, Long> before, List<EndedPayment> shown) {
    Map<Long, Long> positions = new TreeMap<>(before);
    shown.forEach(row -> positions.put(row.walletId(), row.number()));
    return Cursor.of(readAt, positions);
  }

  private void requireKept(Cursor cursor, Instant now) {
    if (cursor.time().isBefore(now.minus(kept))) {
      throw ApiFault.invalid("after", "is older than the events that are kept").asException();
    }
  }
}
