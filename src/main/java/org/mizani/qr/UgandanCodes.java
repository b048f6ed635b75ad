package org.mizani.qr;

import java.math.BigDecimal;
import java.util.Arrays;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.mizani.corridor.Country;

/**
 * Codes that Ugandan networks print instead of EMVCo payloads: the string to dial, that string as a
 * {@code tel:} URI, or the bare merchant code. No network has published its format, so this is all
 * that is known of them.
 */
final class UgandanCodes {

  private static final String URI = "tel:";
  private static final Pattern MTN_MERCHANT = Pattern.compile("[0-9]{6}");
  private static final String AMOUNT = "(?:\\*([1-9][0-9]{0,11}))?#";

  private UgandanCodes() {}

  private enum Network {
    MTN("\\*165\\*3\\*([0-9]{6})" + AMOUNT),
    AIRTEL("\\*185\\*9\\*([0-9]{4,10})" + AMOUNT);

    private final Pattern dialled;

    Network(String dialled) {
      this.dialled = Pattern.compile(dialled);
    }

    Optional<DecodedQr> find(String text) {
      Matcher matcher = dialled.matcher(text);
      return matcher.matches()
          ? Optional.of(decoded(this, matcher.group(1), Optional.ofNullable(matcher.group(2))))
          : Optional.empty();
    }
  }

  /** The decoded code, or empty if the payload has none of these forms. */
  static Optional<DecodedQr> find(String payload) {
    if (MTN_MERCHANT.matcher(payload).matches()) {
      return Optional.of(decoded(Network.MTN, payload, Optional.empty()));
    }
    String dialled = dialled(payload);
    return Arrays.stream(Network.values())
        .map(network -> network.find(dialled))
        .flatMap(Optional::stream)
        .findFirst();
  }

  private static String dialled(String payload) {
    if (!payload.regionMatches(true, 0, URI, 0, URI.length())) {
      return payload;
    }
    return payload.substring(URI.length()).replace("%23", "#").replaceAll("%2[Aa]", "*");
  }

  private static DecodedQr decoded(Network network, String merchant, Optional<String> amount) {
    return new DecodedQr(
        amount.map(BigDecimal::new),
        network.name(),
        Country.UG.name(),
        Country.UG.currency().name(),
        "",
        "",
        Optional.empty(),
        merchant);
  }
}
