package org.mizani.webhook.address;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.net.InetAddress;
import java.util.List;
import org.mizani.address.Networks;
import org.mizani.service.ServiceEnvironment;

/**
 * Addresses that webhooks may go to: in production only public addresses, and in no environment the
 * forbidden networks, which the deployment keeps for itself although they have public addresses.
 */
final class AllowedAddresses {

  private final PublicAddresses publicAddresses = new PublicAddresses();
  private final boolean publicOnly;
  private final Networks forbidden;

  /**
   * @throws ConfigurationException if a forbidden network is not in CIDR notation
   */
  AllowedAddresses(ServiceEnvironment environment, AddressConfig config) {
    List<String> networks = config.forbiddenNetworks().orElse(List.of());
    this.publicOnly = environment == ServiceEnvironment.PRODUCTION;
    this.forbidden = parsed(networks);
  }

  private static Networks parsed(List<String> networks) {
    try {
      return Networks.parse(networks);
    } catch (IllegalArgumentException e) {
      throw new ConfigurationException(
          "payments.webhook.forbidden-networks: " + e.getMessage() + ".");
    }
  }

  /** Whether every address is allowed. */
  boolean areAll() {
    return !publicOnly && forbidden.areNone();
  }

  boolean contain(InetAddress address) {
    return (!publicOnly || publicAddresses.contain(address))
        && !forbidden.contain(PublicAddresses.unwrapped(address));
  }
}
