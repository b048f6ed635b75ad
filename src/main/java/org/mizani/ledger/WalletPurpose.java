package org.mizani.ledger;

import jakarta.persistence.Converter;
import java.util.Arrays;
import java.util.Locale;
import java.util.Optional;
import org.mizani.database.LowerCaseConverter;
import org.mizani.fault.ApiFault;

/** Purpose of a wallet (specification, section 2.2). */
public enum WalletPurpose {
  PAYOUT,
  COLLECTION;

  /** The name on the wire and in the database: lower case. */
  public String code() {
    return name().toLowerCase(Locale.ROOT);
  }

  /** Converter of entities' fields. */
  @Converter(autoApply = true)
  public static class InDatabase extends LowerCaseConverter<WalletPurpose> {

    InDatabase() {
      super(WalletPurpose.class);
    }
  }

  /** All codes as messages list them. */
  public static String codes() {
    return "payout, collection";
  }

  /** The purpose of this code, or empty. */
  public static Optional<WalletPurpose> find(String code) {
    return Arrays.stream(values()).filter(purpose -> purpose.code().equals(code)).findFirst();
  }

  /**
   * Parses a purpose.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 400 for another code
   */
  public static WalletPurpose parse(String code) {
    return find(code)
        .orElseThrow(
            () ->
                ApiFault.invalid("purpose", "must be \"payout\" or \"collection\"").asException());
  }
}
