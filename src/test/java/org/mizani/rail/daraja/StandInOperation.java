package org.mizani.rail.daraja;

import java.util.Arrays;
import java.util.Optional;

/** Operations of the stand-in, by their paths. */
public enum StandInOperation {
  B2C("/mpesa/b2c/v3/paymentrequest"),
  B2B("/mpesa/b2b/v1/paymentrequest"),
  STATUS("/mpesa/transactionstatus/v1/query"),
  BALANCE("/mpesa/accountbalance/v1/query"),
  PROMPT("/mpesa/stkpush/v1/processrequest"),
  PROMPT_QUERY("/mpesa/stkpushquery/v1/query"),
  MERCHANT("/sfcverify/v1/query/info");

  private final String path;

  StandInOperation(String path) {
    this.path = path;
  }

  static Optional<StandInOperation> at(String path) {
    return Arrays.stream(values()).filter(operation -> operation.path.equals(path)).findFirst();
  }
}
