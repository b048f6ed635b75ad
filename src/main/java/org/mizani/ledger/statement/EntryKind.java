package org.mizani.ledger.statement;

import java.util.Locale;

/** Kinds of the transfers of a wallet, each with the text of its lines. */
enum EntryKind {
  HOLD("reserved for a payout"),
  CAPTURE("payout"),
  FEE("fee of a payout"),
  RELEASE("reservation released, the payout failed"),
  RETURN("payout returned"),
  FEE_REFUND("fee of a returned payout refunded"),
  COLLECT("collection"),
  TOP_UP("top-up"),
  TOP_UP_REVERSAL("top-up reversed"),
  WITHDRAWAL("withdrawal"),
  ADJUSTMENT("adjustment"),
  TRANSFER_OUT("transfer to another wallet of the business"),
  TRANSFER_IN("transfer from another wallet of the business");

  private final String text;

  EntryKind(String text) {
    this.text = text;
  }

  /** The kind as it is stored, such as {@code top_up}. */
  static EntryKind stored(String code) {
    return valueOf(code.toUpperCase(Locale.ROOT));
  }

  /** The text of a line of this kind. */
  String text() {
    return text;
  }
}
