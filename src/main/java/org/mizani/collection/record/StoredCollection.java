package org.mizani.collection.record;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.mizani.collection.answer.CollectionAnswer;
import org.mizani.collection.answer.CollectionDetails;
import org.mizani.collection.answer.RecordedCollection;
import org.mizani.database.ShownTime;
import org.mizani.http.Masked;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.rail.FailureCode;

/**
 * Collection with its state in other tables, for operators and for the details that partners read.
 *
 * @param publicId of the business
 * @param reason why it failed, in the network's words; null without any, and once they were erased
 * @param customerEncrypted null once the customer was erased
 * @param networkReference the oldest id under which the network acknowledged it; null while pending
 * @param callsSoFar calls of the rail
 * @param nextPollAt null unless it is polled
 * @param flagClearedAt null unless an operator has cleared its flag
 * @param unpaidAt when it ended without a payment; null unless it did
 */
@RegisterForReflection
record StoredCollection(
    UUID id,
    long businessId,
    UUID publicId,
    long walletId,
    CollectionStatus status,
    FailureCode failureCode,
    String reason,
    long amountMinor,
    CurrencyUnit currency,
    Long paidMinor,
    byte[] customerEncrypted,
    String reference,
    String provider,
    String mnoPaymentReference,
    String networkReference,
    String rail,
    int callsSoFar,
    Instant nextPollAt,
    Instant unpaidAt,
    Instant expiresAt,
    Instant creditedAt,
    boolean flagged,
    Instant flaggedAt,
    Instant flagClearedAt,
    Instant createdAt,
    Instant updatedAt) {

  boolean isOf(long business) {
    return businessId == business;
  }

  /** The part that partners see. */
  CollectionSummary summary() {
    return new CollectionSummary(
        id,
        businessId,
        status,
        failureCode,
        reason,
        creditedAt,
        amount(),
        reference,
        provider,
        mnoPaymentReference,
        createdAt,
        updatedAt,
        customerEncrypted);
  }

  /**
   * The collection with all that its partner may know. One that was paid after it had ended tells
   * no failure, because to try again would be to have the customer pay twice.
   */
  CollectionDetails details(CollectionAnswer answer) {
    return new CollectionDetails(
        answer,
        paidAmount().map(Money::major).orElse(null),
        networkReference,
        Optional.ofNullable(failureCode)
            .filter(code -> creditedAt == null)
            .map(code -> code.because(summary().statusMessage()))
            .orElse(null),
        ShownTime.of(status == CollectionStatus.SUCCESS ? creditedAt : unpaidAt),
        ShownTime.of(creditedAt),
        null);
  }

  /**
   * The collection as one that a customer has paid; empty if nobody has.
   *
   * @param customer {@link Customer#UNREADABLE} if it cannot be read
   */
  Optional<PaidCollection> paid(Customer customer) {
    return creditedAt == null
        ? Optional.empty()
        : Optional.of(
            new PaidCollection(
                id,
                walletId,
                rail,
                paidAmount().orElseGet(this::amount),
                Optional.of(customer)
                    .filter(known -> !known.equals(Customer.UNREADABLE))
                    .map(Customer::phone),
                customerEncrypted == null));
  }

  /**
   * The collection as operators see it.
   *
   * @param customer empty if it cannot be read
   */
  RecordedCollection recorded(Optional<Customer> customer) {
    BigDecimal asked = amount().major();
    return new RecordedCollection(
        id.toString(),
        publicId.toString(),
        status.wireName(),
        summary().statusMessage(),
        Optional.ofNullable(failureCode).map(FailureCode::code).orElse(null),
        asked,
        currency.name(),
        customer.map(c -> Masked.number(c.mobile())).orElse(Masked.unreadable()),
        Optional.ofNullable(reference).orElse(""),
        customer.flatMap(Customer::shownNarration).orElse(""),
        provider,
        mnoPaymentReference,
        rail,
        callsSoFar,
        ShownTime.of(nextPollAt),
        ShownTime.of(expiresAt),
        paidAmount().map(Money::major).orElse(null),
        ShownTime.of(creditedAt),
        flagged,
        ShownTime.of(flaggedAt),
        ShownTime.of(flagClearedAt),
        ShownTime.of(createdAt),
        ShownTime.of(updatedAt));
  }

  private Money amount() {
    return new Money(currency, amountMinor);
  }

  /** The amount that was really paid, where that is another. */
  private Optional<Money> paidAmount() {
    return Optional.ofNullable(paidMinor).map(minor -> new Money(currency, minor));
  }

  @Override
  public String toString() {
    return "StoredCollection[" + id + "]";
  }
}
