package org.mizani.ledger;

import java.util.List;
import org.mizani.fault.ApiFault;
import org.mizani.fault.OperatorFault;

/** Outcome of a movement that an operator has entered. */
public enum MovementOutcome {
  MOVED,
  /** The reference has moved the same amount of the same account before: nothing moved now. */
  REPEATED,
  /** The reference belongs to a movement of another account or amount: nothing moved. */
  REFERENCE_TAKEN,
  /** The account does not cover the movement: nothing moved. */
  INSUFFICIENT_BALANCE,
  /** There is no such wallet or account: nothing moved. */
  NO_WALLET;

  /**
   * The outcome of a movement that has moved nothing.
   *
   * @param transfers those that its reference has made before
   * @param change of the balance of this account, which it was to make
   */
  static MovementOutcome unmoved(List<LedgerTransfer> transfers, long account, long change) {
    if (transfers.isEmpty()) {
      return INSUFFICIENT_BALANCE;
    }
    return transfers.stream().anyMatch(each -> each.changeOf(account) == change)
        ? REPEATED
        : REFERENCE_TAKEN;
  }

  /**
   * Requires that money was moved.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 404 {@code wallet not found}, 409 {@code
   *     duplicate reference} or {@code reference of another movement}, 412 {@code insufficient
   *     available balance}
   */
  public void requireMoved() {
    switch (this) {
      case MOVED -> {}
      case REPEATED -> throw ApiFault.DUPLICATE_REFERENCE.asException();
      case REFERENCE_TAKEN -> throw OperatorFault.REFERENCE_OF_ANOTHER_MOVEMENT.asException();
      case INSUFFICIENT_BALANCE -> throw ApiFault.INSUFFICIENT_BALANCE.asException();
      case NO_WALLET -> throw OperatorFault.WALLET_NOT_FOUND.asException();
    }
  }
}
