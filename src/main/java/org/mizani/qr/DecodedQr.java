package org.mizani.qr;

import java.math.BigDecimal;
import java.util.Optional;

/**
 * Content of a merchant's QR code (specification, section 2.10). A text that the code does not
 * carry is empty.
 *
 * @param amount in major units, or empty if the payer decides on it
 * @param channel the name of the payment network
 * @param countryCode two upper-case letters
 * @param currency its ISO 4217 code
 * @param merchantMobile the merchant's phone as the code writes it
 * @param tillNumber as the code writes it, leading zeros included
 */
record DecodedQr(
    Optional<BigDecimal> amount,
    String channel,
    String countryCode,
    String currency,
    String merchantCity,
    String merchantName,
    Optional<String> merchantMobile,
    String tillNumber) {

  /** Whether the payer decides on the amount. */
  boolean isStatic() {
    return amount.isEmpty();
  }

  @Override
  public String toString() {
    return "DecodedQr[…]";
  }
}
