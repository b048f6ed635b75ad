package org.mizani.collection.record;

import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import io.smallrye.mutiny.Uni;
import jakarta.persistence.AttributeOverride;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.annotations.Immutable;
import org.mizani.money.Money;
import org.mizani.rail.FailureCode;

/** Collection, without its personal data: what stays for ever. Only statements write it. */
@Entity
@Immutable
public class Collection extends PanacheEntityBase {

  private static final String WITH_ID = CollectionSummary.SELECT + "WHERE c.id = ?1";

  private static final String WITH_REFERENCE =
      CollectionSummary.SELECT + "WHERE c.businessId = ?1 AND c.reference = ?2";

  private static final String NEWEST =
      CollectionSummary.SELECT + "WHERE c.businessId = ?1 ORDER BY c.createdAt DESC, c.id DESC";

  /** By subqueries: a join that is planned on empty tables may read all of them later. */
  private static final String WITH_STATE =
      """
      SELECT c.id, c.businessId, (SELECT b.publicId FROM Business b WHERE b.id = c.businessId),
             c.walletId, c.status, c.failureCode,
             (SELECT u.reason FROM CollectionUnpaid u WHERE u.id = c.id),
             c.amount.minor, c.amount.currency, c.paidMinor,
             (SELECT d.customerEncrypted FROM CollectionDetail d
              WHERE d.collectionId = c.id AND d.createdAt = c.createdAt),
             c.reference, c.provider, c.mnoPaymentReference, array_get(c.networkIds, 1), c.rail,
             coalesce((SELECT q.polls - q.skippedPolls FROM CollectionDue q WHERE q.id = c.id),
                      c.calls),
             (SELECT q.nextPollAt FROM CollectionDue q WHERE q.id = c.id),
             (SELECT u.settledAt FROM CollectionUnpaid u WHERE u.id = c.id),
             c.expiresAt, c.creditedAt, c.flagged, c.flaggedAt, c.flagClearedAt,
             c.createdAt, c.updatedAt
      FROM Collection c
      WHERE c.id = ?1
      """;

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
  private Instant flaggedAt;
  private Instant flagClearedAt;
  private Instant knownUntil;
  private String rail;
  private String provider;
  private FailureCode failureCode;
  private String mnoPaymentReference;
  private List<String> networkIds;
  private String reference;

  protected Collection() {}

  /** The collection with this id, of any business, with its state in other tables. */
  static Uni<Optional<StoredCollection>> withState(UUID id) {
    return find(WITH_STATE, id)
        .project(StoredCollection.class)
        .firstResult()
        .map(Optional::ofNullable);
  }

  /**
   * The collection with this id, if it is the business's. It is found by its id alone: of two
   * indexes the planner could take that of the business.
   */
  static Uni<Optional<CollectionSummary>> withId(long businessId, UUID id) {
    return find(WITH_ID, id)
        .project(CollectionSummary.class)
        .firstResult()
        .map(found -> Optional.ofNullable(found).filter(of -> of.businessId() == businessId));
  }

  /** The collection that a business created under this reference, or none. */
  public static Uni<List<CollectionSummary>> withReference(long businessId, String reference) {
    return find(WITH_REFERENCE, businessId, reference).project(CollectionSummary.class).list();
  }

  /** How many collections operators have to look into. */
  public static Uni<Long> flagged() {
    return count("FROM Collection c WHERE c.flagged");
  }

  /** Up to this many collections of a business, newest first. */
  static Uni<List<CollectionSummary>> newest(long businessId, int most) {
    return find(NEWEST, businessId).project(CollectionSummary.class).page(0, most).list();
  }

  /** The status. */
  public CollectionStatus status() {
    return status;
  }

  /** Whether operators have to look into it. */
  public boolean isFlagged() {
    return flagged;
  }

  /** Whether the customer's payment is in the wallet. */
  public boolean isCredited() {
    return creditedAt != null;
  }

  /** What is, or was to be, credited: what the customer paid, else what was asked for. */
  public Money credited() {
    return paidMinor == null ? amount : new Money(amount.currency(), paidMinor);
  }

  @Override
  public String toString() {
    return "Collection[" + id + "]";
  }
}
