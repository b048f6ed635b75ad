package org.mizani.payout;

import io.quarkus.hibernate.reactive.panache.Panache;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Function;
import org.hibernate.reactive.mutiny.Mutiny;
import org.mizani.database.Database;
import org.mizani.http.Masked;
import org.mizani.paging.Cursor;
import org.mizani.paging.ListFilter;
import org.mizani.paging.Page;
import org.mizani.paging.PagedQuery;
import org.mizani.payout.answer.PayoutAnswer;
import org.mizani.payout.answer.PayoutDetails;
import org.mizani.payout.answer.RecordedPayout;

/**
 * Repository of payouts: a business's own as {@link PayoutAnswer} and {@link PayoutDetails}, those
 * of all businesses as {@link RecordedPayout}, with personal data masked, for operators.
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

  private static final String RANGE =
      """
      WHERE %1$s.businessId = ?1 AND %1$s.createdAt >= ?2 AND (%1$s.createdAt, %1$s.id) < (?3, ?4)
      %2$s
      ORDER BY %1$s.createdAt DESC, %1$s.id DESC
      """;

  /**
   * Payouts of business {@code ?1}, from {@code ?2} on, behind place {@code ?3, ?4}, in HQL.
   * Payouts without its reference are left out: it has not requested them.
   */
  private static final String READ_PAGE = page("AND p.businessReference IS NOT NULL");

  /**
   * The same of one status: the successes among all, the others by the entity of that status, whose
   * payouts are found one by one: {@code OFFSET 0} keeps the planner from a join.
   */
  private static final Map<PayoutStatus, String> READ_PAGE_OF_STATUS =
      Map.of(
          PayoutStatus.PENDING, pageOf("PayoutDue"),
          PayoutStatus.SUCCESS, page("AND p.businessReference IS NOT NULL AND p.status = SUCCESS"),
          PayoutStatus.FAILURE, pageOf("PayoutFailed"));

  private static final String RECORDED =
      """
      d.parties_encrypted, q.next_poll_at, w.next_watch_at,
      coalesce(q.polls - q.skipped_polls, w.polls - w.skipped_polls, r.calls) AS calls,
      t.created_at AS returned_at, t.fee_minor AS refund_minor, t.reference AS return_reference\
      """;

  private static final String JOINS =
      """
      LEFT JOIN LATERAL (SELECT parties_encrypted FROM payout_detail
                         WHERE payout_id = r.id AND created_at = r.created_at LIMIT 1) d ON true
      LEFT JOIN LATERAL (SELECT * FROM payout_due WHERE id = r.id LIMIT 1) q ON true
      LEFT JOIN LATERAL (SELECT * FROM payout_watch WHERE id = r.id LIMIT 1) w ON true
      LEFT JOIN LATERAL (SELECT * FROM payout_return WHERE payout_id = r.id LIMIT 1) t ON true\
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
    return database
        .read(() -> Payout.withReference(businessId, businessReference))
        .map(found -> found.map(Payout.Summary::answer));
  }

  /** All that the business may know of the payout with this service reference, if it is its own. */
  Uni<Optional<PayoutDetails>> details(long businessId, UUID serviceReference) {
    return paged
        .find(
            ROWS,
            serviceReference,
            (payout, state) ->
                Optional.of(payout)
                    .filter(found -> found.isRequestedBy(businessId))
                    .map(found -> found.details(state, recipient(found, state))))
        .map(found -> found.flatMap(Function.identity()));
  }

  /** A page of a business's payouts, newest first. */
  Uni<Page<PayoutAnswer>> list(Query query) {
    return database
        .read(() -> Panache.getSession().chain(session -> summaries(session, query)))
        .map(found -> Page.of(found, query.size(), PayoutRepository::cursor))
        .map(page -> page.map(Payout.Summary::answer));
  }

  private static Uni<List<Payout.Summary>> summaries(Mutiny.Session session, Query query) {
    String page = query.status().map(READ_PAGE_OF_STATUS::get).orElse(READ_PAGE);
    return session
        .createSelectionQuery(page, Payout.Summary.class)
        .setParameter(1, query.businessId())
        .setParameter(2, query.from())
        .setParameter(3, query.behind().time())
        .setParameter(4, query.behind().uuid())
        .setMaxResults(query.size() + 1) // one more than the page: whether there is a next one
        .getResultList();
  }

  /** A page of all businesses' payouts, newest first. */
  public Uni<Page<RecordedPayout>> list(ListFilter filter) {
    return paged.read(ROWS, filter, this::recorded);
  }

  /** The payout with this service reference, of any business. */
  public Uni<Optional<RecordedPayout>> find(UUID serviceReference) {
    return paged.find(ROWS, serviceReference, this::recorded);
  }

  private static Cursor cursor(Payout.Summary payout) {
    return Cursor.of(payout.createdAt(), payout.id());
  }

  private static String page(String filter) {
    return Payout.Summary.SELECT
        + "FROM Payout p "
        + Payout.Summary.RETURN
        + RANGE.formatted("p", filter);
  }

  private static String pageOf(String entity) {
    return """
        %sFROM %s l
        JOIN LATERAL (SELECT %s FROM Payout p WHERE p.id = l.id AND p.businessReference IS NOT NULL
                      ORDER BY p.id OFFSET 0 ROWS) p
        """
            .formatted(Payout.Summary.SELECT, entity, Payout.Summary.FIELDS)
        + Payout.Summary.RETURN
        + RANGE.formatted("l", "");
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
