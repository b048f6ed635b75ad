package org.mizani.rail.pawapay;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
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

  /**
   * Codes of the networks at pawaPay: those above, unless the account was given others.
   *
   * @param others the codes of the account that differ
   */
  record Codes(Map<Provider, String> others) {

    /**
     * The codes of a rail by its setting, such as {@code AIRTEL_KEN=AIRTEL_OAPI_KEN}.
     *
     * @throws ConfigurationException if the setting is not of this form, names no network, or gives
     *     two of them one code
     */
    static Codes of(String rail, List<String> setting) {
      Map<Provider, String> others = new EnumMap<>(Provider.class);
      for (String pair : setting) {
        String[] codes = pair.strip().split("=", -1);
        Optional<Provider> network = Provider.find(codes[0]);
        if (codes.length != 2
            || network.isEmpty()
            || !codes[1].matches("[A-Z0-9_]{1,50}")
            || others.containsKey(network.get())) {
          throw new ConfigurationException(
              "payments.rail.%s.provider-codes must be like AIRTEL_KEN=AIRTEL_OAPI_KEN, of %s."
                  .formatted(rail, Arrays.toString(Provider.values())));
        }
        others.put(network.get(), codes[1]);
      }
      Codes codes = new Codes(others);
      if (Arrays.stream(Provider.values()).map(codes::of).distinct().count()
          < Provider.values().length) {
        throw new ConfigurationException(
            "payments.rail." + rail + ".provider-codes gives one code to two networks.");
      }
      return codes;
    }

    /** The code of a network. */
    String of(Provider network) {
      return others.getOrDefault(network, network.name());
    }

    /** The network with this code. */
    Optional<Provider> find(String code) {
      return Arrays.stream(Provider.values())
          .filter(network -> of(network).equals(code))
          .findFirst();
    }

    /** The codes of a country's networks. */
    List<String> in(Country country) {
      return Arrays.stream(Provider.values())
          .filter(network -> network.country() == country)
          .map(this::of)
          .toList();
    }
  }
}
