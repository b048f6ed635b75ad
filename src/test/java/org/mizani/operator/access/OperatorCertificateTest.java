package org.mizani.operator.access;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.vertx.core.Vertx;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.http.PortCertificate;
import org.mizani.support.Defaults;
import org.mizani.support.TestCertificate;

/** Certificate of the operators' port that is exchanged, and the gauge of its time. */
class OperatorCertificateTest {

  private static final String TLS = "payments.operator.tls.";

  /** After the end of the first certificate, and before that of the next one. */
  private static final Instant NOW = Instant.parse("2022-01-01T00:00:00Z");

  @TempDir static Path directory;
  private static Vertx vertx;
  private static TestCertificate first;
  private static TestCertificate next;

  @TempDir Path own;
  private final SimpleMeterRegistry registry = new SimpleMeterRegistry();
  private final List<String> shown = new ArrayList<>();
  private OperatorCertificate certificate;

  @BeforeAll
  static void make() {
    vertx = Vertx.vertx();
    first = TestCertificate.of("first").expired().in(directory);
    next = TestCertificate.of("next").in(directory);
  }

  @AfterAll
  static void close() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }

  @BeforeEach
  void begin() throws IOException {
    put(first);
    OperatorConfig config =
        Defaults.with(
            OperatorConfig.class,
            Map.of(
                TLS + "certificate-file", file("certificate").toString(),
                TLS + "key-file", file("key").toString()));
    certificate = new OperatorCertificate(config, vertx, () -> NOW, registry);
  }

  @Test
  void anotherCertificateIsShownOnce() throws IOException {
    put(next);

    lookTwice();
    lookTwice();

    assertThat(shown).containsExactly("CN=next");
    assertThat(certificate.shown()).map(OperatorCertificateTest::nameOf).hasValue("CN=next");
  }

  @Test
  void oneThatCouldNotBeShownIsShownAtTheNextLook() throws IOException {
    put(next);

    certificate.renew(OperatorCertificateTest::fail);
    certificate.renew(OperatorCertificateTest::fail);

    assertThat(certificate.shown()).map(OperatorCertificateTest::nameOf).hasValue("CN=first");
    assertThat(secondsLeft()).isNegative();
    certificate.renew(this::show);
    assertThat(shown).containsExactly("CN=next");
    assertThat(secondsLeft()).isPositive();
  }

  @Test
  void anUnchangedCertificateIsNotShownAgain() {
    lookTwice();

    assertThat(shown).isEmpty();
    assertThat(secondsLeft()).isNegative();
  }

  private void lookTwice() {
    certificate.renew(this::show);
    certificate.renew(this::show);
  }

  private void show(PortCertificate other) {
    shown.add(nameOf(other));
  }

  private static void fail(PortCertificate other) {
    throw new IllegalStateException("the port does not take it");
  }

  private void put(TestCertificate one) throws IOException {
    Files.writeString(file("certificate"), Files.readString(one.certificatePem()));
    Files.writeString(file("key"), Files.readString(one.keyPem()));
  }

  private Path file(String name) {
    return own.resolve(name + ".pem");
  }

  private double secondsLeft() {
    return registry.get("payments.operator.certificate.left").gauge().value();
  }

  private static String nameOf(PortCertificate one) {
    return one.first().getSubjectX500Principal().getName();
  }
}
