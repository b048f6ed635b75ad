package org.mizani.rail;

import io.smallrye.mutiny.Uni;
import java.util.Optional;
import org.mizani.corridor.Channel;
import org.mizani.corridor.Country;

/**
 * Connector to a network that pays recipients. A call that fails or hangs has an unknown outcome,
 * and too many of them open the rail's circuit breaker. So a connector fails if its network cannot
 * be reached, breaks off, is out of order or sends an unreadable answer. It returns {@link
 * PayoutOutcome.Unknown} if the network has answered that it does not know yet.
 */
public interface PayoutRail {

  /** The name that payouts and clearing accounts carry, such as {@code simulator}. */
  String name();

  /** Whether this rail pays on this channel of this country. */
  boolean serves(Country country, Channel channel);

  /** Whether payouts can be given to it; the simulator takes them in the test environment alone. */
  default boolean takesPayouts() {
    return true;
  }

  /** What the core may do with this rail. */
  RailCapabilities capabilities();

  /** The same for payouts of one channel, of a network whose channels differ. */
  default RailCapabilities capabilities(Channel channel) {
    return capabilities();
  }

  /** The look-up of recipients of one channel, or empty if this rail cannot tell who they are. */
  default Optional<RecipientLookup> recipientLookup(Channel channel) {
    return Optional.empty();
  }

  /**
   * Submits a payout under its service reference, if the network takes one.
   *
   * @param window in which the request that moves the money may be sent, and not after it
   */
  Uni<PayoutOutcome> submit(PayoutInstruction instruction, SendWindow window);

  /**
   * Asks for the outcome of a payout that may have been submitted. It never submits: what the
   * network does not have is {@link PayoutOutcome.NotFound}, and the core decides.
   */
  Uni<PayoutOutcome> ask(PayoutInstruction instruction);
}
