package org.mizani.access;

import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.math.BigInteger;
import java.util.Arrays;
import java.util.Base64;
import java.util.List;
import org.jose4j.jwk.RsaJsonWebKey;
import org.jose4j.jwk.Use;
import org.jose4j.jws.AlgorithmIdentifiers;

/**
 * {@code GET /.well-known/jwks.json}: the public keys that statements are checked with (RFC 7517),
 * read without a token.
 */
@Path("/.well-known/jwks.json")
public class PublishedKeyResource {

  private final TokenKeys keys;

  PublishedKeyResource(TokenKeys keys) {
    this.keys = keys;
  }

  /** Set of public keys. */
  @RegisterForReflection
  public record KeySet(List<Key> keys) {}

  /**
   * Public RSA key.
   *
   * @param n modulus
   * @param e exponent
   */
  @RegisterForReflection
  public record Key(String kty, String use, String alg, String kid, String n, String e) {

    static Key of(TokenKey published) {
      return new Key(
          RsaJsonWebKey.KEY_TYPE,
          Use.SIGNATURE,
          AlgorithmIdentifiers.RSA_USING_SHA256,
          published.id(),
          number(published.key().getModulus()),
          number(published.key().getPublicExponent()));
    }

    /** Bytes of a positive number, without one for its sign (RFC 7518, section 6.3.1). */
    private static String number(BigInteger value) {
      byte[] bytes = value.toByteArray();
      int sign = bytes[0] == 0 ? 1 : 0;
      byte[] unsigned = Arrays.copyOfRange(bytes, sign, bytes.length);
      return Base64.getUrlEncoder().withoutPadding().encodeToString(unsigned);
    }
  }

  /** The keys in force first, then those that signed before. */
  @GET
  public KeySet read() {
    return new KeySet(keys.current().published().stream().map(Key::of).toList());
  }
}
