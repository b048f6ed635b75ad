package org.mizani.rail;

import io.smallrye.mutiny.Uni;
import org.mizani.corridor.Channel;
import org.mizani.corridor.Country;

/**
 * Connector to a network that pays recipients. A call that fails or hangs has an unknown outcome,
 * and too many of them open the rail's circuit breaker. So a connector fails if its network cannot
 * be reached, breaks off, is out of order or sends an unreadable answer. It returns {@link
 * PayoutOutcome.Unknown} if the network has answered that it does not know yet.
 */
public interface PayoutRail {

  /** The name that payouts and clearing accounts carry, such as {@code sandbox}. */
  String name();

  /** Whether this rail pays on this channel of this country. */
  boolean serves(Country country, Channel channel);

  /** Submits a payout. It is idempotent by the service reference: submitted twice, it pays once. */
  Uni<PayoutOutcome> submit(PayoutInstruction instruction);

  /**
   * Asks for the outcome of a payout that may have been submitted. A connector submits it if its
   * network has definitely never received the reference, because the pod that was to submit it may
   * have died.
   */
  Uni<PayoutOutcome> ask(PayoutInstruction instruction);

  /**
   * Asks for the outcome of a payout that must not be paid any more, so it never submits. A
   * reference that the network has never received is unknown, because a submission may still
   * arrive.
   */
  Uni<PayoutOutcome> inquire(PayoutInstruction instruction);
}
