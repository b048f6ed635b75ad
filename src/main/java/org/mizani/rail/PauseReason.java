package org.mizani.rail;

import jakarta.persistence.Converter;
import java.util.Locale;
import java.util.Optional;
import org.mizani.database.LowerCaseConverter;

/** Reason for which the payouts of a rail wait until an operator clears it (ADR 21). */
public enum PauseReason {
  /** Our account at the network is short: nothing is submitted. */
  OUT_OF_FUNDS,
  /** The network refuses our credential, and may lock it: it is not called at all. */
  CREDENTIALS,
  /** An operator wants it: nothing is submitted. */
  OPERATOR;

  /** Converter of entities' fields. */
  @Converter(autoApply = true)
  public static class InDatabase extends LowerCaseConverter<PauseReason> {

    InDatabase() {
      super(PauseReason.class);
    }
  }

  /** The reason that lies in the failure of a payout, if the next one would fail for it too. */
  public static Optional<PauseReason> of(FailureCode failure) {
    return switch (failure) {
      case RAIL_OUT_OF_FUNDS -> Optional.of(OUT_OF_FUNDS);
      case RAIL_MISCONFIGURED -> Optional.of(CREDENTIALS);
      default -> Optional.empty();
    };
  }

  /** The name in JSON and in the database, such as {@code out_of_funds}. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether questions about payouts wait too. */
  public boolean stopsQuestions() {
    return this == CREDENTIALS;
  }
}
