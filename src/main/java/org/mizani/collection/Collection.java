package org.mizani.collection;

import io.quarkus.hibernate.reactive.panache.Panache;
import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.mutiny.Uni;
import jakarta.persistence.AttributeOverride;
import jakarta.persistence.Column;
import jakarta.persistence.ColumnResult;
import jakarta.persistence.ConstructorResult;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityResult;
import jakarta.persistence.Id;
import jakarta.persistence.SqlResultSetMapping;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.annotations.Immutable;
import org.hibernate.reactive.mutiny.Mutiny;
import org.mizani.collection.answer.CollectionAnswer;
import org.mizani.collection.answer.CollectionDetails;
import org.mizani.collection.answer.RecordedCollection;
import org.mizani.database.ShownTime;
import org.mizani.http.Masked;
import org.mizani.money.Money;
import org.mizani.paging.PagedQuery;
import org.mizani.rail.FailureCode;

/** Collection, without its personal data: what stays for ever. Only statements write it. */
@Entity
@Immutable
@SqlResultSetMapping(
    name = "collection",
    entities = @EntityResult(entityClass = Collection.class),
    classes =
        @ConstructorResult(
            targetClass = Collection.State.class,
            columns = {
              @ColumnResult(name = "public_id", type = UUID.class),
              @ColumnResult(name = "customer_encrypted", type = byte[].class),
              @ColumnResult(name = "calls", type = Integer.class),
              @ColumnResult(name = "next_poll_at", type = Instant.class),
              @ColumnResult(name = "unpaid_at", type = Instant.class)
            }))
class Collection extends PanacheEntityBase implements PagedQuery.Listed {

  private static final String WITH_ID = Summary.SELECT + "WHERE c.id = ?1";

  private static final String WITH_REFERENCE =
      Summary.SELECT + "WHERE c.businessId = ?1 AND c.reference = ?2";

  private static final String NEWEST =
      Summary.SELECT + "WHERE c.businessId = ?1 ORDER BY c.createdAt DESC, c.id DESC";

  @Id private UUID id;

  private long businessId;
  private long apiKeyId;
  private long walletId;

  @AttributeOverride(name = "minor", column = @Column(name = "amount_minor"))
  private Money amount;

  private Long paidMinor;

  private Instant createdAt;
  private Instant updatedAt;
  private Instant expiresAt;
  private Instant creditedAt;
  private int calls;
  private CollectionStatus status;
  private boolean flagged;
  private String rail;
  private String provider;
  private String statusMessage;
  private FailureCode failureCode;
  private String mnoPaymentReference;
  private String reference;

  protected Collection() {}

  /**
   * State of a collection in other tables, for operators and for the details that partners read.
   *
   * @param publicId of the business
   * @param customerEncrypted null once the customer was erased
   * @param calls calls of the rail so far
   * @param nextPollAt null unless it is polled
   * @param unpaidAt when it ended without a payment; null unless it did
   */
  @RegisterForReflection
  record State(
      UUID publicId,
      byte[] customerEncrypted,
      Integer calls,
      Instant nextPollAt,
      Instant unpaidAt) {}

  /**
   * What partners see of a collection.
   *
   * @param customerEncrypted null once the customer was erased
   */
  @RegisterForReflection
  record Summary(
      UUID id,
      long businessId,
      CollectionStatus status,
      String statusMessage,
      Money amount,
      String reference,
      String provider,
      String mnoPaymentReference,
      Instant createdAt,
      Instant updatedAt,
      byte[] customerEncrypted) {

    private static final String SELECT =
        """
        SELECT c.id, c.businessId, c.status, c.statusMessage, c.amount, c.reference, c.provider,
               c.mnoPaymentReference, c.createdAt, c.updatedAt,
               (SELECT d.customerEncrypted FROM CollectionDetail d
                WHERE d.collectionId = c.id AND d.createdAt = c.createdAt)
        FROM Collection c
        """;

    CollectionAnswer answer(Customer customer, UUID businessPublicId) {
      return new CollectionAnswer(
          id.toString(),
          status.wireName(),
          statusMessage,
          amount.major(),
          amount.currency().name(),
          customer.mobile(),
          Optional.ofNullable(reference).orElse(""),
          customer.shownNarration().orElse(""),
          provider,
          mnoPaymentReference,
          businessPublicId.toString(),
          ShownTime.of(createdAt),
          ShownTime.of(updatedAt));
    }

    @Override
    public String toString() {
      return "Summary[" + id + "]";
    }
  }

  /**
   * The collection with this id, if it is the business's. It is found by its id alone: of two
   * indexes the planner could take that of the business.
   */
  static Uni<Optional<Summary>> withId(long businessId, UUID id) {
    return query(WITH_ID)
        .chain(query -> query.setParameter(1, id).getSingleResultOrNull())
        .map(found -> Optional.ofNullable(found).filter(of -> of.businessId() == businessId));
  }

  /** The collection that a business created under this reference, or none. */
  static Uni<List<Summary>> withReference(long businessId, String reference) {
    return query(WITH_REFERENCE)
        .chain(
            query -> query.setParameter(1, businessId).setParameter(2, reference).getResultList());
  }

  /** Whether a business has used this reference. */
  static Uni<Boolean> hasReference(long businessId, String reference) {
    return count("businessId = ?1 AND reference = ?2", businessId, reference)
        .map(count -> count > 0);
  }

  /** Up to this many collections of a business, newest first. */
  static Uni<List<Summary>> newest(long businessId, int most) {
    return query(NEWEST)
        .chain(query -> query.setParameter(1, businessId).setMaxResults(most).getResultList());
  }

  private static Uni<Mutiny.SelectionQuery<Summary>> query(String text) {
    return Panache.getSession().map(session -> session.createSelectionQuery(text, Summary.class));
  }

  @Override
  public UUID id() {
    return id;
  }

  @Override
  public Instant createdAt() {
    return createdAt;
  }

  boolean isOf(long business) {
    return businessId == business;
  }

  /** What partners see of it. */
  Summary summary(State state) {
    return new Summary(
        id,
        businessId,
        status,
        statusMessage,
        amount,
        reference,
        provider,
        mnoPaymentReference,
        createdAt,
        updatedAt,
        state.customerEncrypted());
  }

  /**
   * The collection with all that its partner may know. One that was paid after it had ended tells
   * no failure, because to try again would be to have the customer pay twice.
   */
  CollectionDetails details(State state, CollectionAnswer answer) {
    return new CollectionDetails(
        answer,
        Optional.ofNullable(paidMinor)
            .map(paid -> new Money(amount.currency(), paid).major())
            .orElse(null),
        Optional.ofNullable(failureCode)
            .filter(code -> creditedAt == null)
            .map(code -> code.because(statusMessage))
            .orElse(null),
        ShownTime.of(status == CollectionStatus.SUCCESS ? creditedAt : state.unpaidAt()),
        ShownTime.of(creditedAt));
  }

  /** The collection as one that a customer has paid; empty if nobody has. */
  Optional<PaidCollection> paid(Optional<Customer> customer) {
    Money paid = paidMinor == null ? amount : new Money(amount.currency(), paidMinor);
    return creditedAt == null
        ? Optional.empty()
        : Optional.of(new PaidCollection(id, walletId, rail, paid, customer.map(Customer::phone)));
  }

  /**
   * The collection as operators see it.
   *
   * @param customer empty if it cannot be read
   */
  RecordedCollection recorded(State state, Optional<Customer> customer) {
    return new RecordedCollection(
        id.toString(),
        state.publicId().toString(),
        status.wireName(),
        statusMessage,
        Optional.ofNullable(failureCode).map(FailureCode::code).orElse(null),
        amount.major(),
        amount.currency().name(),
        customer.map(c -> Masked.number(c.mobile())).orElse(Masked.unreadable()),
        Optional.ofNullable(reference).orElse(""),
        customer.flatMap(Customer::shownNarration).orElse(""),
        provider,
        mnoPaymentReference,
        rail,
        state.calls(),
        ShownTime.of(state.nextPollAt()),
        ShownTime.of(expiresAt),
        ShownTime.of(creditedAt),
        flagged,
        ShownTime.of(createdAt),
        ShownTime.of(updatedAt));
  }

  @Override
  public String toString() {
    return "Collection[" + id + "]";
  }
}
