package org.mizani.ledger;

import io.quarkus.hibernate.reactive.panache.PanacheEntityBase;
import io.smallrye.mutiny.Uni;
import jakarta.persistence.Entity;
import jakarta.persistence.EnumType;
import jakarta.persistence.Enumerated;
import jakarta.persistence.Id;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.hibernate.annotations.Immutable;
import org.mizani.ledger.Statement.Accounts;
import org.mizani.money.CurrencyUnit;

/**
 * Wallet of a business. Only the ledger's statements write it, which a session does not see:
 * balances are read as records, never from an entity that a transaction may have read before.
 */
@Entity
@Immutable
class Wallet extends PanacheEntityBase {

  private static final String OF_BUSINESS =
      """
      SELECT purpose, currency, availableMinor, holdingMinor, pendingMinor
      FROM Wallet WHERE businessId = ?1 ORDER BY purpose DESC, id
      """;

  @Id private Long id;
  private long businessId;
  private long availableMinor;
  private long holdingMinor;
  private long pendingMinor;
  private long availableAccountId;
  private long holdingAccountId;
  private long pendingAccountId;
  private Instant createdAt;
  private Instant updatedAt;

  @Enumerated(EnumType.STRING)
  private CurrencyUnit currency;

  private WalletPurpose purpose;

  protected Wallet() {}

  static Uni<Optional<Wallet>> of(long businessId, WalletPurpose purpose, CurrencyUnit currency) {
    return Wallet.<Wallet>find(
            "businessId = ?1 AND purpose = ?2 AND currency = ?3", businessId, purpose, currency)
        .firstResult()
        .map(Optional::ofNullable);
  }

  /**
   * The wallets of a business, payout wallets first, in the order of creation.
   *
   * @param as a record of purpose, currency and the three amounts
   */
  static <T> Uni<List<T>> ofBusiness(long businessId, Class<T> as) {
    return Wallet.<Wallet>find(OF_BUSINESS, businessId).project(as).list();
  }

  long id() {
    return id;
  }

  Accounts accounts() {
    return new Accounts(id, availableAccountId, holdingAccountId, pendingAccountId);
  }
}
