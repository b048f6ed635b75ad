package org.mizani.business;

import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import org.mizani.address.Networks;

/**
 * Terms of an API key.
 *
 * @param name tells it from the other keys of its business
 * @param scopes the kinds of operations that it may be used for; one at least
 * @param allowedNetworks networks in CIDR notation that it may be used from; all, if there are none
 * @param expiresAt when it ends by itself
 */
public record KeyTerms(
    Optional<String> name,
    Set<KeyScope> scopes,
    List<String> allowedNetworks,
    Optional<Instant> expiresAt) {

  /** A key without a name, for all operations, from every address, without an end. */
  public static final KeyTerms UNLIMITED =
      new KeyTerms(Optional.empty(), Set.of(KeyScope.values()), List.of(), Optional.empty());

  /**
   * Whether a key with these terms pays, or manages keys, and may do more than by the known ones:
   * for one scope more, from one network more, or for longer.
   */
  public boolean letActBeyond(KeyTerms known) {
    return (scopes.contains(KeyScope.PAY) || scopes.contains(KeyScope.MANAGE))
        && !(known.scopes.containsAll(scopes)
            && known.reachAll(allowedNetworks)
            && known.lastUntil(expiresAt));
  }

  /** Whether each of these networks lies within one of the key's; none are all addresses. */
  public boolean include(List<String> networks) {
    return allowedNetworks.isEmpty()
        || (!networks.isEmpty()
            && Networks.parse(allowedNetworks).include(Networks.parse(networks)));
  }

  /** Another network counts as further, though it may lie within one of these. */
  private boolean reachAll(List<String> networks) {
    return allowedNetworks.isEmpty()
        || (!networks.isEmpty() && allowedNetworks.containsAll(networks));
  }

  /** Whether a key with these terms lasts as long as one that has this end, or none. */
  public boolean lastUntil(Optional<Instant> end) {
    return expiresAt.isEmpty() || end.filter(other -> !other.isAfter(expiresAt.get())).isPresent();
  }
}
