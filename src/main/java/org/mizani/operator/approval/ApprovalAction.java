package org.mizani.operator.approval;

import jakarta.persistence.AttributeConverter;
import jakarta.persistence.Converter;
import java.util.Arrays;
import org.mizani.apikey.ApiKeyEntries;
import org.mizani.operator.access.OperatorRole;

/** Operation that may wait for another operator. */
public enum ApprovalAction {
  TOP_UP("wallet.top-up"),
  TOP_UP_REVERSAL("wallet.top-up-reversal"),
  WITHDRAWAL("wallet.withdrawal"),
  ADJUSTMENT("wallet.adjustment"),
  WALLET_TRANSFER("wallet.transfer"),
  RATE("rate.enter"),
  SWEEP("sweep.change"),
  PAYOUT_SETTLEMENT("payout.settle"),
  COLLECTION_SETTLEMENT("collection.settle"),
  FEE("business.change", OperatorRole.ADMINISTRATOR),
  PAYOUT_RETURN("payout.return"),
  PAYOUT_REVIEW("payout.review"),
  REFUND("collection.refund"),
  RAIL_SETTLEMENT("ledger.rail-settlement"),
  API_KEY(ApiKeyEntries.CREATE, OperatorRole.ADMINISTRATOR),
  API_KEY_CHANGE("api-key.change", OperatorRole.ADMINISTRATOR);

  private final String code;
  private final OperatorRole least;

  ApprovalAction(String code) {
    this(code, OperatorRole.FINANCE);
  }

  ApprovalAction(String code, OperatorRole least) {
    this.code = code;
    this.least = least;
  }

  /** The name in JSON and in the database: that of the operation in the audit log. */
  public String code() {
    return code;
  }

  /** The least role of the operation, which its requester still has at the approval. */
  public OperatorRole least() {
    return least;
  }

  /**
   * Whether the operation lets its requester do more afterwards: then it is carried out in the
   * epoch of the request alone.
   */
  boolean isForItsRequester() {
    return this == API_KEY;
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
