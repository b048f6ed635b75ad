package org.mizani.work;

import java.util.stream.Collectors;
import java.util.stream.Stream;

/** Statements of the leases on the rows of a table of due work. */
public final class LeaseSql {

  /**
   * Leases up to {@code $1} due rows for {@code $2} milliseconds. Rows that another pod is leasing
   * at this moment are skipped; rows of a dead pod are due again when their lease ends.
   */
  private static final String CLAIM =
      """
      WITH due AS (
        SELECT id FROM %1$s
        WHERE %2$s <= now()%5$s
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

  private static final String HEARD =
      """
      words = r.words + 1,
          %2$s = CASE WHEN r.leased_until = r.%2$s AND r.leased_until > now()
                        OR r.polls = r.skipped_polls THEN r.%2$s
                      ELSE now() END""";

  /**
   * Counts a word of their networks for these rows, which are due at once, or as soon as their
   * lease ends. One whose network was never called has no word to wait for, and stays as it is.
   *
   * <p>It waits for no row, and answers those that are locked: the statement that settles payments
   * locks many rows too, as its plan finds them, and of two that wait while they hold others each
   * could wait for the other.
   */
  private static final String HEAR =
      """
      WITH free AS MATERIALIZED (
        SELECT id FROM %1$s WHERE id = ANY ($1) FOR NO KEY UPDATE SKIP LOCKED
      ), heard AS (
        UPDATE %1$s r SET %3$s WHERE r.id = ANY (ARRAY(SELECT id FROM free))
      )
      SELECT id FROM %1$s WHERE id = ANY ($1) AND id <> ALL (ARRAY(SELECT id FROM free))
      """;

  /** Counts the word for one row alone, for which it may wait. */
  private static final String HEAR_ONE = "UPDATE %1$s r SET %3$s WHERE r.id = $1";

  /**
   * The ids that a row keeps: the first, by which its network is asked, and the newest, because a
   * network that answers by callback gives each question an id of its own.
   */
  private static final int MAX_NETWORK_IDS = 32;

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
   * Skips the poll of row {@code $1} under its lease {@code $2}, as a {@link Postponement} does,
   * unless that has ended: a poll that is skipped twice would have its payout submitted again.
   */
  private static final String SKIP =
      """
      UPDATE %1$s
      SET %2$s = now() + $3 * interval '1 millisecond', leased_until = NULL,
          skipped_polls = least(polls, skipped_polls + 1)
      WHERE id = $1 AND polls = $2 AND leased_until = %2$s
      """;

  /**
   * Notes that networks may have been given the rows after {@code $1} that were created before
   * {@code $2}, up to {@code $3} of them. Each gets a poll more: under it the row has been called,
   * and a lease that was taken before can neither skip its poll, nor end, nor submit again. The
   * time of the call is now, because it may have been any until now. Noted again with the same
   * time, a row stays as it is.
   *
   * <p>It waits for the first row of the page alone, and holds no other meanwhile: the statement
   * that settles collections waits for some rows of a batch while it holds others, and of two such
   * statements each could wait for the other. Before a further row that is locked the page ends, as
   * if it were full; that row begins the next one.
   */
  private static final String ASSUME_CALLED =
      """
      WITH page AS MATERIALIZED (
        SELECT id FROM %1$s WHERE id > $1 AND created_at < $2 ORDER BY id LIMIT $3
      ), head AS MATERIALIZED (
        SELECT id FROM %1$s WHERE id = (SELECT id FROM page ORDER BY id LIMIT 1)
        FOR NO KEY UPDATE
      ), free AS MATERIALIZED (
        SELECT id FROM %1$s
        WHERE id = ANY (ARRAY(SELECT id FROM page))
          -- The head is waited for before any other is locked.
          AND (SELECT count(*) FROM head) >= 0
        FOR NO KEY UPDATE SKIP LOCKED
      ), locked AS MATERIALIZED (
        SELECT id FROM (SELECT id FROM page ORDER BY id OFFSET 1) further
        WHERE id <> ALL (ARRAY(SELECT id FROM free)) ORDER BY id LIMIT 1
      ), passed AS MATERIALIZED (
        SELECT id FROM page
        WHERE id < (SELECT id FROM locked) OR NOT EXISTS (SELECT FROM locked)
      ), assumed AS (
        UPDATE %1$s r
        SET %3$s = now(),
            polls = r.polls + CASE WHEN r.polls = r.skipped_polls AND r.leased_until = r.%2$s
                                   THEN 2 ELSE 1 END
        WHERE r.id = ANY (ARRAY(SELECT id FROM passed)) AND (%4$s OR r.%3$s < $2)
        RETURNING r.id
      )
      SELECT CASE WHEN EXISTS (SELECT FROM locked) THEN $3
                  ELSE (SELECT count(*) FROM page) END AS seen,
             (SELECT count(*) FROM assumed) AS assumed,
             (SELECT id FROM passed ORDER BY id DESC LIMIT 1) AS last
      """;

  private static final String UNCALLED =
      """
      (r.polls = r.skipped_polls
       OR r.polls = r.skipped_polls + 1 AND r.leased_until = r.%s)""";

  private LeaseSql() {}

  /** The statement that notes possible calls of a table's rows. */
  static String assumeCalled(LeaseTable table, String calledAt) {
    return ASSUME_CALLED.formatted(
        table.name(), table.due(), calledAt, UNCALLED.formatted(table.due()));
  }

  /** The statement that notes an id of a row. */
  static String noteNetworkId(LeaseTable table) {
    return NOTE_NETWORK_ID.formatted(table.name());
  }

  /** The statement that skips one row's poll, and waits where the row is locked. */
  static String skip(LeaseTable table) {
    return SKIP.formatted(table.name(), table.due());
  }

  /** The statement that counts a word of the network about the free ones of rows. */
  static String hear(LeaseTable table) {
    return heard(HEAR, table);
  }

  /** The statement that counts a word of the network about one row, and waits for its writer. */
  static String hearOne(LeaseTable table) {
    return heard(HEAR_ONE, table);
  }

  private static String heard(String statement, LeaseTable table) {
    return statement.formatted(
        table.name(), table.due(), HEARD.formatted(table.name(), table.due()));
  }

  /**
   * Beginning of a statement that claims due rows, the longest due first, and reads them from its
   * relation {@code claimed}. Its parameters are the number of rows and the length of the lease in
   * milliseconds.
   *
   * @param changes further changes of the row {@code r} that is claimed, as by {@code SET}
   */
  public static String claimOf(LeaseTable table, String... changes) {
    return claim(table, "", changes);
  }

  /**
   * Beginning of such a statement that takes only rows with this condition.
   *
   * @param condition on the table's columns; its parameters are from {@code $3} on
   */
  public static String claimWhere(LeaseTable table, String condition, String... changes) {
    return claim(table, " AND " + condition, changes);
  }

  private static String claim(LeaseTable table, String condition, String... changes) {
    String further =
        Stream.concat(Stream.of(changes), Stream.of(LEASED_UNTIL).filter(change -> table.heard()))
            .map(change -> change + ",")
            .collect(Collectors.joining(" "));
    return CLAIM.formatted(table.name(), table.due(), END_OF_LEASE, further, condition);
  }

  /**
   * The change by which a claim notes, in this column, when the rail is called first. A call that
   * was skipped is made by the next claim.
   */
  public static String firstCallAt(String column) {
    return "%1$s = CASE WHEN r.polls = r.skipped_polls THEN now() ELSE r.%1$s END"
        .formatted(column);
  }

  /** The network ids of the row {@code r} with another one, an expression that may be null. */
  static String networkIdsWith(String id) {
    return WITH_NETWORK_ID.formatted(id, MAX_NETWORK_IDS);
  }
}
