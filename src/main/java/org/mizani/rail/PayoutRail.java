package org.mizani.rail;

import io.smallrye.mutiny.Uni;
import org.mizani.corridor.Channel;
import org.mizani.corridor.Country;

/**
 * A network that pays recipients. Calls may fail or hang: the settler takes that as unknown, and
 * leaves a rail alone for a while that does so too often. A connector therefore fails where its
 * network cannot be reached, breaks off, is out of order or talks nonsense; it answers {@link
 * RailOutcome.Unknown} where the network has answered that it does not know yet.
 */
public interface PayoutRail {

  /** The name that payouts and clearing accounts carry, such as {@code sandbox}. */
  String name();

  /** Whether this rail pays on this channel of this country. */
  boolean serves(Country country, Channel channel);

  /** Submits a payout. It is idempotent by the service reference: submitted twice, it pays once. */
  Uni<PayoutOutcome> submit(PayoutInstruction instruction);

  /**
   * Asks what became of a payout that may have been submitted. A connector whose network has
   * definitely never heard of the reference submits it (the pod that should have may have died).
   */
  Uni<PayoutOutcome> ask(PayoutInstruction instruction);

  /**
   * Asks what became of a payout that is not to be paid any more. Whatever the network says,
   * nothing is submitted: one that it has never heard of is unknown, for what was sent may still
   * arrive.
   */
  Uni<PayoutOutcome> inquire(PayoutInstruction instruction);
}
