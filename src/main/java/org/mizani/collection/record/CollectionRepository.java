package org.mizani.collection.record;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Predicate;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.mizani.access.Caller;
import org.mizani.collection.answer.CollectionAnswer;
import org.mizani.collection.answer.CollectionDetails;
import org.mizani.collection.answer.RecordedCollection;
import org.mizani.corridor.Country;
import org.mizani.corridor.MobileOperators;
import org.mizani.corridor.PhoneNumber;
import org.mizani.database.Database;
import org.mizani.database.Projection;
import org.mizani.encryption.UndecryptableException;
import org.mizani.fault.ApiFault;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.fault.OperatorFault;
import org.mizani.paging.ListFilter;
import org.mizani.paging.Page;
import org.mizani.paging.PagedQuery;
import org.mizani.paging.SearchColumns;
import org.mizani.paging.SearchTerm;

/**
 * Repository of collections: a business's own as {@link CollectionAnswer} and {@link
 * CollectionDetails}, those of all businesses as {@link RecordedCollection}, with personal data
 * masked, for operators.
 */
@Singleton
public final class CollectionRepository {

  private static final String RECORDED =
      """
      coalesce(q.calls, r.calls) AS calls_so_far, q.next_poll_at,
      (SELECT customer_encrypted FROM collection_detail
       WHERE collection_id = r.id AND created_at = r.created_at) AS customer_encrypted,
      u.settled_at AS unpaid_at, u.reason, r.network_ids[1] AS network_reference\
      """;

  private static final String JOINS =
      """
      LEFT JOIN LATERAL (
        SELECT polls - skipped_polls AS calls, next_poll_at
        FROM collection_due WHERE id = r.id OFFSET 0) q ON true
      LEFT JOIN LATERAL (
        SELECT settled_at, reason FROM collection_unpaid WHERE id = r.id OFFSET 0) u ON true\
      """;

  /** One look-up a row: for a join the planner may scan all collections. */
  private static final String PENDING =
      """
      (SELECT q.id, q.business_id, q.created_at FROM collection_due q
       WHERE (SELECT c.status FROM collection c WHERE c.id = q.id) = 'pending')
      """;

  static final PagedQuery.Rows<StoredCollection> ROWS =
      new PagedQuery.Rows<>(
          "collection",
          RECORDED,
          JOINS,
          Map.of(
              CollectionStatus.PENDING.code(), PENDING,
              CollectionStatus.FAILURE.code(), unpaid(CollectionStatus.FAILURE),
              CollectionStatus.CANCELLED.code(), unpaid(CollectionStatus.CANCELLED)),
          new SearchColumns(
              "reference",
              "collection_unpaid",
              Map.of(
                  SearchTerm.AMOUNT,
                  "(currency = %1$s AND %2$s IN (amount_minor, paid_minor))",
                  SearchTerm.CURRENCY,
                  "currency = %1$s",
                  SearchTerm.COUNTRY,
                  "currency = " + currencyOfCountry(),
                  SearchTerm.RAIL,
                  "rail = %1$s",
                  SearchTerm.FAILURE_CODE,
                  "failure_code = %1$s"),
              new SearchColumns.Person("collection_detail", "collection_id", "customer_hash")),
          Projection.into(StoredCollection.class));

  private final PagedQuery paged;
  private final Database database;
  private final Customer.Encryption encryption;
  private final MobileOperators operators;
  private final RecordedRefunds refunds;

  CollectionRepository(
      PagedQuery paged,
      Database database,
      Customer.Encryption encryption,
      MobileOperators operators,
      RecordedRefunds refunds) {
    this.paged = paged;
    this.database = database;
    this.encryption = encryption;
    this.operators = operators;
    this.refunds = refunds;
  }

  /** The business's collection with this id. */
  public Uni<Optional<CollectionAnswer>> find(Caller business, UUID id) {
    return database
        .read(() -> Collection.withId(business.businessId(), id))
        .map(found -> found.map(collection -> answer(collection, business)));
  }

  /**
   * The answer to the creation of this collection, if the business made it, and its customer can be
   * read.
   */
  public Uni<Optional<CollectionAnswer>> created(Caller business, UUID id) {
    return database
        .read(() -> Collection.withId(business.businessId(), id))
        .map(found -> found.flatMap(collection -> answerOfCreation(collection, business)));
  }

  /** All that the business may know of the collection with this id, if it is its own. */
  public Uni<Optional<CollectionDetails>> details(Caller business, UUID id) {
    return database
        .read(() -> Collection.withState(id))
        .map(
            found ->
                found
                    .filter(collection -> collection.isOf(business.businessId()))
                    .map(collection -> collection.details(answer(collection.summary(), business))))
        .chain(refunds::addTo);
  }

  /** The collection that the business created under this reference, or none. */
  public Uni<List<CollectionAnswer>> withReference(Caller business, String reference) {
    return answers(business, () -> Collection.withReference(business.businessId(), reference));
  }

  /** Up to this many collections of the business, newest first. */
  public Uni<List<CollectionAnswer>> newest(Caller business, int most) {
    return answers(business, () -> Collection.newest(business.businessId(), most));
  }

  private Uni<List<CollectionAnswer>> answers(
      Caller business, Supplier<Uni<List<CollectionSummary>>> finder) {
    return database
        .read(finder)
        .map(found -> found.stream().map(collection -> answer(collection, business)).toList());
  }

  /** A page of all businesses' collections, newest first. */
  public Uni<Page<RecordedCollection>> list(ListFilter filter) {
    return paged.read(ROWS, filter).map(page -> page.map(this::recorded));
  }

  /**
   * A page of the collections from this phone, of those that a filter finds by its hashes, but for
   * those whose customer was erased or cannot be decrypted.
   */
  public Uni<Page<RecordedCollection>> search(ListFilter filter, PhoneNumber phone) {
    Predicate<StoredCollection> isFrom =
        one -> customer(one).filter(found -> found.mobile().equals(phone.e164())).isPresent();
    return paged.read(ROWS, filter).map(page -> page.only(isFrom).map(this::recorded));
  }

  /** The collection with this id, of any business. */
  public Uni<Optional<RecordedCollection>> find(UUID id) {
    return database.read(() -> Collection.withState(id)).map(found -> found.map(this::recorded));
  }

  /**
   * The collection with this id, of any business, as a paid one.
   *
   * @throws ApiException (as failure) 404 {@code collection not found}, 409 {@code collection is
   *     not paid}
   */
  public Uni<PaidCollection> paid(UUID id) {
    return paid(id, collection -> true);
  }

  /** The business's collection with this id as a paid one; fails as that of any business. */
  public Uni<PaidCollection> paid(Caller business, UUID id) {
    return paid(id, collection -> collection.isOf(business.businessId()));
  }

  private Uni<PaidCollection> paid(UUID id, Predicate<StoredCollection> known) {
    return database
        .read(() -> Collection.withState(id))
        .map(found -> found.filter(known))
        .map(found -> found.orElseThrow(ApiFault.COLLECTION_NOT_FOUND::asException))
        .map(
            collection ->
                collection.paid(
                    encryption.readable(collection.id(), collection.customerEncrypted())))
        .map(found -> found.orElseThrow(OperatorFault.COLLECTION_NOT_PAID::asException));
  }

  private CollectionAnswer answer(CollectionSummary collection, Caller business) {
    return collection.answer(readable(collection), business.publicId());
  }

  /** The customer's network is that of the number again: the settlement may have told another. */
  private Optional<CollectionAnswer> answerOfCreation(
      CollectionSummary collection, Caller business) {
    Customer customer = readable(collection);
    if (customer.equals(Customer.UNREADABLE)) {
      return Optional.empty();
    }
    String network = operators.of(customer.phone()).orElse("");
    return Optional.of(collection.answerOfCreation(customer, network, business.publicId()));
  }

  private Customer readable(CollectionSummary collection) {
    return encryption.readable(collection.id(), collection.customerEncrypted());
  }

  private RecordedCollection recorded(StoredCollection collection) {
    return collection.recorded(customer(collection));
  }

  /** The partner's read reports a customer that cannot be read. */
  private Optional<Customer> customer(StoredCollection collection) {
    try {
      return decrypted(collection.id(), collection.customerEncrypted());
    } catch (UndecryptableException e) {
      return Optional.empty();
    }
  }

  /** The customer; empty if it was erased. */
  private Optional<Customer> decrypted(UUID id, byte[] encrypted) {
    return Optional.ofNullable(encrypted).map(bytes -> encryption.decrypt(id, bytes));
  }

  /** A collection has no country but that of its currency. */
  private static String currencyOfCountry() {
    return Arrays.stream(Country.values())
        .map(country -> " WHEN '%s' THEN '%s'".formatted(country, country.currency()))
        .collect(Collectors.joining("", "CASE %1$s::text", " END"));
  }

  private static String unpaid(CollectionStatus status) {
    return "(SELECT * FROM collection_unpaid WHERE status = '%s')".formatted(status.code());
  }
}
