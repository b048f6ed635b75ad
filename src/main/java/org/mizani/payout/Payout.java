package org.mizani.payout;

import io.quarkus.hibernate.reactive.panache.Panache;
import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.mutiny.Uni;
import jakarta.persistence.ColumnResult;
import jakarta.persistence.ConstructorResult;
import jakarta.persistence.Entity;
import jakarta.persistence.EntityResult;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import jakarta.persistence.SqlResultSetMapping;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.annotations.EmbeddedColumnNaming;
import org.hibernate.annotations.Immutable;
import org.mizani.corridor.Channel;
import org.mizani.corridor.Country;
import org.mizani.database.ShownTime;
import org.mizani.money.Money;
import org.mizani.paging.PagedQuery;
import org.mizani.payout.answer.PayoutAnswer;
import org.mizani.payout.answer.PayoutDetails;
import org.mizani.payout.answer.RecordedPayout;
import org.mizani.rail.FailureCode;

/** Payout, without its personal data: what stays for ever. Only statements write it. */
@Entity
@Immutable
@SqlResultSetMapping(
    name = "payout",
    entities = @EntityResult(entityClass = Payout.class),
    classes =
        @ConstructorResult(
            targetClass = Payout.State.class,
            columns = {
              @ColumnResult(name = "public_id", type = UUID.class),
              @ColumnResult(name = "parties_encrypted", type = byte[].class),
              @ColumnResult(name = "calls", type = Integer.class),
              @ColumnResult(name = "next_poll_at", type = Instant.class),
              @ColumnResult(name = "next_watch_at", type = Instant.class),
              @ColumnResult(name = "returned_at", type = Instant.class),
              @ColumnResult(name = "refund_minor", type = Long.class),
              @ColumnResult(name = "return_reference", type = String.class)
            }))
class Payout extends PanacheEntityBase implements PagedQuery.Listed {

  private static final String WITH_REFERENCE =
      Summary.SELECT
          + "FROM Payout p "
          + Summary.RETURN
          + "WHERE p.businessId = ?1 AND p.businessReference = ?2";

  private static final String FLAGGED =
      """
      SELECT count(*) FILTER (WHERE p.status = PENDING), count(p.discrepancyAt)
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
  private String failureReason;
  private String receipt;
  private String networkReference;
  private Long paidMinor;
  private Instant discrepancyAt;
  private UUID sweepId;
  private Instant sweepDueAt;
  private UUID refundOf;

  protected Payout() {}

  /**
   * State of a payout in other tables, for operators and for the details that partners read.
   *
   * @param publicId of the business
   * @param partiesEncrypted null once they were erased
   * @param calls calls of the rail so far
   * @param nextPollAt null unless it is pending
   * @param nextWatchAt null unless it was settled by hand and is watched
   * @param returnedAt null unless its money came back after a success
   * @param refundMinor the refunded part of the fee, null likewise
   * @param returnReference the rail's, null likewise
   */
  @RegisterForReflection
  record State(
      UUID publicId,
      byte[] partiesEncrypted,
      Integer calls,
      Instant nextPollAt,
      Instant nextWatchAt,
      Instant returnedAt,
      Long refundMinor,
      String returnReference) {}

  /**
   * What partners see of a payout.
   *
   * @param returnedAt null unless its money came back, like refundMinor
   * @param refundMinor the refunded part of the fee
   */
  @RegisterForReflection
  record Summary(
      UUID id,
      String businessReference,
      PayoutStatus status,
      Money sender,
      Money receiver,
      Instant createdAt,
      Instant updatedAt,
      Instant returnedAt,
      Long refundMinor) {

    /** What HQL reads of {@code p}, the payout. */
    static final String FIELDS =
        """
        p.id AS id, p.businessReference AS businessReference, p.status AS status,
        p.sender AS sender, p.receiver AS receiver, p.createdAt AS createdAt,
        p.updatedAt AS updatedAt
        """;

    /** The beginning of a query in HQL that reads summaries of {@code p}, with {@link #RETURN}. */
    static final String SELECT = "SELECT " + FIELDS + ", t.createdAt, t.feeMinor ";

    /** The join that finds the return of {@code p}, one by one: {@code OFFSET 0} as in a page. */
    static final String RETURN =
        """
        LEFT JOIN LATERAL (SELECT r.createdAt AS createdAt, r.feeMinor AS feeMinor
                           FROM PayoutReturn r WHERE r.payoutId = p.id
                           ORDER BY r.payoutId OFFSET 0 ROWS) t
        """;

    PayoutAnswer answer() {
      return answer(null);
    }

    private PayoutAnswer answer(BigDecimal totalDebited) {
      return new PayoutAnswer(
          id.toString(),
          businessReference,
          status.wireName(),
          sender.major(),
          sender.currency().name(),
          receiver.major(),
          receiver.currency().name(),
          totalDebited,
          ShownTime.of(createdAt),
          ShownTime.of(updatedAt),
          ShownTime.of(returnedAt),
          returned().map(Money::major).orElse(null));
    }

    /** The amount that has come back to the wallet. */
    private Optional<Money> returned() {
      return Optional.ofNullable(refundMinor)
          .map(refund -> sender.plus(new Money(sender.currency(), refund)));
    }
  }

  /**
   * Flagged payouts, counted.
   *
   * @param discrepancies those whose rail denies their final status
   */
  @RegisterForReflection
  record Flagged(long pending, long discrepancies) {}

  /** The payout that a business created under this reference. */
  static Uni<Optional<Summary>> withReference(long businessId, String businessReference) {
    return Panache.getSession()
        .chain(
            session ->
                session
                    .createSelectionQuery(WITH_REFERENCE, Summary.class)
                    .setParameter(1, businessId)
                    .setParameter(2, businessReference)
                    .getSingleResultOrNull())
        .map(Optional::ofNullable);
  }

  /** Whether a business has used this reference. */
  static Uni<Boolean> hasReference(long businessId, String businessReference) {
    return count("businessId = ?1 AND businessReference = ?2", businessId, businessReference)
        .map(count -> count > 0);
  }

  /** The flagged payouts of all businesses, counted. */
  static Uni<Flagged> flagged() {
    return Panache.getSession()
        .chain(session -> session.createSelectionQuery(FLAGGED, Flagged.class).getSingleResult());
  }

  @Override
  public UUID id() {
    return id;
  }

  @Override
  public Instant createdAt() {
    return createdAt;
  }

  PayoutStatus status() {
    return status;
  }

  String rail() {
    return rail;
  }

  /** Whether this business has requested it; the payout of a sweep is requested by nobody. */
  boolean isRequestedBy(long business) {
    return businessId == business && businessReference != null;
  }

  /**
   * The payout with all that its partner may know.
   *
   * @param recipient the recipient's number, masked
   */
  PayoutDetails details(State state, String recipient) {
    Money fee = new Money(sender.currency(), feeMinor);
    Summary summary =
        new Summary(
            id,
            businessReference,
            status,
            sender,
            receiver,
            createdAt,
            updatedAt,
            state.returnedAt(),
            state.refundMinor());
    return new PayoutDetails(
        summary.answer(sender.plus(fee).major()),
        fee.major(),
        channel.code(),
        country.name(),
        recipient,
        receipt,
        networkReference,
        Optional.ofNullable(failureCode).map(code -> code.because(networkReason())).orElse(null),
        status.isFinal() ? ShownTime.of(updatedAt) : null);
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
  RecordedPayout recorded(State state, String recipient) {
    return new RecordedPayout(
        id.toString(),
        state.publicId().toString(),
        Optional.ofNullable(businessReference).orElse(""),
        ShownTime.of(sweepDueAt),
        Optional.ofNullable(refundOf).map(UUID::toString).orElse(null),
        status.wireName(),
        channel.code(),
        country.name(),
        recipient,
        sender.major(),
        sender.currency().name(),
        new Money(sender.currency(), feeMinor).major(),
        receiver.major(),
        receiver.currency().name(),
        rail,
        state.calls(),
        ShownTime.of(state.nextPollAt()),
        Optional.ofNullable(failureCode).map(FailureCode::code).orElse(null),
        failureReason,
        receipt,
        networkReference,
        Optional.ofNullable(paidMinor)
            .map(minor -> new Money(receiver.currency(), minor).major())
            .orElse(null),
        flagged,
        ShownTime.of(discrepancyAt),
        ShownTime.of(state.nextWatchAt()),
        ShownTime.of(state.returnedAt()),
        state.returnReference(),
        ShownTime.of(createdAt),
        ShownTime.of(updatedAt));
  }

  @Override
  public String toString() {
    return "Payout[" + id + "]";
  }
}
