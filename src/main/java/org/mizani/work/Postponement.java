package org.mizani.work;

/** Statement that ends leases on the rows of a table of due work: for a while, or for good. */
public final class Postponement {

  /**
   * Makes rows due again after their wait, or deletes them where the wait is null, unless their
   * network has sent a word that the work did not know: then they are due at once. A skipped poll
   * that has counted as skipped from its claim on counts once. A row that is locked at this moment
   * is skipped: its writer decides about it, and without waiting there is no deadlock. A row that
   * was claimed again in the meantime belongs to the other pod. The rows are found by one array of
   * their ids, and joined by a hash of it: by the id itself the index would be searched for the
   * whole array once for each (ADR 2).
   */
  private static final String POSTPONE =
      """
      WITH free AS (
        SELECT r.id, %4$s AS wait_ms, l.skipped, l.counted, l.network_id%5$s
        FROM %1$s r
        JOIN unnest($1::uuid[], $2::integer[], $3::bigint[], $4::integer[], $5::integer[],
                    $6::integer[], $7::text[])
          AS l (id, polls, wait_ms, skipped, counted, words, network_id)
          ON uuid_hash(r.id) = uuid_hash(l.id) AND r.id IS NOT DISTINCT FROM l.id
            AND r.polls = l.polls
        WHERE r.id = ANY ($1)
        FOR NO KEY UPDATE OF r SKIP LOCKED
      )%6$s, free_columns AS MATERIALIZED (
        SELECT array_agg(id) FILTER (WHERE wait_ms IS NULL%7$s) AS ended,
               array_agg(id) FILTER (WHERE wait_ms IS NOT NULL) AS ids,
               array_agg(wait_ms) FILTER (WHERE wait_ms IS NOT NULL) AS wait_ms,
               array_agg(skipped) FILTER (WHERE wait_ms IS NOT NULL) AS skipped,
               array_agg(counted) FILTER (WHERE wait_ms IS NOT NULL) AS counted,
               array_agg(network_id) FILTER (WHERE wait_ms IS NOT NULL) AS network_ids
        FROM free
      ), ended AS (
        DELETE FROM %1$s r USING free_columns f WHERE r.id = ANY (f.ended)
      )%8$s
      UPDATE %1$s r
      SET %2$s = now() + f.wait_ms[array_position(f.ids, r.id)] * interval '1 millisecond',
          polls = r.polls + f.counted[array_position(f.ids, r.id)],
          skipped_polls = least(
            r.polls + f.counted[array_position(f.ids, r.id)],
            r.skipped_polls + f.skipped[array_position(f.ids, r.id)])%3$s
      FROM free_columns f
      WHERE r.id = ANY (f.ids)
      RETURNING r.id
      """;

  /**
   * The payments of rows that end, locked after those. One that is locked at this moment is skipped
   * too, and its row stays until its lease ends: other statements lock the payment first, and then
   * its row.
   */
  private static final String KEEPERS =
      """
      , keeper AS MATERIALIZED (
        SELECT id FROM %1$s WHERE id = ANY (ARRAY(SELECT id FROM free WHERE wait_ms IS NULL))
        FOR NO KEY UPDATE SKIP LOCKED
      )""";

  private static final String KEPT_ONLY = " AND id = ANY (ARRAY(SELECT id FROM keeper))";

  /** Keeps the network ids of the rows that end: a later word may name one of them. */
  private static final String KEEP =
      """
      , kept AS (
        UPDATE %1$s p SET network_ids = e.network_ids
        FROM free e, free_columns f
        WHERE p.id = ANY (f.ended) AND uuid_hash(p.id) = uuid_hash(e.id)
          AND p.id IS NOT DISTINCT FROM e.id AND e.network_ids IS NOT NULL
          AND p.network_ids IS DISTINCT FROM e.network_ids
      )""";

  private static final String WAIT_UNLESS_HEARD =
      "CASE WHEN r.words > l.words THEN 0 ELSE l.wait_ms END";

  private Postponement() {}

  /** The statement of a table. */
  public static String of(LeaseTable table) {
    return POSTPONE.formatted(
        table.name(),
        table.due(),
        table.heard()
            ? ", leased_until = NULL, network_ids = "
                + LeaseSql.networkIdsWith("f.network_ids[array_position(f.ids, r.id)]")
            : "",
        table.heard() ? WAIT_UNLESS_HEARD : "l.wait_ms",
        ofKeeper(table, ", r.network_ids"),
        ofKeeper(table, KEEPERS),
        ofKeeper(table, KEPT_ONLY),
        ofKeeper(table, KEEP));
  }

  private static String ofKeeper(LeaseTable table, String sql) {
    return table.keeper().map(sql::formatted).orElse("");
  }
}
