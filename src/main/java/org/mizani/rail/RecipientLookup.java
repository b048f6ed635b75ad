package org.mizani.rail;

import io.smallrye.mutiny.Uni;
import java.util.Optional;
import org.mizani.corridor.Recipient;

/** A rail that can tell whose account this is. */
public interface RecipientLookup {

  /** The registered holder's name, or nothing if the account is not active. */
  Uni<Optional<String>> holderOf(Recipient recipient);
}
