package org.mizani.rail;

import io.smallrye.mutiny.Uni;
import java.util.Optional;
import org.mizani.corridor.Recipient;

/** Look-up of account holders at a rail. */
public interface RecipientLookup {

  /**
   * The registered name of the holder, or empty if the account is not active. It fails if the
   * network does not tell for certain.
   */
  Uni<Optional<String>> holderOf(Recipient recipient);

  /**
   * Whether payouts depend on it: refused if the account is not active, and not taken without an
   * answer. Otherwise they go to the network without being looked up.
   */
  default boolean isBinding() {
    return true;
  }
}
