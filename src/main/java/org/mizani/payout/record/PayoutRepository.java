package org.mizani.payout.record;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.mizani.corridor.Recipient;
import org.mizani.database.Database;
import org.mizani.database.Projection;
import org.mizani.encryption.UndecryptableException;
import org.mizani.fault.OperatorFault;
import org.mizani.http.Masked;
import org.mizani.paging.Cursor;
import org.mizani.paging.ListFilter;
import org.mizani.paging.Page;
import org.mizani.paging.PagedQuery;
import org.mizani.paging.SearchColumns;
import org.mizani.paging.SearchTerm;
import org.mizani.payout.answer.PayoutAnswer;
import org.mizani.payout.answer.PayoutDetails;
import org.mizani.payout.answer.RecordedPayout;
import org.mizani.payout.answer.RevealedRecipient;

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

  /** In a filter by status: the pending payouts that wait for a review. */
  public static final String HELD = "held";

  private static final String STATE =
      """
      d.parties_encrypted, f.reason AS failure_reason, w.next_watch_at,
      CASE WHEN q.screening <> 'held' THEN q.next_poll_at END AS next_poll_at,
      CASE WHEN q.screening = 'held' THEN q.screened_at END AS held_at,
      CASE WHEN q.screening = 'held' THEN q.held_reason END AS held_reason,
      coalesce(q.polls - q.skipped_polls, w.polls - w.skipped_polls, r.calls) AS calls_so_far,
      t.created_at AS returned_at, t.fee_minor AS refund_minor, t.reference AS return_reference\
      """;

  private static final String JOINS =
      """
      LEFT JOIN LATERAL (SELECT parties_encrypted FROM payout_detail
                         WHERE payout_id = r.id AND created_at = r.created_at LIMIT 1) d ON true
      LEFT JOIN LATERAL (SELECT reason FROM payout_failed
                         WHERE id = r.id AND r.status = 'failure' LIMIT 1) f ON true
      LEFT JOIN LATERAL (SELECT * FROM payout_due WHERE id = r.id LIMIT 1) q ON true
      LEFT JOIN LATERAL (SELECT * FROM payout_watch WHERE id = r.id LIMIT 1) w ON true
      LEFT JOIN LATERAL (SELECT * FROM payout_return WHERE payout_id = r.id LIMIT 1) t ON true\
      """;

  static final PagedQuery.Rows<StoredPayout> ROWS =
      new PagedQuery.Rows<>(
          "payout",
          STATE,
          JOINS,
          Map.of(
              PayoutStatus.PENDING.code(),
              "payout_due",
              PayoutStatus.FAILURE.code(),
              "payout_failed",
              HELD,
              "(SELECT * FROM payout_due WHERE screening = 'held' OFFSET 0)"),
          new SearchColumns(
              "business_reference",
              "payout_failed",
              Map.of(
                  SearchTerm.AMOUNT,
                  "(receiver_currency = %1$s AND %2$s IN (receiver_minor, paid_minor)"
                      + " OR sender_currency = %1$s AND sender_minor = %2$s)",
                  SearchTerm.CURRENCY,
                  "%1$s IN (sender_currency, receiver_currency)",
                  SearchTerm.COUNTRY,
                  "country = %1$s",
                  SearchTerm.CHANNEL,
                  "channel = %1$s",
                  SearchTerm.RAIL,
                  "rail = %1$s",
                  SearchTerm.FAILURE_CODE,
                  "failure_code = %1$s"),
              new SearchColumns.Person("payout_detail", "payout_id", "recipient_hash")),
          Projection.into(StoredPayout.class));

  private final PagedQuery paged;
  private final Database database;
  private final Parties.Encryption encryption;
  private final ScreeningDecisions screening;

  PayoutRepository(
      PagedQuery paged,
      Database database,
      Parties.Encryption encryption,
      ScreeningDecisions screening) {
    this.paged = paged;
    this.database = database;
    this.encryption = encryption;
    this.screening = screening;
  }

  /**
   * Query of a business's payouts.
   *
   * @param from the earliest {@code created_at}, in microseconds
   * @param after the place that the page begins after
   * @param size the most payouts of the page
   */
  public record Query(
      long businessId, Instant from, Cursor after, Optional<PayoutStatus> status, int size) {}

  /** The payout that the business created under this reference. */
  public Uni<Optional<PayoutAnswer>> find(long businessId, String businessReference) {
    return database
        .read(() -> Payout.withReference(businessId, businessReference))
        .map(found -> found.map(PayoutSummary::answer));
  }

  /** All that the business may know of the payout with this service reference, if it is its own. */
  public Uni<Optional<PayoutDetails>> details(long businessId, UUID serviceReference) {
    return database
        .read(() -> Payout.withState(serviceReference))
        .map(
            found ->
                found
                    .filter(payout -> payout.isRequestedBy(businessId))
                    .map(payout -> payout.details(recipient(payout))));
  }

  /** The answer to the creation of this payout, if the business made it. */
  public Uni<Optional<PayoutAnswer>> created(long businessId, UUID serviceReference) {
    return database
        .read(() -> Payout.withState(serviceReference))
        .map(
            found ->
                found
                    .filter(payout -> payout.isRequestedBy(businessId))
                    .map(StoredPayout::created));
  }

  /** A page of a business's payouts, newest first. */
  public Uni<Page<PayoutAnswer>> list(Query query) {
    return database
        .list(
            SummaryPages.of(query.status()),
            Tuple.of(
                query.businessId(),
                query.from().atOffset(ZoneOffset.UTC),
                query.after().time().atOffset(ZoneOffset.UTC),
                query.after().uuid(),
                query.size() + 1), // one more than the page: whether there is a next one
            SummaryPages.ROWS)
        .map(found -> Page.of(found, query.size(), PayoutRepository::cursor))
        .map(page -> page.map(PayoutSummary::answer));
  }

  /** A page of all businesses' payouts, newest first. */
  public Uni<Page<RecordedPayout>> list(ListFilter filter) {
    return paged.read(ROWS, filter).map(page -> page.map(this::recorded));
  }

  /**
   * A page of the payouts to this recipient, of those that a filter finds by its hashes, but for
   * those whose parties were erased or cannot be decrypted.
   */
  public Uni<Page<RecordedPayout>> search(ListFilter filter, Recipient recipient) {
    return paged
        .read(ROWS, filter)
        .map(page -> page.only(payout -> isTo(payout, recipient)).map(this::recorded));
  }

  private boolean isTo(StoredPayout payout, Recipient recipient) {
    return parties(payout)
        .filter(parties -> parties.areOf(recipient, payout.country(), payout.channel()))
        .isPresent();
  }

  /** The payout with this service reference, of any business. */
  public Uni<Optional<RecordedPayout>> find(UUID serviceReference) {
    return database
        .read(() -> Payout.withState(serviceReference))
        .map(found -> found.map(this::recorded));
  }

  /**
   * The whole recipient of the payout with this service reference, of any business, and what its
   * screening says of it.
   *
   * @throws org.mizani.fault.ApiFault.ApiException (as failure) 404 {@code payout not found}; 409
   *     {@code recipient cannot be read any more} of one that was erased
   */
  public Uni<RevealedRecipient> reveal(UUID serviceReference) {
    return database
        .read(() -> Payout.withState(serviceReference))
        .map(found -> found.orElseThrow(OperatorFault.PAYOUT_NOT_FOUND::asException))
        .chain(
            payout ->
                screening
                    .reason(serviceReference)
                    .map(
                        reason ->
                            parties(payout)
                                .map(parties -> payout.revealed(parties, reason))
                                .orElseThrow(OperatorFault.RECIPIENT_UNREADABLE::asException)));
  }

  private static Cursor cursor(PayoutSummary payout) {
    return Cursor.of(payout.createdAt(), payout.id());
  }

  private RecordedPayout recorded(StoredPayout payout) {
    return payout.recorded(recipient(payout));
  }

  private String recipient(StoredPayout payout) {
    return parties(payout)
        .map(parties -> Masked.number(parties.recipientNumber()))
        .orElseGet(Masked::unreadable);
  }

  /** The parties of a payout; empty if they were erased, or their encryption key is gone. */
  private Optional<Parties> parties(StoredPayout payout) {
    try {
      return Optional.ofNullable(payout.partiesEncrypted())
          .map(encrypted -> encryption.decrypt(payout.id(), encrypted));
    } catch (UndecryptableException e) {
      return Optional.empty(); // the other payouts are listed all the same
    }
  }
}
