package org.mizani.ledger;

import io.quarkus.hibernate.reactive.panache.Panache;
import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import io.quarkus.panache.common.Sort;
import io.smallrye.mutiny.Uni;
import jakarta.persistence.Column;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import java.util.List;
import org.hibernate.annotations.Immutable;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

/**
 * A business's funds of one currency and purpose, to read. Balances are written by {@link Ledger}'s
 * statements only.
 */
@Entity
@Immutable
class Wallet extends PanacheEntityBase {

  @Id Long id;

  @Column(name = "business_id")
  long businessId;

  @Enumerated(EnumType.STRING)
  CurrencyUnit currency;

  String purpose;

  @Column(name = "available_minor")
  long availableMinor;

  @Column(name = "holding_minor")
  long holdingMinor;

  @Column(name = "pending_minor")
  long pendingMinor;

  /** All wallets of a business, payout wallets first, in the order of their making. */
  static Uni<List<Wallet>> ofBusiness(long businessId) {
    return Panache.withSession(
        () -> list("businessId", Sort.by("purpose").descending().and("id"), businessId));
  }

  Money available() {
    return new Money(currency, availableMinor);
  }

  Money holding() {
    return new Money(currency, holdingMinor);
  }

  Money pending() {
    return new Money(currency, pendingMinor);
  }
}
