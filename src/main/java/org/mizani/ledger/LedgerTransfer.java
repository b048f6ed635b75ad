package org.mizani.ledger;

import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import io.smallrye.mutiny.Uni;
import jakarta.persistence.Converter;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.time.Instant;
import java.util.List;
import java.util.Locale;
import java.util.UUID;
import org.hibernate.annotations.Immutable;
import org.mizani.database.LowerCaseConverter;

/** Transfer of the ledger: a positive amount out of one account into another. It never changes. */
@Entity
@Immutable
public class LedgerTransfer extends PanacheEntityBase {

  /** Kind of transfer (ADR 4). */
  public enum Kind {
    HOLD,
    CAPTURE,
    FEE,
    RELEASE,
    EXCHANGE,
    RETURN,
    FEE_REFUND,
    EXCHANGE_RETURN,
    COLLECT,
    TOP_UP,
    TOP_UP_REVERSAL,
    WITHDRAWAL,
    ADJUSTMENT,
    TRANSFER_OUT,
    TRANSFER_IN,
    RAIL_SETTLEMENT,
    FEE_INCOME;

    /** The name in the database and in statements: lower case. */
    public String code() {
      return name().toLowerCase(Locale.ROOT);
    }

    /** Converter of entities' fields. */
    @Converter(autoApply = true)
    static class InDatabase extends LowerCaseConverter<Kind> {

      InDatabase() {
        super(Kind.class);
      }
    }
  }

  @Id private Long id;
  private Instant createdAt;
  private long debitAccountId;
  private long creditAccountId;
  private long amountMinor;
  private Long walletId;
  private UUID subjectId;
  private Kind kind;

  protected LedgerTransfer() {}

  /** The transfers of the movement with this reference; none if there is no such movement. */
  static Uni<List<LedgerTransfer>> of(LedgerMovement.Kind kind, String reference) {
    return LedgerMovement.of(kind, reference)
        .chain(
            found ->
                found.map(LedgerTransfer::of).orElseGet(() -> Uni.createFrom().item(List.of())));
  }

  /** The transfers of a movement; their times are the movement's. */
  static Uni<List<LedgerTransfer>> of(LedgerMovement movement) {
    return list("subjectId = ?1 AND createdAt = ?2", movement.id(), movement.createdAt());
  }

  /** The change of an account's balance, in minor units; 0 of another account. */
  long changeOf(long accountId) {
    if (creditAccountId == accountId) {
      return amountMinor;
    }
    return debitAccountId == accountId ? -amountMinor : 0;
  }
}
