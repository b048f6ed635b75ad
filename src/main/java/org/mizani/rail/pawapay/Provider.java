package org.mizani.rail.pawapay;

import java.util.Arrays;
import java.util.Optional;
import org.mizani.corridor.Country;

/** Network that pawaPay reaches, by the code that pawaPay has for it. */
public enum Provider {
  MPESA_KEN(Country.KE, "Safaricom"),
  AIRTEL_KEN(Country.KE, "Airtel"),
  VODACOM_TZA(Country.TZ, "Vodacom"),
  AIRTEL_TZA(Country.TZ, "Airtel"),
  /** Tigo is Yas since 2024; pawaPay has kept the code. */
  TIGO_TZA(Country.TZ, "Yas"),
  /** Halotel is the trade name of Viettel. */
  HALOTEL_TZA(Country.TZ, "Viettel"),
  MTN_MOMO_UGA(Country.UG, "MTN"),
  AIRTEL_OAPI_UGA(Country.UG, "Airtel");

  private final Country country;
  private final String operator;

  Provider(Country country, String operator) {
    this.country = country;
    this.operator = operator;
  }

  /**
   * The network of an operator's customers.
   *
   * @param operator as {@link org.mizani.corridor.MobileOperators} names it
   */
  public static Optional<Provider> of(Country country, String operator) {
    return Arrays.stream(values())
        .filter(provider -> provider.country == country && provider.operator.equals(operator))
        .findFirst();
  }

  /** The network with this code. */
  public static Optional<Provider> find(String code) {
    return Arrays.stream(values()).filter(provider -> provider.name().equals(code)).findFirst();
  }

  /** The country of its customers. */
  public Country country() {
    return country;
  }

  /** The operator, as {@link org.mizani.corridor.MobileOperators} names it. */
  public String operator() {
    return operator;
  }
}
