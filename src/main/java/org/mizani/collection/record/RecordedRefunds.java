package org.mizani.collection.record;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.mizani.collection.answer.CollectionDetails;
import org.mizani.collection.answer.RefundAnswer;
import org.mizani.database.Database;
import org.mizani.database.ShownTime;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.paging.Cursor;
import org.mizani.paging.Page;
import org.mizani.rail.FailureCode;
import org.mizani.rail.FailureCode.Failure;

/** Refunds of collections as partners read them: each with the state of the payout that pays it. */
@Singleton
public final class RecordedRefunds {

  private static final int MOST_IN_DETAILS = 100;

  private static final String READ =
      """
      SELECT r.id, r.collection_id, r.reference, r.amount_minor, p.sender_currency, p.status,
             p.failure_code, f.reason, r.created_at, p.updated_at, t.created_at AS returned_at
      FROM collection_refund r
      CROSS JOIN LATERAL (SELECT * FROM payout WHERE id = r.id OFFSET 0) p
      LEFT JOIN LATERAL (SELECT reason FROM payout_failed WHERE id = r.id OFFSET 0) f ON true
      LEFT JOIN LATERAL (
        SELECT created_at FROM payout_return WHERE payout_id = r.id OFFSET 0) t ON true
      """;

  static final String OF_COLLECTION =
      READ
          + """
          WHERE r.collection_id = $1
            AND (r.created_at, r.id)
                < (coalesce($2::timestamptz, 'infinity'),
                   coalesce($3::uuid, '00000000-0000-0000-0000-000000000000'))
          ORDER BY r.created_at DESC, r.id DESC LIMIT $4
          """;

  static final String WITH_ID = READ + "WHERE r.id = $1 AND p.business_id = $2";

  private final Database database;

  RecordedRefunds(Database database) {
    this.database = database;
  }

  /** These details with the newest refunds; only what was credited can be refunded. */
  Uni<Optional<CollectionDetails>> addTo(Optional<CollectionDetails> details) {
    return details
        .filter(collection -> collection.creditedAt() != null)
        .map(
            paid ->
                page(UUID.fromString(paid.collection().id()), Optional.empty(), MOST_IN_DETAILS)
                    .map(made -> Optional.of(paid.with(made.items()))))
        .orElseGet(() -> Uni.createFrom().item(details));
  }

  private record Listed(RefundAnswer answer, Cursor cursor) {

    private static Listed of(Row row) {
      Instant created = row.getOffsetDateTime("created_at").toInstant();
      return new Listed(RecordedRefunds.answer(row), Cursor.of(created, row.getUUID("id")));
    }
  }

  /**
   * A page of the refunds of a collection, newest first.
   *
   * @param last the position of the last one shown; empty for the first page
   */
  public Uni<Page<RefundAnswer>> page(UUID collection, Optional<Cursor> last, int size) {
    Tuple parameters =
        Tuple.of(
            collection,
            last.map(cursor -> cursor.time().atOffset(ZoneOffset.UTC)).orElse(null),
            last.map(Cursor::uuid).orElse(null),
            size + 1);
    return database
        .list(OF_COLLECTION, parameters, Listed::of)
        .map(found -> Page.of(found, size, Listed::cursor).map(Listed::answer));
  }

  /** The answer to the creation of this refund, if it is the business's. */
  public Uni<Optional<RefundAnswer>> created(long businessId, UUID id) {
    return database
        .find(WITH_ID, Tuple.of(id, businessId), RecordedRefunds::answer)
        .map(found -> found.map(RefundAnswer::created));
  }

  private static RefundAnswer answer(Row row) {
    String status = row.getString("status");
    CurrencyUnit currency = CurrencyUnit.valueOf(row.getString("sender_currency"));
    return new RefundAnswer(
        row.getUUID("id").toString(),
        row.getUUID("collection_id").toString(),
        row.getString("reference"),
        "refund_" + status,
        new Money(currency, row.getLong("amount_minor")).major(),
        currency.name(),
        failure(row),
        time(row, "created_at"),
        status.equals("pending") ? null : time(row, "updated_at"),
        time(row, "returned_at"));
  }

  /** Of an unspecified failure the reason may be an operator's, which partners do not read. */
  private static Failure failure(Row row) {
    return Optional.ofNullable(row.getString("failure_code"))
        .map(code -> FailureCode.valueOf(code.toUpperCase(Locale.ROOT)))
        .map(code -> code.because(code == FailureCode.UNSPECIFIED ? null : row.getString("reason")))
        .orElse(null);
  }

  private static Instant time(Row row, String column) {
    OffsetDateTime at = row.getOffsetDateTime(column);
    return at == null ? null : ShownTime.of(at.toInstant());
  }
}
