package org.mizani.rail.daraja;

import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.security.cert.Certificate;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.interfaces.RSAPublicKey;
import java.util.Base64;
import java.util.Collection;
import javax.crypto.Cipher;

/**
 * Encryption of the initiator's password for M-PESA: RSA with PKCS #1 v1.5 padding, in base64. Only
 * the key of the network's certificate counts. Its dates do not: the sandbox's one ended in 2016.
 */
public final class SecurityCredential {

  private static final String TRANSFORMATION = "RSA/ECB/PKCS1Padding";
  private static final int PADDING_BYTES = 11;

  private final RSAPublicKey key;

  private SecurityCredential(RSAPublicKey key) {
    this.key = key;
  }

  /**
   * A credential for this certificate.
   *
   * @param certificate one X.509 certificate in PEM or DER
   * @throws IllegalArgumentException if it is no certificate, more than one, or not of an RSA key
   */
  public static SecurityCredential forCertificate(byte[] certificate) {
    if (new String(certificate, StandardCharsets.ISO_8859_1).contains("KEY-----")) {
      throw new IllegalArgumentException("the M-PESA certificate is a key, not a certificate");
    }
    Collection<? extends Certificate> found = certificatesIn(certificate);
    if (found.size() != 1) {
      throw new IllegalArgumentException(
          "the M-PESA certificate must be one certificate, not " + found.size());
    }
    if (found.iterator().next().getPublicKey() instanceof RSAPublicKey rsa) {
      return new SecurityCredential(rsa);
    }
    throw new IllegalArgumentException("the M-PESA certificate must have an RSA key");
  }

  private static Collection<? extends Certificate> certificatesIn(byte[] certificate) {
    try {
      return CertificateFactory.getInstance("X.509")
          .generateCertificates(new ByteArrayInputStream(certificate));
    } catch (CertificateException e) {
      throw new IllegalArgumentException("the M-PESA certificate is not X.509 in PEM or DER", e);
    }
  }

  /**
   * The encrypted password. Each call gives another text, and M-PESA takes any of them.
   *
   * @throws IllegalArgumentException if the password is empty or too long for the key
   */
  public String encrypt(String initiatorPassword) {
    byte[] plain = initiatorPassword.getBytes(StandardCharsets.UTF_8);
    int longest = key.getModulus().bitLength() / Byte.SIZE - PADDING_BYTES;
    if (plain.length == 0 || plain.length > longest) {
      throw new IllegalArgumentException(
          "the initiator's password must have 1 to " + longest + " bytes");
    }
    try {
      Cipher cipher = Cipher.getInstance(TRANSFORMATION);
      cipher.init(Cipher.ENCRYPT_MODE, key);
      return Base64.getEncoder().encodeToString(cipher.doFinal(plain));
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("RSA is not available", e);
    }
  }
}
