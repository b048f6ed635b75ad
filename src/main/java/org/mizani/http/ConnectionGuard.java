package org.mizani.http;

import io.netty.bootstrap.ChannelInitializerExtension;
import io.netty.channel.Channel;
import io.quarkus.runtime.annotations.RegisterForReflection;

/**
 * Guard of all accepted connections: it limits their number by address, and the time in which a
 * request has to arrive. Netty itself loads and asks it, because the server below the service has
 * no hook before the first request.
 */
@RegisterForReflection
public final class ConnectionGuard extends ChannelInitializerExtension {

  /** Property of Netty that has it load extensions. */
  public static final String SWITCH = "io.netty.bootstrap.extensions";

  /** The value that it needs. */
  public static final String LOADED = "serviceload";

  /** Netty makes it by the public constructor. */
  public ConnectionGuard() {}

  @Override
  public void postInitializeServerChildChannel(Channel channel) {
    channel.pipeline().addFirst(new Arrival(ConnectionLimits.inForce().arrival()));
  }
}
