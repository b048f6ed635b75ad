package org.mizani.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Optional;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.http.PortCertificate.Contents;
import org.mizani.http.PortCertificate.Settings;
import org.mizani.support.TestCertificate;

/** Certificates of ports, from files that are right and files that are not. */
class PortCertificateTest {

  private static final Settings SETTINGS = new Settings("CERTIFICATE_FILE", "KEY_FILE");
  private static final String NO_KEY =
      "KEY_FILE must hold the private key of the certificate in PEM (PKCS#8).";

  @TempDir static Path directory;
  private static Vertx vertx;
  private static TestCertificate own;
  private static TestCertificate other;

  @BeforeAll
  static void make() {
    vertx = Vertx.vertx();
    own = TestCertificate.of("own").in(directory);
    other = TestCertificate.of("other").in(directory);
  }

  @AfterAll
  static void close() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }

  @Test
  void theFirstCertificateOfAFileIsThePorts() throws IOException {
    String chain = text(own.certificatePem()) + text(own.authorityPem());

    PortCertificate parsed = new Contents(SETTINGS, chain, text(own.keyPem())).parsed(vertx);

    assertThat(parsed.first().getSubjectX500Principal().getName()).isEqualTo("CN=own");
    assertThat(parsed.shown().getCertValue().toString()).isEqualTo(chain);
  }

  @Test
  void twoEqualReadingsAreEqual() {
    assertThat(SETTINGS.read(Optional.of(own.certificatePem()), Optional.of(own.keyPem())))
        .isPresent()
        .isEqualTo(SETTINGS.read(Optional.of(own.certificatePem()), Optional.of(own.keyPem())));
  }

  @Test
  void noFilesAreNoCertificate() {
    assertThat(SETTINGS.read(Optional.empty(), Optional.empty())).isEmpty();
  }

  @Test
  void refusesAKeyOfAnotherCertificate() throws IOException {
    refuses(
        text(own.certificatePem()),
        text(other.keyPem()),
        "CERTIFICATE_FILE and KEY_FILE do not belong together.");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "no PEM", "-----BEGIN CERTIFICATE-----\nMIIB\n-----END CERTIFICATE-----\n"})
  void refusesWhatIsNoCertificate(String text) throws IOException {
    refuses(text, text(own.keyPem()), "CERTIFICATE_FILE must hold a certificate in PEM (X.509).");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "no PEM", "-----BEGIN PRIVATE KEY-----\nMIIB\n-----END PRIVATE KEY-----\n"})
  void refusesWhatIsNoKey(String text) throws IOException {
    refuses(text(own.certificatePem()), text, NO_KEY);
  }

  @Test
  void neverShowsItsKey() throws IOException {
    Contents contents = new Contents(SETTINGS, text(own.certificatePem()), text(own.keyPem()));

    assertThat(contents).hasToString("Contents[" + SETTINGS + "]");
  }

  private static void refuses(String certificate, String key, String sentence) {
    assertThatThrownBy(() -> new Contents(SETTINGS, certificate, key).parsed(vertx))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(sentence)
        .hasNoCause();
  }

  private static String text(Path file) throws IOException {
    return Files.readString(file);
  }
}
