package org.mizani.payout.record;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.mizani.corridor.Channel;
import org.mizani.corridor.Country;
import org.mizani.database.ShownTime;
import org.mizani.fx.FxRate;
import org.mizani.http.Masked;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.payout.answer.PayoutAnswer;
import org.mizani.payout.answer.PayoutDetails;
import org.mizani.payout.answer.RecordedPayout;
import org.mizani.payout.answer.RevealedRecipient;
import org.mizani.rail.FailureCode;

/**
 * Payout with its state in other tables, for operators and for the details that partners read.
 *
 * @param publicId of the business
 * @param partiesEncrypted null once they were erased
 * @param callsSoFar calls of the rail
 * @param failureReason null unless it failed, and once it was erased
 * @param nextPollAt null unless it is pending, and while it is held
 * @param heldAt null unless it waits for a review
 * @param heldReason why it is held without a decision of the screening service that counts; null
 *     where the service has held it
 * @param discrepancyAt null unless its rail denies its status, and once its flag was cleared
 * @param flagClearedAt null unless an operator has cleared its flag
 * @param nextWatchAt null unless it was settled by hand and is watched
 * @param returnedAt null unless its money came back after a success
 * @param refundMinor the refunded part of the fee, null likewise
 * @param returnReference the rail's, null likewise
 */
@RegisterForReflection
record StoredPayout(
    UUID id,
    long businessId,
    UUID publicId,
    String businessReference,
    Instant sweepDueAt,
    UUID refundOf,
    PayoutStatus status,
    Channel channel,
    Country country,
    byte[] partiesEncrypted,
    long senderMinor,
    CurrencyUnit senderCurrency,
    long feeMinor,
    long receiverMinor,
    CurrencyUnit receiverCurrency,
    BigDecimal fxRate,
    String rail,
    int callsSoFar,
    Instant nextPollAt,
    Instant heldAt,
    String heldReason,
    FailureCode failureCode,
    String failureReason,
    String receipt,
    String networkReference,
    Long paidMinor,
    boolean flagged,
    Instant discrepancyAt,
    Instant flaggedAt,
    Instant flagClearedAt,
    Instant nextWatchAt,
    Instant returnedAt,
    Long refundMinor,
    String returnReference,
    Instant createdAt,
    Instant updatedAt) {

  /** Whether this business has requested it; the payout of a sweep is requested by nobody. */
  boolean isRequestedBy(long business) {
    return businessId == business && businessReference != null;
  }

  /** The answer to its creation: pending, though it may be final by now. */
  PayoutAnswer created() {
    return new PayoutAnswer(
        id.toString(),
        businessReference,
        PayoutStatus.PENDING.wireName(),
        sender(senderMinor),
        senderCurrency.name(),
        receiver(receiverMinor),
        receiverCurrency.name(),
        sender(Math.addExact(senderMinor, feeMinor)),
        null,
        null,
        null,
        null);
  }

  /** The whole recipient, for an operator who may see it. */
  RevealedRecipient revealed(Parties parties, Optional<String> screeningReason) {
    return new RevealedRecipient(
        id.toString(),
        country.name(),
        channel.code(),
        parties.recipientNumber(),
        parties.recipientAccount(),
        parties.bankCode(),
        parties.receiverFirstName(),
        parties.receiverLastName(),
        parties.merchantName(),
        screeningReason.orElse(null));
  }

  /**
   * The payout with all that its partner may know.
   *
   * @param recipient the recipient's number, masked
   */
  PayoutDetails details(String recipient) {
    PayoutSummary summary =
        new PayoutSummary(
            id,
            businessReference,
            status,
            senderMinor,
            senderCurrency,
            receiverMinor,
            receiverCurrency,
            createdAt,
            updatedAt,
            returnedAt,
            refundMinor);
    return new PayoutDetails(
        summary.answer(sender(senderMinor + feeMinor)),
        rate(),
        sender(feeMinor),
        channel.code(),
        country.name(),
        recipient,
        receipt,
        networkReference,
        Optional.ofNullable(failureCode).map(code -> code.because(networkReason())).orElse(null),
        status.isFinal() ? ShownTime.of(updatedAt) : null,
        heldAt == null ? null : true);
  }

  /**
   * Why it failed in the network's words. Of one without a specified code they may be an
   * operator's, which partners do not read.
   */
  private String networkReason() {
    return failureCode == FailureCode.UNSPECIFIED ? null : failureReason;
  }

  /**
   * The payout as operators see it.
   *
   * @param recipient the recipient's number, masked
   */
  RecordedPayout recorded(String recipient) {
    return new RecordedPayout(
        id.toString(),
        publicId.toString(),
        Optional.ofNullable(businessReference).orElse(""),
        ShownTime.of(sweepDueAt),
        Optional.ofNullable(refundOf).map(UUID::toString).orElse(null),
        status.wireName(),
        channel.code(),
        country.name(),
        recipient,
        sender(senderMinor),
        senderCurrency.name(),
        sender(feeMinor),
        receiver(receiverMinor),
        receiverCurrency.name(),
        rate(),
        rail,
        callsSoFar,
        ShownTime.of(nextPollAt),
        ShownTime.of(heldAt),
        heldReason,
        Optional.ofNullable(failureCode).map(FailureCode::code).orElse(null),
        status == PayoutStatus.FAILURE && failureReason == null
            ? Masked.unreadable()
            : failureReason,
        receipt,
        networkReference,
        Optional.ofNullable(paidMinor).map(this::receiver).orElse(null),
        flagged,
        ShownTime.of(discrepancyAt),
        ShownTime.of(flaggedAt),
        ShownTime.of(flagClearedAt),
        ShownTime.of(nextWatchAt),
        ShownTime.of(returnedAt),
        returnReference,
        ShownTime.of(createdAt),
        ShownTime.of(updatedAt));
  }

  /** The rate that was used, as it is stored; null where no currency was exchanged. */
  private BigDecimal rate() {
    return senderCurrency == receiverCurrency ? null : FxRate.unpadded(fxRate);
  }

  private BigDecimal sender(long minor) {
    return new Money(senderCurrency, minor).major();
  }

  private BigDecimal receiver(long minor) {
    return new Money(receiverCurrency, minor).major();
  }

  /** Without what is encrypted, and without words that may be about a person. */
  @Override
  public String toString() {
    return "StoredPayout[" + id + "]";
  }
}
