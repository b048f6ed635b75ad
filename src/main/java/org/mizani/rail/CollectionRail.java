package org.mizani.rail;

import io.smallrye.mutiny.Uni;
import java.util.Optional;
import org.mizani.corridor.Country;

/**
 * Connector to a network that collects from customers' phones. A call that fails or hangs has an
 * unknown outcome, as with a {@link PayoutRail}.
 */
public interface CollectionRail {

  /** The name that collections and clearing accounts carry, such as {@code simulator}. */
  String name();

  /**
   * Whether this rail prompts this operator's customers.
   *
   * @param operator of the number by its prefix, if known
   */
  boolean collects(Country country, Optional<String> operator);

  /**
   * Whether collections can be given to it; the simulator takes them in the test environment alone.
   */
  default boolean takesCollections() {
    return true;
  }

  /** What the core may do with this rail. */
  RailCapabilities capabilities();

  /** Prompts the customer, under the collection's id if the network takes one. */
  Uni<CollectionOutcome> prompt(CollectionInstruction instruction, SendWindow window);

  /**
   * Asks for the outcome of a prompt that may have been sent. It never prompts: what the network
   * does not have is {@link CollectionOutcome.NotFound}, and the core decides.
   */
  Uni<CollectionOutcome> ask(CollectionInstruction instruction);
}
