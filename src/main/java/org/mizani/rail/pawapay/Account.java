package org.mizani.rail.pawapay;

import com.fasterxml.jackson.annotation.JsonIgnoreProperties;
import io.quarkus.runtime.annotations.RegisterForReflection;
import org.mizani.corridor.PhoneNumber;

/**
 * Mobile money account, as payer of a deposit or recipient of a payout.
 *
 * @param type {@code MMO} for mobile money
 */
@RegisterForReflection
@JsonIgnoreProperties(ignoreUnknown = true)
public record Account(String type, Details accountDetails) {

  private static final String MOBILE_MONEY = "MMO";

  /**
   * Number and network of the account.
   *
   * @param phoneNumber in international form, digits only
   * @param provider code of the network, such as {@code MPESA_KEN}
   */
  @RegisterForReflection
  @JsonIgnoreProperties(ignoreUnknown = true)
  public record Details(String phoneNumber, String provider) {

    @Override
    public String toString() {
      return "Details[…]";
    }
  }

  /** The account of this phone at the network of this code. */
  static Account of(PhoneNumber phone, String provider) {
    return new Account(MOBILE_MONEY, new Details(phone.e164().substring(1), provider));
  }
}
