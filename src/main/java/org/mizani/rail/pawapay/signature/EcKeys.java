package org.mizani.rail.pawapay.signature;

import java.security.AlgorithmParameters;
import java.security.GeneralSecurityException;
import java.security.KeyFactory;
import java.security.PrivateKey;
import java.security.PublicKey;
import java.security.interfaces.ECKey;
import java.security.interfaces.ECPrivateKey;
import java.security.interfaces.ECPublicKey;
import java.security.spec.ECGenParameterSpec;
import java.security.spec.ECParameterSpec;
import java.security.spec.PKCS8EncodedKeySpec;
import java.security.spec.X509EncodedKeySpec;
import java.util.Base64;

/** Keys of the curve P-256 in PEM. */
public final class EcKeys {

  private static final String PRIVATE = "PRIVATE KEY";
  private static final String PUBLIC = "PUBLIC KEY";

  private EcKeys() {}

  /**
   * The private key of this text.
   *
   * @param pem PKCS#8 ({@code openssl pkcs8 -topk8 -nocrypt} makes it of the other form)
   * @throws IllegalArgumentException without the text, if it holds no such key
   */
  public static PrivateKey privateKey(String pem) {
    try {
      PKCS8EncodedKeySpec encoded = new PKCS8EncodedKeySpec(decoded(pem, PRIVATE));
      return ofP256((ECPrivateKey) KeyFactory.getInstance("EC").generatePrivate(encoded));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      // Without the cause, which may quote the key.
      throw new IllegalArgumentException("no private key of P-256 in PKCS#8");
    }
  }

  /**
   * The public key of this text, as pawaPay publishes its own.
   *
   * @throws IllegalArgumentException if it holds no such key
   */
  public static PublicKey publicKey(String pem) {
    try {
      X509EncodedKeySpec encoded = new X509EncodedKeySpec(decoded(pem, PUBLIC));
      return ofP256((ECPublicKey) KeyFactory.getInstance("EC").generatePublic(encoded));
    } catch (GeneralSecurityException e) {
      throw new IllegalArgumentException("no public key of P-256", e);
    }
  }

  private static byte[] decoded(String pem, String kind) {
    String begin = "-----BEGIN " + kind + "-----";
    String end = "-----END " + kind + "-----";
    String text = pem.strip();
    if (!text.startsWith(begin) || !text.endsWith(end)) {
      throw new IllegalArgumentException("no " + kind + " in PEM");
    }
    String base64 = text.substring(begin.length(), text.length() - end.length());
    return Base64.getDecoder().decode(base64.replaceAll("\\s", ""));
  }

  private static <K extends ECKey> K ofP256(K key) throws GeneralSecurityException {
    AlgorithmParameters parameters = AlgorithmParameters.getInstance("EC");
    parameters.init(new ECGenParameterSpec("secp256r1"));
    ECParameterSpec p256 = parameters.getParameterSpec(ECParameterSpec.class);
    if (!key.getParams().getCurve().equals(p256.getCurve())
        || !key.getParams().getGenerator().equals(p256.getGenerator())) {
      throw new IllegalArgumentException("a key of another curve");
    }
    return key;
  }
}
