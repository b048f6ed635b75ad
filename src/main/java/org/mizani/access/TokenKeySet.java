package org.mizani.access;

import java.security.PrivateKey;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.jose4j.jwx.HeaderParameterNames;
import org.jose4j.jwx.JsonWebStructure;
import org.jose4j.lang.JoseException;

/** Private key that signs tokens, and the public keys that tokens are checked with. */
final class TokenKeySet {

  private final PrivateKey signing;
  private final String signingId;
  private final Map<String, TokenKey> accepted;

  /**
   * @param accepted the public keys, that of the signing key among them; equal ones are one
   */
  TokenKeySet(PrivateKey signing, TokenKey signingKey, Collection<TokenKey> accepted) {
    this.signing = signing;
    this.signingId = signingKey.id();
    this.accepted =
        accepted.stream()
            .collect(
                Collectors.toUnmodifiableMap(
                    TokenKey::id, Function.identity(), (same, again) -> same));
  }

  PrivateKey signing() {
    return signing;
  }

  /** The id of the key that signs. */
  String signingId() {
    return signingId;
  }

  /** The ids of the accepted keys. */
  Set<String> ids() {
    return accepted.keySet();
  }

  /**
   * The keys to check a token with: that of its id, all for a token without one, as pods of the
   * version before issue them, and none for an unknown id or a text that is no token.
   */
  Collection<TokenKey> keysFor(String token) {
    try {
      Object id =
          JsonWebStructure.fromCompactSerialization(token)
              .getHeaders()
              .getObjectHeaderValue(HeaderParameterNames.KEY_ID);
      return id == null ? accepted.values() : keysOf(id);
    } catch (JoseException e) {
      return List.of();
    }
  }

  private List<TokenKey> keysOf(Object id) {
    return id instanceof String text
        ? Optional.ofNullable(accepted.get(text)).stream().toList()
        : List.of();
  }
}
