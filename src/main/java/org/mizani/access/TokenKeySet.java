package org.mizani.access;

import java.security.PrivateKey;
import java.util.Collection;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.jose4j.jwx.HeaderParameterNames;
import org.jose4j.jwx.Headers;
import org.jose4j.jwx.JsonWebStructure;
import org.jose4j.lang.JoseException;

/**
 * Private key that signs tokens and statements, the public keys that tokens are checked with, and
 * those that are published for the check of statements.
 */
final class TokenKeySet {

  /** Type in the header of a token. */
  private static final String TYPE = "JWT";

  private final PrivateKey signing;
  private final String signingId;
  private final Map<String, TokenKey> accepted;
  private final List<TokenKey> published;

  /**
   * @param accepted the public keys, that of the signing key among them; equal ones are one
   * @param retired public keys that signed before, and that no token is checked with
   */
  TokenKeySet(
      PrivateKey signing, TokenKey signingKey, List<TokenKey> accepted, List<TokenKey> retired) {
    this.signing = signing;
    this.signingId = signingKey.id();
    this.accepted = Collections.unmodifiableMap(byId(accepted.stream()));
    this.published = List.copyOf(byId(Stream.concat(accepted.stream(), retired.stream())).values());
  }

  private static Map<String, TokenKey> byId(Stream<TokenKey> keys) {
    return keys.collect(
        Collectors.toMap(
            TokenKey::id, Function.identity(), (same, again) -> same, LinkedHashMap::new));
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

  /** The keys that others check with: first that which signs, last those that signed before. */
  List<TokenKey> published() {
    return published;
  }

  /**
   * The keys to check a token with: that of its id, all for a token without one, as pods of the
   * version before issue them, and none for an unknown id, another type than a token's, or a text
   * that is no token.
   */
  Collection<TokenKey> keysFor(String token) {
    try {
      Headers headers = JsonWebStructure.fromCompactSerialization(token).getHeaders();
      if (!TYPE.equals(headers.getObjectHeaderValue(HeaderParameterNames.TYPE))) {
        return List.of();
      }
      Object id = headers.getObjectHeaderValue(HeaderParameterNames.KEY_ID);
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
