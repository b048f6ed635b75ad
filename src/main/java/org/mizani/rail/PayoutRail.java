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
   * Questions about payouts of one channel whose acknowledgement was lost, or empty if the network
   * is asked under the service's reference, or cannot be asked.
   */
  default Optional<ReceiptQuestions> receiptQuestions(Channel channel) {
    return Optional.empty();
  }

  /**
   * Questions to a network under a receipt that a callback names (ADR 19). The answer comes by
   * callback too, as {@link CallbackWord.Found}.
   */
  interface ReceiptQuestions {

    /** Beginning of the ids of such questions: the network has acknowledged no payout by them. */
    String MARK = "?";

    /** Whether the network acknowledged a payout by this id, and not a question under a receipt. */
    static boolean acknowledges(String networkId) {
      return !networkId.startsWith(MARK);
    }

    /** Asks about the payment with this receipt. The id of the question begins with the mark. */
    Uni<PayoutOutcome> ask(PayoutInstruction instruction, String receipt);

    /** Whether a payment was made from our account to the recipient of this instruction. */
    boolean isBetween(PayoutInstruction instruction, CallbackWord.Found payment);
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
