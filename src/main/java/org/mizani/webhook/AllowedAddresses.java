package org.mizani.webhook;

import java.net.InetAddress;
import java.util.List;
import org.mizani.business.ServiceEnvironment;

/**
 * The addresses that webhooks may go to: in production public ones only, and nowhere one of the
 * networks that the deployment keeps for itself although they have public addresses.
 */
final class AllowedAddresses {

  private final boolean publicOnly;
  private final List<AddressBlock> forbidden;

  private AllowedAddresses(boolean publicOnly, List<AddressBlock> forbidden) {
    this.publicOnly = publicOnly;
    this.forbidden = forbidden;
  }

  /**
   * Those of this environment.
   *
   * @throws IllegalArgumentException if a forbidden network is none
   */
  static AllowedAddresses in(ServiceEnvironment environment, WebhookConfig config) {
    List<AddressBlock> forbidden =
        config.forbiddenNetworks().orElse(List.of()).stream().map(AddressBlock::parse).toList();
    return new AllowedAddresses(environment == ServiceEnvironment.PRODUCTION, forbidden);
  }

  /** Whether there is nothing that they do not contain. */
  boolean areAll() {
    return !publicOnly && forbidden.isEmpty();
  }

  boolean contain(InetAddress address) {
    byte[] bytes = PublicAddresses.plain(address);
    return (!publicOnly || PublicAddresses.contain(address))
        && forbidden.stream().noneMatch(network -> network.contains(bytes));
  }
}
