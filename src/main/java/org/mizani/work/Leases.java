package org.mizani.work;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import java.time.Duration;
import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.mizani.database.Database;

/**
 * Leases on the rows of one table of due work. Its due column, usually {@code next_poll_at}, holds
 * the time of a row's next poll: the end of the lease while a pod works on the row. Once it needs
 * no poll any more, the row goes.
 */
public final class Leases {

  /**
   * Leases up to {@code $1} due rows for {@code $2} milliseconds. Rows that another pod is leasing
   * at this moment are skipped; rows of a dead pod are due again when their lease ends.
   */
  private static final String CLAIM =
      """
      WITH due AS (
        SELECT id FROM %1$s
        WHERE %2$s <= now()
        ORDER BY %2$s
        LIMIT $1
        FOR NO KEY UPDATE SKIP LOCKED
      ), claimed AS (
        UPDATE %1$s r
        SET %2$s = %3$s, %4$s polls = r.polls + 1
        -- Through an array: of a parameter as limit the planner expects a tenth of the table.
        WHERE r.id = ANY (ARRAY(SELECT id FROM due))
        RETURNING r.*
      )
      """;

  /** The end of the lease that a claim takes, as an expression of its statement. */
  public static final String END_OF_LEASE = "now() + $2 * interval '1 millisecond'";

  private static final String LEASED_UNTIL = "leased_until = " + END_OF_LEASE;

  /**
   * Counts a word of their networks for these rows, which are due at once, or as soon as their
   * lease ends.
   */
  private static final String HEAR =
      """
      UPDATE %1$s r
      SET words = r.words + 1,
          %2$s = CASE WHEN r.leased_until = r.%2$s AND r.leased_until > now() THEN r.%2$s
                      ELSE now() END
      WHERE r.id = ANY (ARRAY(
        SELECT id FROM %1$s WHERE id = ANY ($1) ORDER BY id FOR NO KEY UPDATE))
      """;

  /**
   * Makes rows due again after their wait, or deletes them where the wait is null. A row that is
   * locked at this moment is skipped: its writer decides about it, and without waiting there is no
   * deadlock. A row that was claimed again in the meantime belongs to the other pod. The rows are
   * found by one array of their ids, and joined by a hash of it: by the id itself the index would
   * be searched for the whole array once for each (ADR 2).
   */
  private static final String POSTPONE =
      """
      WITH free AS (
        SELECT r.id, l.wait_ms, l.skipped, l.words, l.network_id
        FROM %1$s r
        JOIN unnest($1::uuid[], $2::integer[], $3::bigint[], $4::integer[], $5::integer[], $6::text[])
          AS l (id, polls, wait_ms, skipped, words, network_id)
          ON uuid_hash(r.id) = uuid_hash(l.id) AND r.id IS NOT DISTINCT FROM l.id
            AND r.polls = l.polls
        WHERE r.id = ANY ($1)
        FOR NO KEY UPDATE OF r SKIP LOCKED
      ), free_columns AS MATERIALIZED (
        SELECT array_agg(id) FILTER (WHERE wait_ms IS NULL) AS ended,
               array_agg(id) FILTER (WHERE wait_ms IS NOT NULL) AS ids,
               array_agg(wait_ms) FILTER (WHERE wait_ms IS NOT NULL) AS wait_ms,
               array_agg(skipped) FILTER (WHERE wait_ms IS NOT NULL) AS skipped,
               array_agg(words) FILTER (WHERE wait_ms IS NOT NULL) AS words,
               array_agg(network_id) FILTER (WHERE wait_ms IS NOT NULL) AS network_ids
        FROM free
      ), ended AS (
        DELETE FROM %1$s r USING free_columns f WHERE r.id = ANY (f.ended)
      )
      UPDATE %1$s r
      SET %2$s = now() + %3$s * interval '1 millisecond',
          skipped_polls = r.skipped_polls + f.skipped[array_position(f.ids, r.id)]%4$s
      FROM free_columns f
      WHERE r.id = ANY (f.ids)
      RETURNING r.id
      """;

  private static final String WAIT = "f.wait_ms[array_position(f.ids, r.id)]";

  private static final String WAIT_UNLESS_HEARD =
      "CASE WHEN r.words > f.words[array_position(f.ids, r.id)] THEN 0 ELSE " + WAIT + " END";

  /**
   * The ids that a row keeps: the first, by which its network is asked, and the newest, because a
   * network that answers by callback gives each question an id of its own.
   */
  private static final int MAX_NETWORK_IDS = 32;

  /** Leases that one statement gives back: what it costs grows with their square. */
  private static final int MOST_GIVEN_BACK = 500;

  private static final String WITH_NETWORK_ID =
      """
      CASE WHEN %1$s IS NULL OR %1$s = ANY (r.network_ids) THEN r.network_ids
           WHEN cardinality(r.network_ids) >= %2$d
           THEN r.network_ids[1:1] || r.network_ids[3:] || %1$s
           ELSE array_append(r.network_ids, %1$s) END""";

  /**
   * Notes the id under which a network acknowledged a row whose postponement skipped it. Of one row
   * alone, so that it may wait for the row's writer.
   */
  private static final String NOTE_NETWORK_ID =
      "UPDATE %1$s r SET network_ids = " + networkIdsWith("$2::text") + " WHERE r.id = $1";

  /**
   * Table of due work, with the columns {@code id}, {@code polls} and {@code skipped_polls}.
   *
   * @param due the column with the time of the next poll
   * @param heard whether networks speak about its rows: then it has the columns {@code words},
   *     {@code network_ids} and {@code leased_until} too
   */
  public record Table(String name, String due, boolean heard) {

    /** The statement that ends leases. */
    String postponement() {
      return POSTPONE.formatted(
          name,
          due,
          heard ? WAIT_UNLESS_HEARD : WAIT,
          heard
              ? ", network_ids = " + networkIdsWith("f.network_ids[array_position(f.ids, r.id)]")
              : "");
    }
  }

  private record Wait(Lease lease, Duration duration, boolean skipped, Optional<String> networkId) {

    Wait(Lease lease, Duration duration, boolean skipped) {
      this(lease, duration, skipped, Optional.empty());
    }
  }

  private final Database database;
  private final String postpone;
  private final String noteNetworkId;
  private final String hear;
  private final Batcher<Wait, Boolean> batcher;

  /** Leases of this table's rows. */
  public Leases(Database database, Table table, LeaseSettings settings) {
    this.database = database;
    this.postpone = table.postponement();
    this.noteNetworkId = NOTE_NETWORK_ID.formatted(table.name());
    this.hear = HEAR.formatted(table.name(), table.due());
    this.batcher = new Batcher<>(settings.apply(), settings.gather(), this::run);
  }

  /**
   * Beginning of a statement that claims due rows, the longest due first, and reads them from its
   * relation {@code claimed}. Its parameters are the number of rows and the length of the lease in
   * milliseconds.
   *
   * @param changes further changes of the row {@code r} that is claimed, as by {@code SET}
   */
  public static String claimOf(Table table, String... changes) {
    String further =
        Stream.concat(Stream.of(changes), Stream.of(LEASED_UNTIL).filter(change -> table.heard()))
            .map(change -> change + ",")
            .collect(Collectors.joining(" "));
    return CLAIM.formatted(table.name(), table.due(), END_OF_LEASE, further);
  }

  /**
   * The change by which a claim notes, in this column, when the rail is called first. A call that
   * was skipped is made by the next claim.
   */
  public static String firstCallAt(String column) {
    return "%1$s = CASE WHEN r.polls = r.skipped_polls THEN now() ELSE r.%1$s END"
        .formatted(column);
  }

  private static String networkIdsWith(String id) {
    return WITH_NETWORK_ID.formatted(id, MAX_NETWORK_IDS);
  }

  /** Ends a lease: the row is due again after this wait. */
  public Uni<Void> postpone(Lease lease, Duration wait) {
    return batcher.submit(new Wait(lease, wait, false)).replaceWithVoid();
  }

  /**
   * Ends a lease likewise, and notes the id under which the network acknowledged the row, also if
   * the lease is another's by now: later words of the network name it.
   */
  public Uni<Void> postpone(Lease lease, Duration wait, Optional<String> networkId) {
    return batcher
        .submit(new Wait(lease, wait, false, networkId))
        .chain(noted -> noteNetworkId(lease, noted ? Optional.empty() : networkId));
  }

  /** Notes the id under which the network acknowledged a row, whoever has its lease. */
  public Uni<Void> noteNetworkId(Lease lease, Optional<String> networkId) {
    return networkId.isEmpty()
        ? Uni.createFrom().voidItem()
        : database.execute(noteNetworkId, Tuple.of(lease.id(), networkId.get())).replaceWithVoid();
  }

  /** Ends a lease likewise, and counts its poll as skipped: the rail was not called. */
  public Uni<Void> skip(Lease lease, Duration wait) {
    return batcher.submit(new Wait(lease, wait, true)).replaceWithVoid();
  }

  /** Ends a lease for good: the row is deleted. */
  public Uni<Void> end(Lease lease) {
    return batcher.submit(new Wait(lease, null, false)).replaceWithVoid();
  }

  /** Counts a word of their networks for these rows: they are due once nobody works on them. */
  Uni<Void> hear(Collection<UUID> ids) {
    return database.execute(hear, Tuple.of((Object) ids.toArray(UUID[]::new))).replaceWithVoid();
  }

  /** Skips leases: the rows are due at once, for any pod. */
  Uni<Void> giveBack(List<Lease> given) {
    return Multi.createFrom()
        .items(given.stream().map(lease -> new Wait(lease, Duration.ZERO, true)))
        .group()
        .intoLists()
        .of(MOST_GIVEN_BACK)
        .onItem()
        .transformToUniAndConcatenate(this::run)
        .onItem()
        .ignoreAsUni();
  }

  /** Whether each was put off: not if it was locked, ended, or its lease is another's. */
  private Uni<List<Boolean>> run(List<Wait> waits) {
    return database
        .list(
            postpone,
            Tuple.of(
                waits.stream().map(wait -> wait.lease().id()).toArray(UUID[]::new),
                waits.stream().map(wait -> wait.lease().polls()).toArray(Integer[]::new),
                waits.stream().map(Leases::millis).toArray(Long[]::new),
                waits.stream().map(wait -> wait.skipped() ? 1 : 0).toArray(Integer[]::new),
                waits.stream().map(wait -> wait.lease().words()).toArray(Integer[]::new),
                waits.stream().map(wait -> wait.networkId().orElse(null)).toArray(String[]::new)),
            row -> row.getUUID("id"))
        .map(HashSet::new)
        .map(done -> waits.stream().map(wait -> done.contains(wait.lease().id())).toList());
  }

  private static Long millis(Wait wait) {
    return wait.duration() == null ? null : wait.duration().toMillis();
  }
}
