package org.mizani.operator.wallet;

import io.smallrye.mutiny.Uni;
import io.vertx.pgclient.PgException;
import jakarta.inject.Singleton;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.mizani.business.BusinessRepository;
import org.mizani.fault.ApiFault;
import org.mizani.ledger.Ledger;
import org.mizani.ledger.WalletBalances;
import org.mizani.ledger.WalletBalances.Balance;
import org.mizani.ledger.WalletPurpose;
import org.mizani.money.Money;
import org.mizani.operator.audit.AuditLog;
import org.mizani.operator.audit.AuditLog.Entry;

/** Top-ups of wallets: the wallet, the transfer and the audit entry are one transaction. */
@Singleton
final class TopUps {

  private static final String UNIQUE_VIOLATION = "23505";
  private static final int ATTEMPTS = 2;

  private final AuditLog audit;
  private final BusinessRepository businesses;
  private final Ledger ledger;
  private final WalletBalances balances;

  TopUps(AuditLog audit, BusinessRepository businesses, Ledger ledger, WalletBalances balances) {
    this.audit = audit;
    this.businesses = businesses;
    this.ledger = ledger;
    this.balances = balances;
  }

  /**
   * Funding to add to a wallet.
   *
   * @param reference identifies the top-up: it is added once
   */
  record TopUp(UUID businessId, WalletPurpose purpose, Money amount, String reference) {}

  /**
   * Adds funding, and opens the wallet if there is none. The business's lock makes concurrent
   * operators wait for each other. A customer's first collection opens a wallet without that lock:
   * the slower of the two meets a unique violation, begins again and finds the wallet.
   *
   * @return the new balance
   * @throws org.mizani.fault.ApiFault.ApiException (as failure) 404 {@code business not found}, 409
   *     {@code duplicate reference}
   */
  Uni<Balance> add(TopUp topUp) {
    return audit
        .audited(
            () -> businesses.lock(topUp.businessId()).chain(business -> move(business.id(), topUp)),
            balance -> entry(topUp, balance))
        .onFailure(TopUps::isUniqueViolation)
        .retry()
        .atMost(ATTEMPTS);
  }

  private Uni<Balance> move(long businessId, TopUp topUp) {
    return ledger
        .openWallet(businessId, topUp.purpose(), topUp.amount().currency())
        .chain(() -> ledger.topUp(businessId, topUp.purpose(), topUp.amount(), topUp.reference()))
        .invoke(
            moved -> {
              if (!moved) {
                throw ApiFault.DUPLICATE_REFERENCE.asException();
              }
            })
        .chain(() -> balances.of(businessId, topUp.purpose(), topUp.amount().currency()));
  }

  private static Entry entry(TopUp topUp, Balance balance) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("currency", topUp.amount().currency().name());
    fields.put("purpose", topUp.purpose().code());
    fields.put("amount", topUp.amount().major());
    fields.put("reference", topUp.reference());
    fields.put("available", balance.funds().available().major());
    String subject = AuditLog.business(topUp.businessId()) + "/top-ups";
    return new Entry("wallet.top-up", subject, Map.of(), fields);
  }

  private static boolean isUniqueViolation(Throwable failure) {
    return failure instanceof PgException refused && UNIQUE_VIOLATION.equals(refused.getSqlState());
  }
}
