package org.mizani.operator.wallet;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.Optional;
import java.util.function.Supplier;
import org.mizani.audit.Actor;
import org.mizani.audit.AuditLog;
import org.mizani.business.BusinessRepository;
import org.mizani.database.SqlState;
import org.mizani.ledger.Ledger;
import org.mizani.ledger.LedgerMovements;
import org.mizani.ledger.LedgerMovements.Entry;
import org.mizani.ledger.MovementOutcome;
import org.mizani.ledger.WalletBalances;
import org.mizani.ledger.WalletBalances.Balance;
import org.mizani.ledger.WalletPurpose;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.operator.approval.ApprovalAction;
import org.mizani.operator.approval.ApprovalRules;
import org.mizani.operator.approval.Approvals;
import org.mizani.operator.approval.Asked;

/** Movements of wallets: the wallet, its transfers and the audit entry are one transaction. */
@Singleton
final class WalletMovements {

  private static final int ATTEMPTS = 2;

  private final AuditLog audit;
  private final Approvals approvals;
  private final ApprovalRules rules;
  private final BusinessRepository businesses;
  private final Ledger ledger;
  private final LedgerMovements movements;
  private final WalletBalances balances;

  WalletMovements(
      AuditLog audit,
      Approvals approvals,
      ApprovalRules rules,
      BusinessRepository businesses,
      Ledger ledger,
      LedgerMovements movements,
      WalletBalances balances) {
    this.audit = audit;
    this.approvals = approvals;
    this.rules = rules;
    this.businesses = businesses;
    this.ledger = ledger;
    this.movements = movements;
    this.balances = balances;
  }

  /** Balances of the two wallets after a transfer. */
  record Transferred(Balance from, Balance to) {}

  /**
   * Moves funds into a wallet or out of it. A top-up opens the wallet if there is none. The
   * business's lock makes concurrent operators wait for each other. A customer's first collection
   * opens a wallet without that lock: the slower of the two meets a unique violation, begins again
   * and finds the wallet.
   *
   * @return the new balance
   * @throws org.mizani.fault.ApiFault.ApiException (as failure) 404 {@code business not found}, and
   *     as {@link MovementOutcome#requireMoved}
   * @throws org.mizani.operator.approval.RequestWaits (as failure) for an amount beyond the limit
   */
  Uni<Balance> enter(Actor actor, WalletMovement movement) {
    Optional<Asked> held = asked(movement.amount(), () -> MovementEntries.asked(movement));
    return retried(
        approvals.carryOut(
            actor,
            () ->
                carryOut(actor, movement)
                    .call(() -> requireFree(held, movement.kind().action(), movement.entry())),
            balance -> held));
  }

  /** The same within the transaction of the caller, for any amount. */
  Uni<Balance> carryOut(Actor actor, WalletMovement movement) {
    return audit.audited(
        actor,
        () ->
            businesses.lock(movement.businessId()).chain(business -> move(business.id(), movement)),
        balance -> MovementEntries.of(movement, balance));
  }

  private Optional<Asked> asked(Money amount, Supplier<Asked> asked) {
    return rules.movementWaits(amount) ? Optional.of(asked.get()) : Optional.empty();
  }

  /** A movement that does not wait must not have the reference of one that does. */
  private Uni<Void> requireFree(Optional<Asked> held, ApprovalAction action, Entry entry) {
    return held.isPresent()
        ? Uni.createFrom().voidItem()
        : approvals.requireFree(action, entry.reference());
  }

  private Uni<Balance> move(long businessId, WalletMovement movement) {
    CurrencyUnit currency = movement.amount().currency();
    return moved(businessId, movement)
        .invoke(MovementOutcome::requireMoved)
        .chain(() -> balances.of(businessId, movement.purpose(), currency));
  }

  private Uni<MovementOutcome> moved(long businessId, WalletMovement movement) {
    WalletPurpose purpose = movement.purpose();
    Money amount = movement.amount();
    Entry entry = movement.entry();
    return switch (movement.kind()) {
      case TOP_UP ->
          ledger
              .openWallet(businessId, purpose, amount.currency())
              .chain(() -> movements.topUp(businessId, purpose, amount, entry.reference()));
      case TOP_UP_REVERSAL -> movements.reverseTopUp(businessId, purpose, amount, entry);
      case WITHDRAWAL -> movements.withdraw(businessId, purpose, amount, entry);
      case ADJUSTMENT -> movements.adjust(businessId, purpose, amount, entry);
    };
  }

  /**
   * Moves funds from one wallet to the other, and opens that if there is none.
   *
   * @throws org.mizani.fault.ApiFault.ApiException (as failure) as {@link #enter}
   * @throws org.mizani.operator.approval.RequestWaits (as failure) as {@link #enter}
   */
  Uni<Transferred> transfer(Actor actor, WalletTransfer transfer) {
    Optional<Asked> held = asked(transfer.amount(), () -> MovementEntries.asked(transfer));
    return retried(
        approvals.carryOut(
            actor,
            () ->
                carryOut(actor, transfer)
                    .call(
                        () -> requireFree(held, ApprovalAction.WALLET_TRANSFER, transfer.entry())),
            transferred -> held));
  }

  /** The same within the transaction of the caller, for any amount. */
  Uni<Transferred> carryOut(Actor actor, WalletTransfer transfer) {
    return audit.audited(
        actor,
        () ->
            businesses.lock(transfer.businessId()).chain(business -> move(business.id(), transfer)),
        transferred -> MovementEntries.of(transfer, transferred.from(), transferred.to()));
  }

  private Uni<Transferred> move(long businessId, WalletTransfer transfer) {
    Money amount = transfer.amount();
    CurrencyUnit currency = amount.currency();
    return ledger
        .openWallet(businessId, transfer.to(), currency)
        .chain(
            () ->
                movements.transfer(
                    businessId, transfer.from(), transfer.to(), amount, transfer.entry()))
        .invoke(MovementOutcome::requireMoved)
        .chain(() -> balances.of(businessId, transfer.from(), currency))
        .chain(
            from ->
                balances
                    .of(businessId, transfer.to(), currency)
                    .map(to -> new Transferred(from, to)));
  }

  private static <T> Uni<T> retried(Uni<T> change) {
    return change.onFailure(SqlState::isUniqueViolation).retry().atMost(ATTEMPTS);
  }
}
