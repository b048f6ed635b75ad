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
  /**
   * The network fails payouts because of the user that orders them, and may lock it: nothing is
   * submitted, and no question asked that this user has to ask.
   */
  INITIATOR,
  /** An operator wants it: nothing is submitted. */
  OPERATOR;

  /** Converter of entities' fields. */
  @Converter(autoApply = true)
  public static class InDatabase extends LowerCaseConverter<PauseReason> {

    InDatabase() {
      super(PauseReason.class);
    }
  }

  /**
   * The reason that lies in the failure of a payout that the network had taken, if the next one
   * would fail for it too.
   */
  public static Optional<PauseReason> ofFailure(FailureCode failure) {
    return of(failure, INITIATOR);
  }

  /** The reason that lies in the refusal of a request, of which the network took nothing. */
  public static Optional<PauseReason> ofRefusal(FailureCode refusal) {
    return of(refusal, CREDENTIALS);
  }

  private static Optional<PauseReason> of(FailureCode code, PauseReason misconfigured) {
    return switch (code) {
      case RAIL_OUT_OF_FUNDS -> Optional.of(OUT_OF_FUNDS);
      case RAIL_MISCONFIGURED -> Optional.of(misconfigured);
      default -> Optional.empty();
    };
  }

  /** The name in JSON and in the database, such as {@code out_of_funds}. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether questions about payouts, and for balances, wait too. */
  public boolean stopsQuestions() {
    return this == CREDENTIALS || this == INITIATOR;
  }

  /** Whether all calls wait, those about collections and names too. */
  public boolean stopsAllCalls() {
    return this == CREDENTIALS;
  }
}
