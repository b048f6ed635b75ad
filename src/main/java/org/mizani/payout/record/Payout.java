package org.mizani.payout.record;

import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.mutiny.Uni;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.annotations.EmbeddedColumnNaming;
import org.hibernate.annotations.Formula;
import org.hibernate.annotations.Immutable;
import org.mizani.corridor.Channel;
import org.mizani.corridor.Country;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.rail.FailureCode;

/** Payout, without its personal data: the part that stays for ever. Only statements write it. */
@Entity
@Immutable
public class Payout extends PanacheEntityBase {

  /** By subqueries: a join that is planned on empty tables may read all of them later. */
  private static final String WITH_REFERENCE =
      """
      SELECT p.id, p.businessReference, p.status, p.sender.minor, p.sender.currency,
             p.receiver.minor, p.receiver.currency, p.createdAt, p.updatedAt,
             (SELECT t.createdAt FROM PayoutReturn t WHERE t.payoutId = p.id),
             (SELECT t.feeMinor FROM PayoutReturn t WHERE t.payoutId = p.id)
      FROM Payout p
      WHERE p.businessId = ?1 AND p.businessReference = ?2
      """;

  private static final String WITH_USED_REFERENCE =
      """
      SELECT p.id, p.businessReference, p.sender.currency, p.receiver.minor, p.receiver.currency,
             p.country, p.channel,
             (SELECT d.partiesEncrypted FROM PayoutDetail d
              WHERE d.payoutId = p.id AND d.createdAt = p.createdAt),
             (SELECT d.purposeOfTransfer FROM PayoutDetail d
              WHERE d.payoutId = p.id AND d.createdAt = p.createdAt),
             (SELECT d.sourceOfFunds FROM PayoutDetail d
              WHERE d.payoutId = p.id AND d.createdAt = p.createdAt)
      FROM Payout p
      WHERE p.businessId = ?1 AND p.businessReference = ?2
      """;

  /** A held one is found by its id: its index has all that are held, which may be many. */
  private static final String WITH_STATE =
      """
      SELECT p.id, p.businessId, (SELECT b.publicId FROM Business b WHERE b.id = p.businessId),
             p.businessReference, p.sweepDueAt, p.refundOf, p.status, p.channel, p.country,
             (SELECT d.partiesEncrypted FROM PayoutDetail d
              WHERE d.payoutId = p.id AND d.createdAt = p.createdAt),
             p.sender.minor, p.sender.currency, p.feeMinor,
             p.receiver.minor, p.receiver.currency, p.fxRate, p.rail,
             coalesce((SELECT q.polls - q.skippedPolls FROM PayoutDue q WHERE q.id = p.id),
                      (SELECT w.polls - w.skippedPolls FROM PayoutWatch w WHERE w.id = p.id),
                      p.calls),
             (SELECT q.nextPollAt FROM PayoutDue q WHERE q.id = p.id AND q.screening <> 'held'),
             (SELECT q.screenedAt FROM PayoutDue q
              WHERE q.id = p.id AND q.screening NOT IN ('none', 'cleared')),
             (SELECT q.heldReason FROM PayoutDue q
              WHERE q.id = p.id AND q.screening NOT IN ('none', 'cleared')),
             p.failureCode, p.failureReason, p.receipt, p.networkReference, p.paidMinor,
             p.flagged, p.discrepancyAt, p.flaggedAt, p.flagClearedAt,
             (SELECT w.nextWatchAt FROM PayoutWatch w WHERE w.id = p.id),
             (SELECT t.createdAt FROM PayoutReturn t WHERE t.payoutId = p.id),
             (SELECT t.feeMinor FROM PayoutReturn t WHERE t.payoutId = p.id),
             (SELECT t.reference FROM PayoutReturn t WHERE t.payoutId = p.id),
             p.createdAt, p.updatedAt
      FROM Payout p
      WHERE p.id = ?1
      """;

  private static final String FLAGGED =
      """
      SELECT count(*) FILTER (WHERE p.status = PENDING), count(p.discrepancyAt),
             count(*) FILTER (WHERE p.status <> PENDING AND p.discrepancyAt IS NULL)
      FROM Payout p WHERE p.flagged
      """;

  @Id private UUID id;

  private long businessId;
  private Long apiKeyId;
  private long walletId;

  @EmbeddedColumnNaming("sender_%s")
  private Money sender;

  private long feeMinor;

  @EmbeddedColumnNaming("receiver_%s")
  private Money receiver;

  private Instant createdAt;
  private Instant updatedAt;
  private int calls;
  private PayoutStatus status;
  private boolean flagged;

  @Enumerated(EnumType.STRING)
  private Country country;

  private Channel channel;
  private String rail;
  private BigDecimal fxRate;
  private String businessReference;
  private FailureCode failureCode;

  /** In the words of the network or the operator; null unless it failed, and once it was erased. */
  @Formula("(SELECT f.reason FROM payout_failed f WHERE f.id = id)")
  private String failureReason;

  private String receipt;
  private String networkReference;
  private List<String> networkIds;
  private Long paidMinor;
  private Instant discrepancyAt;
  private Instant flaggedAt;
  private Instant flagClearedAt;
  private Instant knownUntil;
  private UUID sweepId;
  private Instant sweepDueAt;
  private UUID refundOf;

  protected Payout() {}

  /**
   * Flagged payouts, counted.
   *
   * @param discrepancies those whose rail denies their final status
   * @param others final ones that are flagged for another reason, such as another amount paid
   */
  @RegisterForReflection
  public record Flagged(long pending, long discrepancies, long others) {}

  /**
   * Request of a payout, to compare with another of the same reference.
   *
   * @param partiesEncrypted null once they were erased, like the purpose and the source of funds
   */
  @RegisterForReflection
  public record Requested(
      UUID id,
      String businessReference,
      CurrencyUnit senderCurrency,
      long receiverMinor,
      CurrencyUnit receiverCurrency,
      Country country,
      Channel channel,
      byte[] partiesEncrypted,
      String purposeOfTransfer,
      String sourceOfFunds) {}

  /** The payout that a business created under this reference. */
  static Uni<Optional<PayoutSummary>> withReference(long businessId, String businessReference) {
    return find(WITH_REFERENCE, businessId, businessReference)
        .project(PayoutSummary.class)
        .firstResult()
        .map(Optional::ofNullable);
  }

  /** The payout with this id, of any business, with its state in other tables. */
  static Uni<Optional<StoredPayout>> withState(UUID id) {
    return find(WITH_STATE, id).project(StoredPayout.class).firstResult().map(Optional::ofNullable);
  }

  /** The payout with this reference of a business, as far as its request is stored. */
  public static Uni<Optional<Requested>> withUsedReference(
      long businessId, String businessReference) {
    return find(WITH_USED_REFERENCE, businessId, businessReference)
        .project(Requested.class)
        .firstResult()
        .map(Optional::ofNullable);
  }

  /** The flagged payouts of all businesses, counted. */
  public static Uni<Flagged> flagged() {
    return find(FLAGGED).project(Flagged.class).singleResult();
  }

  /** Whether operators have to look into it. */
  public boolean isFlagged() {
    return flagged;
  }

  /** The status. */
  public PayoutStatus status() {
    return status;
  }

  /** The name of the rail that pays. */
  public String rail() {
    return rail;
  }

  @Override
  public String toString() {
    return "Payout[" + id + "]";
  }
}
