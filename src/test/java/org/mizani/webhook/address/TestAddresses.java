package org.mizani.webhook.address;

import io.smallrye.config.SmallRyeConfigBuilder;
import io.vertx.core.Vertx;
import java.net.InetAddress;
import java.util.Map;
import org.mizani.service.ServiceEnvironment;
import org.mizani.webhook.address.ReceiverAddresses.Resolver;

/** Settings and resolvers of addresses, without a running service. */
public final class TestAddresses {

  private TestAddresses() {}

  /** Returns the defaults, except for these properties under {@code payments.webhook}. */
  public static AddressConfig config(Map<String, String> changed) {
    SmallRyeConfigBuilder builder =
        new SmallRyeConfigBuilder()
            .addDiscoveredConverters()
            .addDefaultInterceptors()
            .withMapping(AddressConfig.class);
    changed.forEach((name, value) -> builder.withDefaultValue("payments.webhook." + name, value));
    return builder.build().getConfigMapping(AddressConfig.class);
  }

  /** Returns a resolver with the default settings and the machine's own name service. */
  public static ReceiverAddresses in(ServiceEnvironment environment, Vertx vertx) {
    return in(environment, vertx, InetAddress::getAllByName);
  }

  /** Returns a resolver with the default settings and this name service. */
  public static ReceiverAddresses in(
      ServiceEnvironment environment, Vertx vertx, Resolver resolver) {
    return new ReceiverAddresses(vertx, config(Map.of()), environment, resolver);
  }
}
