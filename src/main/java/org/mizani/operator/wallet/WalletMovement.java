package org.mizani.operator.wallet;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.util.UUID;
import org.mizani.ledger.LedgerMovements.Entry;
import org.mizani.ledger.TopUp;
import org.mizani.ledger.WalletPurpose;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.operator.approval.ApprovalAction;

/**
 * Movement of one wallet.
 *
 * @param amount above zero, but for an adjustment, which has either sign
 */
@RegisterForReflection(
    targets = {
      WalletMovement.class,
      WalletMovement.Kind.class,
      WalletPurpose.class,
      Money.class,
      CurrencyUnit.class,
      Entry.class
    })
record WalletMovement(
    Kind kind, UUID businessId, WalletPurpose purpose, Money amount, Entry entry) {

  /** The reversal of a top-up of this business: the same amount and reference, for a reason. */
  static WalletMovement reversalOf(UUID businessId, TopUp topUp, String reason) {
    return new WalletMovement(
        Kind.TOP_UP_REVERSAL,
        businessId,
        topUp.purpose(),
        topUp.amount(),
        new Entry(topUp.reference(), reason));
  }

  /** Kind of movement between a wallet and the service's bank account. */
  enum Kind {
    TOP_UP("top-up", ApprovalAction.TOP_UP),
    TOP_UP_REVERSAL("top-up-reversal", ApprovalAction.TOP_UP_REVERSAL),
    WITHDRAWAL("withdrawal", ApprovalAction.WITHDRAWAL),
    ADJUSTMENT("adjustment", ApprovalAction.ADJUSTMENT);

    private final String code;
    private final ApprovalAction action;

    Kind(String code, ApprovalAction action) {
      this.code = code;
      this.action = action;
    }

    String code() {
      return code;
    }

    ApprovalAction action() {
      return action;
    }
  }
}
