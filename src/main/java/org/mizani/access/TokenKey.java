package org.mizani.access;

import java.security.interfaces.RSAPublicKey;
import org.jose4j.jwk.RsaJsonWebKey;

/**
 * Public key that tokens are checked with.
 *
 * @param id its thumbprint (RFC 7638, SHA-256), which tokens carry as {@code kid}
 */
record TokenKey(String id, RSAPublicKey key) {

  static TokenKey of(RSAPublicKey key) {
    return new TokenKey(new RsaJsonWebKey(key).calculateBase64urlEncodedThumbprint("SHA-256"), key);
  }
}
