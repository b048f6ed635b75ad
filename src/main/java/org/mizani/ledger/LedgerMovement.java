package org.mizani.ledger;

import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import io.smallrye.mutiny.Uni;
import jakarta.persistence.Converter;
import jakarta.persistence.Entity;
import jakarta.persistence.Id;
import java.time.Instant;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.hibernate.annotations.Immutable;
import org.mizani.database.LowerCaseConverter;

/** Movement of money that an operator has entered. It never changes. */
@Entity
@Immutable
class LedgerMovement extends PanacheEntityBase {

  /** Kind of movement (ADR 4). */
  enum Kind {
    TOP_UP,
    TOP_UP_REVERSAL,
    WITHDRAWAL,
    ADJUSTMENT,
    WALLET_TRANSFER,
    RAIL_SETTLEMENT,
    FEE_INCOME;

    /** The name in the database: lower case. */
    String code() {
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

  @Id private UUID id;
  private Kind kind;
  private String reference;
  private String reason;
  private Instant createdAt;
  private Long businessId;

  protected LedgerMovement() {}

  /** The movement with this reference. */
  static Uni<Optional<LedgerMovement>> of(Kind kind, String reference) {
    return LedgerMovement.<LedgerMovement>find("kind = ?1 AND reference = ?2", kind, reference)
        .firstResult()
        .map(Optional::ofNullable);
  }

  UUID id() {
    return id;
  }

  Instant createdAt() {
    return createdAt;
  }
}
