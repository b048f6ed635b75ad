package org.mizani.payout;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.mizani.database.Database;
import org.mizani.http.Masked;
import org.mizani.paging.Cursor;
import org.mizani.paging.ListFilter;
import org.mizani.paging.Page;
import org.mizani.paging.PagedQuery;

/**
 * Repository of payouts: a business's own as {@link PayoutAnswer}, those of all businesses as
 * {@link RecordedPayout}, with personal data masked, for operators.
 *
 * <p>A page of a business's payouts begins where the one before ended, not after so many rows.
 * Payouts created meanwhile are newer than the start of the walk and move no other row, so a walk
 * meets every payout that was there at its start once. (A filter by status shows the payouts that
 * have the status when their page is read.) A payout's {@code created_at} is the start of its
 * statement. One that committed late may have a place that a walk has passed, but then it was not
 * there at the start.
 */
@Singleton
public final class PayoutRepository {

  private static final String PAGE =
      """
      SELECT %1$s FROM %2$s %4$s %5$s
      WHERE %4$s.business_id = $1 AND %4$s.created_at >= $2
        AND (%4$s.created_at, %4$s.id) < ($3, $4) %3$s
      ORDER BY %4$s.created_at DESC, %4$s.id DESC
      LIMIT $5
      """;

  /**
   * Up to {@code $5} of business {@code $1}, from {@code $2} on, behind place {@code $3, $4}.
   * Payouts of sweeps are left out, because the business has not requested them.
   */
  static final String READ_PAGE = page("AND p.sweep_id IS NULL");

  /**
   * The same of one status: the successes among all, the others by the table of that status, whose
   * payouts are found one by one.
   */
  static final Map<PayoutStatus, String> READ_PAGE_OF_STATUS =
      Map.of(
          PayoutStatus.PENDING, pageOf("payout_due"),
          PayoutStatus.SUCCESS, page("AND p.sweep_id IS NULL AND p.status = 'success'"),
          PayoutStatus.FAILURE, pageOf("payout_failed"));

  private static final String FIND_BY_REFERENCE =
      """
      SELECT %s FROM payout p WHERE p.business_id = $1 AND p.business_reference = $2
      """
          .formatted(PayoutAnswer.COLUMNS);

  private static final String RECORDED =
      """
      d.parties_encrypted, q.next_poll_at, w.next_watch_at,
      coalesce(q.polls - q.skipped_polls, w.polls - w.skipped_polls, r.calls) AS looks\
      """;

  private static final String JOINS =
      """
      LEFT JOIN LATERAL (SELECT parties_encrypted FROM payout_detail
                         WHERE payout_id = r.id AND created_at = r.created_at LIMIT 1) d ON true
      LEFT JOIN LATERAL (SELECT * FROM payout_due WHERE id = r.id LIMIT 1) q ON true
      LEFT JOIN LATERAL (SELECT * FROM payout_watch WHERE id = r.id LIMIT 1) w ON true\
      """;

  static final PagedQuery.Rows<Payout, Payout.State> ROWS =
      new PagedQuery.Rows<>(
          Payout.class,
          Payout.State.class,
          RECORDED,
          "payout",
          JOINS,
          Map.of(
              PayoutStatus.PENDING.code(), "payout_due",
              PayoutStatus.FAILURE.code(), "payout_failed"));

  private final PagedQuery paged;
  private final Database database;
  private final Parties.Encryption encryption;

  PayoutRepository(PagedQuery paged, Database database, Parties.Encryption encryption) {
    this.paged = paged;
    this.database = database;
    this.encryption = encryption;
  }

  /**
   * Query of a business's payouts.
   *
   * @param from the earliest {@code created_at}, in microseconds
   * @param behind the place that the page begins behind
   * @param size the most payouts of the page
   */
  record Query(
      long businessId, Instant from, Cursor behind, Optional<PayoutStatus> status, int size) {}

  /** The payout that the business created under this reference. */
  Uni<Optional<PayoutAnswer>> find(long businessId, String businessReference) {
    return database.find(
        FIND_BY_REFERENCE, Tuple.of(businessId, businessReference), PayoutAnswer::of);
  }

  /** A page of a business's payouts, newest first. */
  Uni<Page<PayoutAnswer>> list(Query query) {
    return database
        .list(
            query.status().map(READ_PAGE_OF_STATUS::get).orElse(READ_PAGE),
            parameters(query),
            Function.identity())
        .map(rows -> Page.of(rows, query.size(), PayoutRepository::cursor).map(PayoutAnswer::of));
  }

  /** A page of all businesses' payouts, newest first. */
  public Uni<Page<RecordedPayout>> list(ListFilter filter) {
    return paged.read(ROWS, filter, this::recorded);
  }

  /** The payout with this service reference, of any business. */
  public Uni<Optional<RecordedPayout>> find(UUID serviceReference) {
    return paged.find(ROWS, serviceReference, this::recorded);
  }

  private static Cursor cursor(Row row) {
    return Cursor.of(row.getOffsetDateTime("created_at").toInstant(), row.getUUID("id"));
  }

  private static Tuple parameters(Query query) {
    return Tuple.of(
        query.businessId(),
        query.from().atOffset(ZoneOffset.UTC),
        query.behind().time().atOffset(ZoneOffset.UTC),
        query.behind().uuid(),
        query.size() + 1); // one more than the page: whether there is a next one
  }

  private static String page(String filter) {
    return PAGE.formatted(PayoutAnswer.COLUMNS, "payout", filter, "p", "");
  }

  private static String pageOf(String table) {
    return PAGE.formatted(
        PayoutAnswer.COLUMNS,
        table,
        "",
        "l",
        "CROSS JOIN LATERAL"
            + " (SELECT * FROM payout WHERE id = l.id AND sweep_id IS NULL OFFSET 0) p");
  }

  private RecordedPayout recorded(Payout payout, Payout.State state) {
    return payout.recorded(state, recipient(payout, state));
  }

  private String recipient(Payout payout, Payout.State state) {
    try {
      byte[] encrypted = state.partiesEncrypted();
      if (encrypted == null) {
        return Masked.unreadable();
      }
      Parties parties = encryption.decrypt(payout.id(), encrypted);
      return Masked.number(parties.recipientNumber());
    } catch (IllegalStateException | IllegalArgumentException e) {
      return Masked.unreadable(); // its encryption key is gone: the others are listed all the same
    }
  }
}
