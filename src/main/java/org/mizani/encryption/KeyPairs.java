package org.mizani.encryption;

import java.security.GeneralSecurityException;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.Signature;

/** Pairs of a private and a public key. */
public final class KeyPairs {

  private static final byte[] PROBE = {1};

  private KeyPairs() {}

  /** Whether two keys, of RSA or of a curve, are one pair: what one signs the other verifies. */
  public static boolean belongTogether(PrivateKey signing, PublicKey verifying) {
    try {
      Signature signature = Signature.getInstance(algorithm(verifying));
      signature.initSign(signing);
      signature.update(PROBE);
      byte[] signed = signature.sign();
      signature.initVerify(verifying);
      signature.update(PROBE);
      return signature.verify(signed);
    } catch (GeneralSecurityException e) {
      return false;
    }
  }

  private static String algorithm(PublicKey key) {
    return switch (key.getAlgorithm()) {
      case "RSA" -> "SHA256withRSA";
      case "EC" -> "SHA256withECDSA";
      default -> key.getAlgorithm();
    };
  }
}
