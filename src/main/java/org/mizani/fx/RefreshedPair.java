package org.mizani.fx;

import com.fasterxml.jackson.core.JsonPointer;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.mizani.money.CurrencyUnit;

/**
 * A pair that is refreshed, and where in the source's answer its rate is.
 *
 * @param place a JSON pointer such as {@code /rates/KES}
 */
public record RefreshedPair(CurrencyUnit from, CurrencyUnit to, JsonPointer place) {

  private static final Pattern SETTING = Pattern.compile("([A-Z]{3})_([A-Z]{3})=(/.*)");

  /**
   * Reads a setting of the form {@code USD_KES=/rates/KES}.
   *
   * @throws IllegalArgumentException if it is of another form, or of no pair of known currencies
   */
  static RefreshedPair parse(String setting) {
    Matcher parts = SETTING.matcher(setting.strip());
    if (!parts.matches() || parts.group(1).equals(parts.group(2))) {
      throw new IllegalArgumentException(
          "PAYMENTS_FX_REFRESH_PAIRS: \"" + setting + "\" is not like USD_KES=/rates/KES.");
    }
    return new RefreshedPair(
        currency(parts.group(1)), currency(parts.group(2)), JsonPointer.compile(parts.group(3)));
  }

  private static CurrencyUnit currency(String code) {
    return CurrencyUnit.find(code)
        .orElseThrow(
            () ->
                new IllegalArgumentException(
                    "PAYMENTS_FX_REFRESH_PAIRS: there is no currency " + code + " here."));
  }

  /** Its name, such as {@code USD_KES}. */
  public String name() {
    return from + "_" + to;
  }
}
