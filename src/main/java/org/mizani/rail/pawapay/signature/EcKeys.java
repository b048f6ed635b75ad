package org.mizani.rail.pawapay.signature;

import java.io.ByteArrayOutputStream;
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
import java.util.HexFormat;
import java.util.stream.Stream;

/** Keys of the curve P-256 in PEM. */
public final class EcKeys {

  private static final String PRIVATE = "PRIVATE KEY";
  private static final String SEC1 = "EC PRIVATE KEY";
  private static final String PUBLIC = "PUBLIC KEY";

  /** The name of P-256 as the parameters of a key in SEC 1 (RFC 5915). */
  private static final String CURVE = "a00a06082a8648ce3d030107";

  /** What precedes a key of P-256 in PKCS#8: the version, and the algorithm with its curve. */
  private static final String ALGORITHM = "020100301306072a8648ce3d020106082a8648ce3d030107";

  private static final byte SEQUENCE = 0x30;
  private static final byte OCTETS = 0x04;
  private static final int LONGEST = 0xff;
  private static final int LONGEST_SHORT = 0x7f;
  private static final byte LENGTH_FOLLOWS = (byte) 0x81;

  private EcKeys() {}

  /**
   * The private key of this text.
   *
   * @param pem PKCS#8; or SEC 1 with the name of its curve, as {@code openssl ecparam -genkey
   *     -noout} writes it, by which pawaPay's example has the key made
   * @throws IllegalArgumentException without the text, if it holds no such key
   */
  public static PrivateKey privateKey(String pem) {
    try {
      PKCS8EncodedKeySpec encoded = new PKCS8EncodedKeySpec(pkcs8(pem));
      return ofP256((ECPrivateKey) KeyFactory.getInstance("EC").generatePrivate(encoded));
    } catch (GeneralSecurityException | IllegalArgumentException e) {
      // Without the cause, which may quote the key.
      throw new IllegalArgumentException("no private key of P-256 in PEM");
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

  private static byte[] pkcs8(String pem) {
    if (!pem.strip().startsWith(beginOf(SEC1))) {
      return decoded(pem, PRIVATE);
    }
    byte[] key = decoded(pem, SEC1);
    // The platform takes the curve from what precedes the key, and not from the key.
    if (!HexFormat.of().formatHex(key).contains(CURVE)) {
      throw new IllegalArgumentException("a key of another curve");
    }
    return der(SEQUENCE, HexFormat.of().parseHex(ALGORITHM), der(OCTETS, key));
  }

  /** An element of DER with a content of 255 bytes at most. */
  private static byte[] der(byte tag, byte[]... parts) {
    ByteArrayOutputStream content = new ByteArrayOutputStream();
    Stream.of(parts).forEach(content::writeBytes);
    if (content.size() > LONGEST) {
      throw new IllegalArgumentException("no key of P-256");
    }
    ByteArrayOutputStream element = new ByteArrayOutputStream();
    element.write(tag);
    if (content.size() > LONGEST_SHORT) {
      element.write(LENGTH_FOLLOWS);
    }
    element.write(content.size());
    element.writeBytes(content.toByteArray());
    return element.toByteArray();
  }

  private static byte[] decoded(String pem, String kind) {
    String begin = beginOf(kind);
    String end = "-----END " + kind + "-----";
    String text = pem.strip();
    if (!text.startsWith(begin) || !text.endsWith(end)) {
      throw new IllegalArgumentException("no " + kind + " in PEM");
    }
    String base64 = text.substring(begin.length(), text.length() - end.length());
    return Base64.getDecoder().decode(base64.replaceAll("\\s", ""));
  }

  private static String beginOf(String kind) {
    return "-----BEGIN " + kind + "-----";
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
