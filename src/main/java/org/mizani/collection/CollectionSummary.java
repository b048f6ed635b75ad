package org.mizani.collection;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.mizani.collection.answer.CollectionAnswer;
import org.mizani.database.ShownTime;
import org.mizani.money.Money;

/**
 * Collection as partners see it (specification 2.8).
 *
 * @param customerEncrypted null once the customer was erased
 */
@RegisterForReflection
record CollectionSummary(
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

  /** The beginning of a query in HQL. */
  static final String SELECT =
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
    return "CollectionSummary[" + id + "]";
  }
}
