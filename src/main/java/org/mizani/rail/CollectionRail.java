package org.mizani.rail;

import io.smallrye.mutiny.Uni;
import java.util.Optional;
import org.mizani.corridor.Country;

/**
 * A network that collects from customers' phones. Calls may fail or hang: that is unknown, as with
 * a {@link PayoutRail}.
 */
public interface CollectionRail {

  /** The name that collections and clearing accounts carry, such as {@code sandbox}. */
  String name();

  /**
   * Whether this rail prompts this operator's customers.
   *
   * @param operator whose number it is by its prefix, where that is known
   */
  boolean collects(Country country, Optional<String> operator);

  /**
   * Prompts the customer. It is idempotent by the collection's id: prompted twice, it asks once.
   */
  Uni<CollectionOutcome> prompt(CollectionInstruction instruction);

  /**
   * Asks what became of a prompt that may have been sent. A connector whose network has definitely
   * never heard of it sends it while it has not expired, and says after that that it has lapsed.
   */
  Uni<CollectionOutcome> ask(CollectionInstruction instruction);
}
