package org.mizani.rail.pawapay;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.mizani.corridor.Country;

/**
 * Codes of the networks at pawaPay: those that {@link Provider} has, unless the account was given
 * others.
 *
 * @param others the codes of the account that differ
 */
record ProviderCodes(Map<Provider, String> others) {

  /**
   * The codes of a rail by its setting, such as {@code AIRTEL_KEN=AIRTEL_OAPI_KEN}.
   *
   * @throws ConfigurationException if the setting is not of this form, or names no network
   */
  static ProviderCodes of(String rail, List<String> setting) {
    Map<Provider, String> others = new EnumMap<>(Provider.class);
    for (String pair : setting) {
      String[] codes = pair.strip().split("=", -1);
      Optional<Provider> network = Provider.find(codes[0]);
      if (codes.length != 2 || network.isEmpty() || !codes[1].matches("[A-Z0-9_]{1,50}")) {
        throw new ConfigurationException(
            "payments.rail.%s.provider-codes must be like AIRTEL_KEN=AIRTEL_OAPI_KEN, of %s."
                .formatted(rail, Arrays.toString(Provider.values())));
      }
      others.put(network.get(), codes[1]);
    }
    return new ProviderCodes(others);
  }

  /** The code of a network. */
  String of(Provider network) {
    return others.getOrDefault(network, network.name());
  }

  /** The network with this code. */
  Optional<Provider> find(String code) {
    return Arrays.stream(Provider.values()).filter(network -> of(network).equals(code)).findFirst();
  }

  /** The codes of a country's networks. */
  List<String> in(Country country) {
    return Arrays.stream(Provider.values())
        .filter(network -> network.country() == country)
        .map(this::of)
        .toList();
  }
}
