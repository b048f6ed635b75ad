package org.mizani.rail;

import com.fasterxml.jackson.annotation.JsonInclude;
import jakarta.persistence.Converter;
import java.util.Locale;
import org.mizani.database.LowerCaseConverter;

/**
 * Reason for a failure, in words that are the same for all networks. A connector maps its network's
 * codes to these; what the network itself said stands beside it.
 */
public enum FailureCode {
  /** No account with this number, or no such till, paybill or bank account. */
  RECIPIENT_NOT_FOUND(false, Mover.PARTNER),
  /** The recipient, or the customer, has reached a limit of the network. */
  RECIPIENT_LIMIT(true, Mover.RECIPIENT),
  /** The account exists and may not receive: locked, inactive, or of the wrong kind. */
  RECIPIENT_CANNOT_RECEIVE(false, Mover.RECIPIENT),
  /** Less or more than the network moves at once. */
  AMOUNT_OUT_OF_LIMITS(false, Mover.PARTNER),
  /** The customer was asked and said no. */
  CUSTOMER_DECLINED(true, Mover.RECIPIENT),
  /** The customer has not enough money. */
  CUSTOMER_SHORT_OF_FUNDS(true, Mover.RECIPIENT),
  /** The customer entered a wrong PIN. */
  WRONG_PIN(true, Mover.RECIPIENT),
  /** The customer did not answer in time. */
  EXPIRED(true, Mover.RECIPIENT),
  /** The network, or its staff, took it back before it was done. */
  CANCELLED(true, Mover.NETWORK),
  /** The service's own account at the network is short. */
  RAIL_OUT_OF_FUNDS(true, Mover.US),
  /** The service's credentials, product or permissions at the network are not in order. */
  RAIL_MISCONFIGURED(true, Mover.US),
  /** The network refuses it for a reason that none of these names. */
  REFUSED(false, Mover.NETWORK),
  /** The network gave no reason. */
  UNSPECIFIED(true, Mover.NETWORK);

  /** Converter of entities' fields. */
  @Converter(autoApply = true)
  public static class InDatabase extends LowerCaseConverter<FailureCode> {

    InDatabase() {
      super(FailureCode.class);
    }
  }

  /**
   * Failure of a payment as its partner reads it.
   *
   * @param code the name of the code
   * @param reason in the network's words, or null
   * @param retryHelps whether the same instruction can succeed later
   * @param whoseMove the name of the mover
   */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record Failure(String code, String reason, boolean retryHelps, String whoseMove) {}

  /** Whoever has to act before it can succeed. */
  public enum Mover {
    RECIPIENT,
    PARTNER,
    US,
    NETWORK;

    /** The name in JSON, such as {@code recipient}. */
    public String code() {
      return name().toLowerCase(Locale.ROOT);
    }
  }

  private final boolean retryHelps;
  private final Mover mover;

  FailureCode(boolean retryHelps, Mover mover) {
    this.retryHelps = retryHelps;
    this.mover = mover;
  }

  /** The name in JSON and in the database, such as {@code recipient_not_found}. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Whether the same instruction can succeed later. */
  public boolean retryHelps() {
    return retryHelps;
  }

  /** Whose move it is. */
  public Mover mover() {
    return mover;
  }

  /**
   * The failure of a payment with this code.
   *
   * @param reason in the network's words; null or blank if it gave none
   */
  public Failure because(String reason) {
    String words = reason == null || reason.isBlank() ? null : reason;
    return new Failure(code(), words, retryHelps, mover.code());
  }
}
