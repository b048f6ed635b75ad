package org.mizani.access;

import java.math.BigInteger;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.interfaces.RSAPublicKey;
import java.security.spec.RSAPublicKeySpec;
import java.util.Base64;

/** RSA keys of the tests, and their ids. */
final class RsaKeys {

  private RsaKeys() {}

  /** A public key by its numbers, as a JWK has them. */
  static RSAPublicKey of(String modulus, String exponent) {
    try {
      return (RSAPublicKey)
          KeyFactory.getInstance("RSA")
              .generatePublic(new RSAPublicKeySpec(number(modulus), number(exponent)));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A new pair of so many bits. */
  static KeyPair pair(int bits) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("RSA");
      generator.initialize(bits);
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** The id of a pair's public key. */
  static String id(KeyPair pair) {
    return TokenKey.of((RSAPublicKey) pair.getPublic()).id();
  }

  private static BigInteger number(String base64) {
    return new BigInteger(1, Base64.getUrlDecoder().decode(base64));
  }
}
