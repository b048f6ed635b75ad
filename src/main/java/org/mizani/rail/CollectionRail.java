package org.mizani.rail;

import io.smallrye.mutiny.Uni;
import java.util.Optional;
import org.mizani.corridor.Country;

/**
 * Connector to a network that collects from customers' phones. A call that fails or hangs has an
 * unknown outcome, as with a {@link PayoutRail}.
 */
public interface CollectionRail {

  /** The name that collections and clearing accounts carry, such as {@code sandbox}. */
  String name();

  /**
   * Whether this rail prompts this operator's customers.
   *
   * @param operator of the number by its prefix, if known
   */
  boolean collects(Country country, Optional<String> operator);

  /**
   * Prompts the customer. It is idempotent by the collection's id: prompted twice, it asks once.
   */
  Uni<CollectionOutcome> prompt(CollectionInstruction instruction);

  /**
   * Asks for the outcome of a prompt that may have been sent. If its network has definitely never
   * received it, a connector sends it while the collection has not expired, and answers that it has
   * lapsed after that.
   */
  Uni<CollectionOutcome> ask(CollectionInstruction instruction);
}
