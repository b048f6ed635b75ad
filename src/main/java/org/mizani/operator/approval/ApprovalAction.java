package org.mizani.operator.approval;

import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Converter;
import java.util.Arrays;

/** Operation that may wait for another operator. */
public enum ApprovalAction {
  TOP_UP("wallet.top-up"),
  WITHDRAWAL("wallet.withdrawal"),
  ADJUSTMENT("wallet.adjustment"),
  WALLET_TRANSFER("wallet.transfer"),
  RATE("rate.enter"),
  SWEEP("sweep.change"),
  PAYOUT_SETTLEMENT("payout.settle"),
  COLLECTION_SETTLEMENT("collection.settle"),
  FEE("business.change"),
  PAYOUT_RETURN("payout.return"),
  REFUND("collection.refund"),
  RAIL_SETTLEMENT("ledger.rail-settlement"),
  API_KEY("api-key.create"),
  API_KEY_CHANGE("api-key.change");

  private final String code;

  ApprovalAction(String code) {
    this.code = code;
  }

  /** The name in JSON and in the database: that of the operation in the audit log. */
  public String code() {
    return code;
  }

  /** Converter of entities' fields. */
  @Converter(autoApply = true)
  public static class InDatabase implements AttributeConverter<ApprovalAction, String> {

    @Override
    public String convertToDatabaseColumn(ApprovalAction action) {
      return action == null ? null : action.code;
    }

    @Override
    public ApprovalAction convertToEntityAttribute(String code) {
      return Arrays.stream(values())
          .filter(action -> action.code.equals(code))
          .findFirst()
          .orElseThrow();
    }
  }
}
