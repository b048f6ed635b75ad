package org.mizani.collection;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jboss.logging.Logger;
import org.mizani.access.Caller;
import org.mizani.database.Database;
import org.mizani.database.ShownTime;
import org.mizani.http.Masked;
import org.mizani.log.RedactedFailure;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.paging.ListFilter;
import org.mizani.paging.Page;
import org.mizani.paging.PagedQuery;

/**
 * Repository of collections: a business's own as {@link CollectionAnswer}, those of all businesses
 * as {@link RecordedCollection}, with personal data masked, for operators.
 */
@Singleton
public final class CollectionRepository {

  private static final Logger LOG = Logger.getLogger(CollectionRepository.class);

  private static final String FIND_BY_ID = select("AND id = $2");
  private static final String FIND_BY_REFERENCE = select("AND reference = $2");
  private static final String NEWEST = select("ORDER BY created_at DESC, id DESC LIMIT $2");

  private static final String FIND =
      """
      SELECT c.*, b.public_id FROM collection c JOIN business b ON b.id = c.business_id
      WHERE c.id = $1
      """;

  private static final List<String> STATUSES =
      Arrays.stream(CollectionStatus.values()).map(CollectionStatus::code).toList();

  private final PagedQuery paged;
  private final Database database;
  private final Customer.Encryption encryption;

  CollectionRepository(PagedQuery paged, Database database, Customer.Encryption encryption) {
    this.paged = paged;
    this.database = database;
    this.encryption = encryption;
  }

  /** The business's collection with this id. */
  Uni<Optional<CollectionAnswer>> find(Caller business, UUID id) {
    return read(FIND_BY_ID, business, id).map(found -> found.stream().findFirst());
  }

  /** The collection that the business created under this reference, or none. */
  Uni<List<CollectionAnswer>> withReference(Caller business, String reference) {
    return read(FIND_BY_REFERENCE, business, reference);
  }

  /** Up to this many collections of the business, newest first. */
  Uni<List<CollectionAnswer>> newest(Caller business, int most) {
    return read(NEWEST, business, most);
  }

  /** A page of all businesses' collections, newest first. */
  public Uni<Page<RecordedCollection>> list(ListFilter filter) {
    return paged.read("collection", STATUSES, filter, this::recorded);
  }

  /** The collection with this id, of any business. */
  public Uni<Optional<RecordedCollection>> find(UUID id) {
    return database.find(FIND, Tuple.of(id), this::recorded);
  }

  private Uni<List<CollectionAnswer>> read(String statement, Caller business, Object parameter) {
    return database.list(
        statement,
        Tuple.of(business.businessId(), parameter),
        row -> answer(row, business.publicId()));
  }

  private CollectionAnswer answer(Row row, UUID businessId) {
    return CollectionAnswer.of(row, customerOrPlaceholder(row), businessId);
  }

  /** A customer that cannot be decrypted must not hide the rest of the collection. */
  private Customer customerOrPlaceholder(Row row) {
    try {
      return customer(row);
    } catch (IllegalArgumentException | IllegalStateException e) {
      LOG.errorf(
          "the customer of collection %s cannot be read: %s",
          row.getUUID("id"), RedactedFailure.words(e));
      return Customer.UNREADABLE;
    }
  }

  private RecordedCollection recorded(Row row) {
    CurrencyUnit currency = CurrencyUnit.valueOf(row.getString("currency"));
    Optional<Customer> customer = readableCustomer(row);
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

  private Optional<Customer> readableCustomer(Row row) {
    try {
      return Optional.of(customer(row));
    } catch (IllegalStateException | IllegalArgumentException e) {
      return Optional.empty(); // its encryption key is gone: the others are listed all the same
    }
  }

  private Customer customer(Row row) {
    return encryption.decrypt(row.getUUID("id"), row.getBuffer("customer_encrypted").getBytes());
  }

  private static String select(String filter) {
    return "SELECT %s, customer_encrypted FROM collection WHERE business_id = $1 %s"
        .formatted(CollectionAnswer.COLUMNS, filter);
  }
}
