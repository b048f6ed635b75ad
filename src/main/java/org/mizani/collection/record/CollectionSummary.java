package org.mizani.collection.record;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.mizani.collection.answer.CollectionAnswer;
import org.mizani.database.ShownTime;
import org.mizani.money.Money;
import org.mizani.rail.FailureCode;

/**
 * Collection as partners see it (specification 2.8).
 *
 * @param reason why it failed, in the network's words; null without any, and once they were erased
 * @param creditedAt null unless it was paid, in time or later
 * @param customerEncrypted null once the customer was erased
 */
@RegisterForReflection
public record CollectionSummary(
    UUID id,
    long businessId,
    CollectionStatus status,
    FailureCode failureCode,
    String reason,
    Instant creditedAt,
    Money amount,
    String reference,
    String provider,
    String mnoPaymentReference,
    Instant createdAt,
    Instant updatedAt,
    byte[] customerEncrypted) {

  private static final String PAID_LATE = "paid and credited after the collection had ended";
  private static final String EXPIRED = "collection expired";

  /** The beginning of a query in HQL. Few have failed: only of these the words are looked up. */
  static final String SELECT =
      """
      SELECT c.id, c.businessId, c.status, c.failureCode,
             CASE WHEN c.status = FAILURE
                  THEN (SELECT u.reason FROM CollectionUnpaid u WHERE u.id = c.id) END,
             c.creditedAt, c.amount, c.reference, c.provider,
             c.mnoPaymentReference, c.createdAt, c.updatedAt,
             (SELECT d.customerEncrypted FROM CollectionDetail d
              WHERE d.collectionId = c.id AND d.createdAt = c.createdAt)
      FROM Collection c
      """;

  /**
   * The answer to its creation: pending, though it may have ended by now.
   *
   * @param network of the customer, as its number tells
   */
  CollectionAnswer answerOfCreation(Customer customer, String network, UUID businessPublicId) {
    return new CollectionAnswer(
        id.toString(),
        CollectionStatus.PENDING.wireName(),
        null,
        amount.major(),
        amount.currency().name(),
        customer.mobile(),
        Optional.ofNullable(reference).orElse(""),
        customer.shownNarration().orElse(""),
        network,
        null,
        businessPublicId.toString(),
        ShownTime.of(createdAt),
        ShownTime.of(createdAt));
  }

  CollectionAnswer answer(Customer customer, UUID businessPublicId) {
    return new CollectionAnswer(
        id.toString(),
        status.wireName(),
        statusMessage(),
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

  /** The outcome in words: the network's own about a failure, as long as they are kept. */
  String statusMessage() {
    if (creditedAt != null && status != CollectionStatus.SUCCESS) {
      return PAID_LATE;
    }
    if (failureCode == FailureCode.EXPIRED && status == CollectionStatus.CANCELLED) {
      return EXPIRED;
    }
    return Optional.ofNullable(reason).orElse(status.message());
  }

  @Override
  public String toString() {
    return "CollectionSummary[" + id + "]";
  }
}
