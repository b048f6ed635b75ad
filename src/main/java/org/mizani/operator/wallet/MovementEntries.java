package org.mizani.operator.wallet;

import java.util.LinkedHashMap;
import java.util.Map;
import java.util.UUID;
import org.mizani.audit.AuditLog;
import org.mizani.ledger.LedgerMovements.Entry;
import org.mizani.ledger.WalletBalances.Balance;
import org.mizani.money.Money;
import org.mizani.operator.approval.ApprovalAction;
import org.mizani.operator.approval.Asked;

/** Entries of the audit log about movements of wallets, and the requests for their approval. */
final class MovementEntries {

  private static final String TRANSFER = "transfer";

  private MovementEntries() {}

  /** The movement as a request for approval. */
  static Asked asked(WalletMovement movement) {
    return new Asked(
        movement.kind().action(),
        subject(movement.kind().code(), movement.businessId()),
        movement.entry().reference(),
        fields(movement),
        movement);
  }

  /** The transfer as a request for approval. */
  static Asked asked(WalletTransfer transfer) {
    return new Asked(
        ApprovalAction.WALLET_TRANSFER,
        subject(TRANSFER, transfer.businessId()),
        transfer.entry().reference(),
        fields(transfer),
        transfer);
  }

  /**
   * The entry of a movement.
   *
   * @param balance the new one
   */
  static AuditLog.Entry of(WalletMovement movement, Balance balance) {
    Map<String, Object> fields = fields(movement);
    fields.put("available", balance.funds().available().major());
    return entry(movement.kind().code(), movement.businessId(), fields);
  }

  /**
   * The entry of a transfer.
   *
   * @param from the new balance of the wallet that it came from
   * @param to the new balance of the other one
   */
  static AuditLog.Entry of(WalletTransfer transfer, Balance from, Balance to) {
    Map<String, Object> fields = fields(transfer);
    fields.put("fromAvailable", from.funds().available().major());
    fields.put("toAvailable", to.funds().available().major());
    return entry(TRANSFER, transfer.businessId(), fields);
  }

  private static Map<String, Object> fields(WalletMovement movement) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("currency", movement.amount().currency().name());
    fields.put("purpose", movement.purpose().code());
    addEntry(fields, movement.amount(), movement.entry());
    return fields;
  }

  private static Map<String, Object> fields(WalletTransfer transfer) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("currency", transfer.amount().currency().name());
    fields.put("from", transfer.from().code());
    fields.put("to", transfer.to().code());
    addEntry(fields, transfer.amount(), transfer.entry());
    return fields;
  }

  private static void addEntry(Map<String, Object> fields, Money amount, Entry entry) {
    fields.put("amount", amount.major());
    fields.put("reference", entry.reference());
    if (entry.reason() != null) {
      fields.put("reason", entry.reason());
    }
  }

  private static AuditLog.Entry entry(String kind, UUID business, Map<String, Object> fields) {
    return new AuditLog.Entry("wallet." + kind, subject(kind, business), Map.of(), fields);
  }

  private static String subject(String kind, UUID business) {
    return AuditLog.business(business) + "/" + kind + "s";
  }
}
