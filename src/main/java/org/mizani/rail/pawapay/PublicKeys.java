package org.mizani.rail.pawapay;

import io.smallrye.mutiny.Uni;
import java.security.PublicKey;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.mizani.rail.pawapay.signature.EcKeys;

/**
 * Public keys of the network by name, read again where an unknown name turns up, or a key does not
 * fit: one name has had different keys over time.
 */
final class PublicKeys {

  /** Whoever makes names or signatures up does not have the network asked each time. */
  private static final Duration BETWEEN_LOOKS = Duration.ofSeconds(10);

  private final PawapayClient client;
  private final InstantSource clock;
  private volatile Map<String, PublicKey> keys = Map.of();
  private Uni<Map<String, PublicKey>> lastLook = Uni.createFrom().item(Map.of());
  private Instant nextLook = Instant.MIN;

  PublicKeys(PawapayClient client, InstantSource clock) {
    this.client = client;
    this.clock = clock;
  }

  /** The keys, among them that of this name if the network has it. */
  Uni<Map<String, PublicKey>> with(String name) {
    return keys.containsKey(name) ? Uni.createFrom().item(keys) : readAgain();
  }

  /**
   * The keys as the network has them now, or as it had them a moment ago. A look that failed fails
   * for that moment too: without the keys nobody can tell whether a word is signed.
   */
  synchronized Uni<Map<String, PublicKey>> readAgain() {
    if (!clock.instant().isBefore(nextLook)) {
      nextLook = clock.instant().plus(BETWEEN_LOOKS);
      lastLook =
          client
              .publicKeys()
              .map(PublicKeys::read)
              .invoke(found -> keys = found)
              .memoize()
              .indefinitely();
    }
    return lastLook;
  }

  private static Map<String, PublicKey> read(List<PublishedKey> published) {
    Map<String, PublicKey> found = new HashMap<>();
    published.forEach(key -> found.put(key.id(), EcKeys.publicKey(key.key())));
    return Map.copyOf(found);
  }
}
