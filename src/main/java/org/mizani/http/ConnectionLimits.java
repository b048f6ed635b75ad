package org.mizani.http;

import io.netty.channel.Channel;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Duration;
import java.util.Optional;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentMap;

/**
 * Limits of accepted connections.
 *
 * @param arrival time in which a request has to arrive; 0 for any
 * @param perAddress connections of one address at the same time
 */
record ConnectionLimits(Duration arrival, int perAddress) {

  private static final ConcurrentMap<InetAddress, Integer> CONNECTIONS = new ConcurrentHashMap<>();

  // Netty makes the guard before there are settings.
  private static volatile ConnectionLimits inForce =
      new ConnectionLimits(Duration.ZERO, Integer.MAX_VALUE);

  /** The limits of connections that are accepted now. */
  static ConnectionLimits inForce() {
    return inForce;
  }

  /** Puts these limits in force. */
  void apply() {
    inForce = this;
  }

  /** Counts a connection; false, if its address has as many as it may. */
  static boolean admit(Channel channel) {
    return addressOf(channel)
        .map(address -> CONNECTIONS.merge(address, 1, Integer::sum) <= inForce.perAddress())
        .orElse(true);
  }

  /** Counts a connection no more. */
  static void forget(Channel channel) {
    addressOf(channel)
        .ifPresent(
            address ->
                CONNECTIONS.computeIfPresent(
                    address, (same, number) -> number == 1 ? null : number - 1));
  }

  private static Optional<InetAddress> addressOf(Channel channel) {
    return channel.remoteAddress() instanceof InetSocketAddress peer
        ? Optional.ofNullable(peer.getAddress())
        : Optional.empty();
  }
}
