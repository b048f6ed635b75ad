package org.mizani.operator.wallet;

import io.smallrye.mutiny.Uni;
import io.vertx.pgclient.PgException;
import jakarta.inject.Singleton;
import java.util.LinkedHashMap;
import java.util.Map;
import org.mizani.business.BusinessRepository;
import org.mizani.fault.ApiFault;
import org.mizani.ledger.Ledger;
import org.mizani.ledger.WalletBalance;
import org.mizani.ledger.WalletBalances;
import org.mizani.operator.audit.AuditLog;
import org.mizani.operator.audit.AuditLog.Entry;

/** Tops wallets up: the wallet, the transfer and the audit entry are one transaction. */
@Singleton
final class TopUps {

  private static final String UNIQUE_VIOLATION = "23505";
  private static final int ATTEMPTS = 2;

  private final AuditLog audit;
  private final BusinessRepository register;
  private final Ledger ledger;
  private final WalletBalances balances;

  TopUps(AuditLog audit, BusinessRepository register, Ledger ledger, WalletBalances balances) {
    this.audit = audit;
    this.register = register;
    this.ledger = ledger;
    this.balances = balances;
  }

  /**
   * Adds funding, and opens the wallet if need be. The business's lock makes two operators come one
   * after the other; a customer's first collection opens a wallet without it, and whoever comes
   * second then begins anew and finds it.
   *
   * @return what the wallet holds now; fails with 404, or with 409 {@code duplicate reference}
   */
  Uni<WalletBalance> add(TopUp topUp) {
    return audit
        .audited(
            () -> register.lock(topUp.businessId()).chain(business -> move(business.id(), topUp)),
            balance -> entry(topUp, balance))
        .onFailure(TopUps::metAnother)
        .retry()
        .atMost(ATTEMPTS);
  }

  private static Entry entry(TopUp topUp, WalletBalance balance) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("currency", topUp.amount().currency().name());
    fields.put("purpose", topUp.purpose().code());
    fields.put("amount", topUp.amount().major());
    fields.put("reference", topUp.reference());
    fields.put("available", balance.available().major());
    String subject = AuditLog.business(topUp.businessId()) + "/top-ups";
    return new Entry("wallet.top-up", subject, Map.of(), fields);
  }

  private Uni<WalletBalance> move(long businessId, TopUp topUp) {
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

  private static boolean metAnother(Throwable failure) {
    return failure instanceof PgException refused && UNIQUE_VIOLATION.equals(refused.getSqlState());
  }
}
