package org.mizani.collection;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
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

/** Reads the collections of all businesses, for operators; what is personal is masked. */
@Singleton
public final class CollectionRepository {

  private static final List<String> STATUSES =
      Arrays.stream(CollectionStatus.values()).map(CollectionStatus::code).toList();

  private static final String FIND =
      """
      SELECT c.*, b.public_id FROM collection c JOIN business b ON b.id = c.business_id
      WHERE c.id = $1
      """;

  private final PagedQuery listing;
  private final Database database;
  private final CustomerEncryption encryption;

  CollectionRepository(PagedQuery listing, Database database, CustomerEncryption encryption) {
    this.listing = listing;
    this.database = database;
    this.encryption = encryption;
  }

  /** Collections, newest first. */
  public Uni<Page<RecordedCollection>> list(ListFilter filter) {
    return listing.read("collection", STATUSES, filter, this::collection);
  }

  /** One collection. */
  public Uni<Optional<RecordedCollection>> find(UUID id) {
    return database.execute(FIND, Tuple.of(id)).map(this::first);
  }

  private Optional<RecordedCollection> first(RowSet<Row> rows) {
    return StreamSupport.stream(rows.spliterator(), false).map(this::collection).findFirst();
  }

  private RecordedCollection collection(Row row) {
    CurrencyUnit currency = CurrencyUnit.valueOf(row.getString("currency"));
    Optional<Customer> customer = customer(row);
    return new RecordedCollection(
        row.getUUID("id").toString(),
        row.getUUID("public_id").toString(),
        CollectionStatus.ofCode(row.getString("status")).wireName(),
        row.getString("status_message"),
        new Money(currency, row.getLong("amount_minor")).major(),
        currency.name(),
        customer.map(c -> Masked.number(c.mobile())).orElse(Masked.unreadable()),
        Optional.ofNullable(row.getString("reference")).orElse(""),
        customer.flatMap(Customer::shownNarration).orElse(""),
        row.getString("provider"),
        row.getString("mno_payment_reference"),
        row.getString("rail"),
        row.getInteger("polls") - row.getInteger("skipped_polls"),
        ShownTime.of(row, "next_poll_at"),
        ShownTime.of(row, "expires_at"),
        ShownTime.of(row, "credited_at"),
        row.getBoolean("flagged"),
        ShownTime.of(row, "created_at"),
        ShownTime.of(row, "updated_at"));
  }

  private Optional<Customer> customer(Row row) {
    try {
      byte[] encrypted = row.getBuffer("customer_encrypted").getBytes();
      return Optional.of(encryption.decrypt(row.getUUID("id"), encrypted));
    } catch (IllegalStateException | IllegalArgumentException e) {
      return Optional.empty(); // its encryption key is gone: that hides no other collection
    }
  }
}
