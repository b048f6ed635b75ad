package org.mizani.payout;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.StreamSupport;
import org.mizani.database.Database;
import org.mizani.database.ShownTime;
import org.mizani.http.Masked;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.paging.ListFilter;
import org.mizani.paging.Page;
import org.mizani.paging.PagedQuery;

/** Reads the payouts of all businesses, for operators; what is personal is masked. */
@Singleton
public final class PayoutRepository {

  private static final List<String> STATUSES =
      Arrays.stream(PayoutStatus.values()).map(PayoutStatus::code).toList();

  private static final String FIND =
      """
      SELECT p.*, b.public_id FROM payout p JOIN business b ON b.id = p.business_id WHERE p.id = $1
      """;

  private final PagedQuery listing;
  private final Database database;
  private final PartiesEncryption encryption;

  PayoutRepository(PagedQuery listing, Database database, PartiesEncryption encryption) {
    this.listing = listing;
    this.database = database;
    this.encryption = encryption;
  }

  /** Payouts, newest first. */
  public Uni<Page<RecordedPayout>> list(ListFilter filter) {
    return listing.read("payout", STATUSES, filter, this::payout);
  }

  /** One payout. */
  public Uni<Optional<RecordedPayout>> find(UUID serviceReference) {
    return database.execute(FIND, Tuple.of(serviceReference)).map(this::first);
  }

  private Optional<RecordedPayout> first(RowSet<Row> rows) {
    return StreamSupport.stream(rows.spliterator(), false).map(this::payout).findFirst();
  }

  private RecordedPayout payout(Row row) {
    return new RecordedPayout(
        row.getUUID("id").toString(),
        row.getUUID("public_id").toString(),
        Optional.ofNullable(row.getString("business_reference")).orElse(""),
        ShownTime.of(row, "sweep_due_at"),
        PayoutStatus.ofCode(row.getString("status")).wireName(),
        row.getString("channel"),
        row.getString("country"),
        recipient(row),
        major(row, "sender_minor", "sender_currency"),
        row.getString("sender_currency"),
        major(row, "fee_minor", "sender_currency"),
        major(row, "receiver_minor", "receiver_currency"),
        row.getString("receiver_currency"),
        row.getString("rail"),
        row.getInteger("polls") - row.getInteger("skipped_polls"),
        ShownTime.of(row, "next_poll_at"),
        row.getString("failure_reason"),
        row.getBoolean("flagged"),
        ShownTime.of(row, "discrepancy_at"),
        ShownTime.of(row, "next_watch_at"),
        ShownTime.of(row, "created_at"),
        ShownTime.of(row, "updated_at"));
  }

  private String recipient(Row row) {
    try {
      Parties parties =
          encryption.decrypt(row.getUUID("id"), row.getBuffer("parties_encrypted").getBytes());
      return Masked.number(parties.recipientNumber());
    } catch (IllegalStateException | IllegalArgumentException e) {
      return Masked.unreadable(); // its encryption key is gone: that hides no other payout
    }
  }

  private static BigDecimal major(Row row, String amount, String currency) {
    return new Money(CurrencyUnit.valueOf(row.getString(currency)), row.getLong(amount)).major();
  }
}
