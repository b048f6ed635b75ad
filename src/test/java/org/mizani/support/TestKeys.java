package org.mizani.support;

import java.security.GeneralSecurityException;
import java.security.Key;
import java.security.KeyPair;
import java.security.KeyPairGenerator;
import java.security.PrivateKey;
import java.security.spec.ECGenParameterSpec;
import java.util.Base64;

/** Pairs of keys of elliptic curves, and keys as PEM. */
public final class TestKeys {

  private TestKeys() {}

  /** A pair of P-256. */
  public static KeyPair p256() {
    return ofCurve("secp256r1");
  }

  /** A pair of a curve, by its standard name. */
  public static KeyPair ofCurve(String name) {
    try {
      KeyPairGenerator generator = KeyPairGenerator.getInstance("EC");
      generator.initialize(new ECGenParameterSpec(name));
      return generator.generateKeyPair();
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }

  /** A private key in PKCS #8, or a public one in X.509. */
  public static String pem(Key key) {
    String label = key instanceof PrivateKey ? "PRIVATE KEY" : "PUBLIC KEY";
    String base64 = Base64.getMimeEncoder(64, new byte[] {'\n'}).encodeToString(key.getEncoded());
    return "-----BEGIN %1$s-----\n%2$s\n-----END %1$s-----\n".formatted(label, base64);
  }
}
