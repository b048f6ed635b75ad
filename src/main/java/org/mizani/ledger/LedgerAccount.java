package org.mizani.ledger;

import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import io.smallrye.mutiny.Uni;
import jakarta.persistence.Converter;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import java.util.List;
import java.util.Optional;
import org.hibernate.annotations.Immutable;
import org.mizani.database.LowerCaseConverter;
import org.mizani.money.CurrencyUnit;

/**
 * Account of the ledger: one of a wallet's three, or one of the service's own. It never changes.
 */
@Entity
@Immutable
class LedgerAccount extends PanacheEntityBase {

  /** Kind of account (ADR 4). */
  enum Kind {
    AVAILABLE,
    HOLDING,
    PENDING,
    FUNDING,
    FEES,
    FX_POSITION,
    TRANSIT,
    CLEARING;

    /** Converter of entities' fields. */
    @Converter(autoApply = true)
    static class InDatabase extends LowerCaseConverter<Kind> {

      InDatabase() {
        super(Kind.class);
      }
    }
  }

  @Id private Long id;
  private Kind kind;

  @Enumerated(EnumType.STRING)
  private CurrencyUnit currency;

  private String rail;

  protected LedgerAccount() {}

  /**
   * The accounts that payments credit, but for the wallets' own. Their kinds stand in the text,
   * because the index of the service's accounts has these only.
   */
  static Uni<List<LedgerAccount>> ofService() {
    return list("kind IN (FEES, FX_POSITION, CLEARING)");
  }

  long id() {
    return id;
  }

  Kind kind() {
    return kind;
  }

  CurrencyUnit currency() {
    return currency;
  }

  /** The rail of a clearing account. */
  Optional<String> rail() {
    return Optional.ofNullable(rail);
  }
}
