package org.mizani.http;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.net.PemKeyCertOptions;
import java.io.ByteArrayInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.security.PrivateKey;
import java.security.cert.CertificateException;
import java.security.cert.CertificateFactory;
import java.security.cert.X509Certificate;
import java.util.Optional;
import javax.net.ssl.X509KeyManager;
import org.mizani.encryption.KeyPairs;
import org.mizani.work.ReloadedSetting;

/**
 * Certificate that a port shows to its clients, and its key.
 *
 * @param shown both, for a server
 * @param first the port's own certificate, before those of the authorities in between
 */
public record PortCertificate(PemKeyCertOptions shown, X509Certificate first) {

  /**
   * Settings that name the files of a certificate.
   *
   * @param certificate the environment variable of the certificate's file
   * @param key that of its key's file
   */
  public record Settings(String certificate, String key) {

    /**
     * Reads the files; empty if none is named.
     *
     * @throws ConfigurationException if one is named without the other, or cannot be read
     */
    public Optional<Contents> read(Optional<Path> certificateFile, Optional<Path> keyFile) {
      if (certificateFile.isPresent() != keyFile.isPresent()) {
        throw new ConfigurationException(certificate + " and " + key + " go together.");
      }
      return certificateFile.map(
          file ->
              new Contents(
                  this,
                  ReloadedSetting.read(certificate, file),
                  ReloadedSetting.read(key, keyFile.orElseThrow())));
    }
  }

  /**
   * Contents of the two files.
   *
   * @param certificate X.509 in PEM, the authorities in between behind it
   * @param key PKCS#8 in PEM
   */
  public record Contents(Settings settings, String certificate, String key) {

    /**
     * The certificate of these contents.
     *
     * @throws ConfigurationException if they are no certificate, no key, or not of one pair
     */
    public PortCertificate parsed(Vertx vertx) {
      X509Certificate first = firstCertificate();
      PemKeyCertOptions shown =
          new PemKeyCertOptions()
              .setCertValue(Buffer.buffer(certificate))
              .setKeyValue(Buffer.buffer(key));
      if (!KeyPairs.belongTogether(privateKey(vertx, shown, first), first.getPublicKey())) {
        throw new ConfigurationException(
            settings.certificate() + " and " + settings.key() + " do not belong together.");
      }
      return new PortCertificate(shown, first);
    }

    private X509Certificate firstCertificate() {
      try {
        byte[] bytes = certificate.getBytes(StandardCharsets.UTF_8);
        return (X509Certificate)
            CertificateFactory.getInstance("X.509")
                .generateCertificate(new ByteArrayInputStream(bytes));
      } catch (CertificateException e) {
        throw new ConfigurationException(
            settings.certificate() + " must hold a certificate in PEM (X.509).");
      }
    }

    private PrivateKey privateKey(Vertx vertx, PemKeyCertOptions shown, X509Certificate first) {
      try {
        X509KeyManager keys =
            (X509KeyManager) shown.getKeyManagerFactory(vertx).getKeyManagers()[0];
        String type = first.getPublicKey().getAlgorithm();
        return keys.getPrivateKey(keys.getServerAliases(type, null)[0]);
      } catch (Exception e) { // whatever the library throws at what is no key
        throw new ConfigurationException(
            settings.key() + " must hold the private key of the certificate in PEM (PKCS#8).");
      }
    }

    @Override
    public String toString() {
      return "Contents[" + settings + "]";
    }
  }
}
