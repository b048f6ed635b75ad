package org.mizani.rail.balance;

import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import io.smallrye.mutiny.Uni;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import java.time.Instant;
import java.util.List;
import org.hibernate.annotations.Immutable;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

/** Balance of an account at a rail's network, as it was last read. Only statements write it. */
@Entity
@Immutable
class RailBalance extends PanacheEntityBase {

  @Id private Long id;

  private String rail;
  private String account;

  @Enumerated(EnumType.STRING)
  private CurrencyUnit currency;

  private long balanceMinor;
  private boolean below;
  private Instant readAt;

  protected RailBalance() {}

  /** All balances, by rail and account. */
  static Uni<List<RailBalance>> all() {
    return list("order by rail, account, currency");
  }

  String rail() {
    return rail;
  }

  String account() {
    return account;
  }

  Money balance() {
    return new Money(currency, balanceMinor);
  }

  Instant readAt() {
    return readAt;
  }
}
