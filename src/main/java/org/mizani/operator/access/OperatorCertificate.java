package org.mizani.operator.access;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.vertx.core.Vertx;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.mizani.http.PortCertificate;
import org.mizani.log.JobHealth;
import org.mizani.work.ReloadedSetting;

/** Certificate of the operators' port: read at the start, and again when its files change. */
@Singleton
final class OperatorCertificate {

  private static final Logger LOG = Logger.getLogger(OperatorCertificate.class);
  private static final Duration LEAST_INTERVAL = Duration.ofSeconds(1);
  private static final PortCertificate.Settings SETTINGS =
      new PortCertificate.Settings(
          "PAYMENTS_OPERATOR_TLS_CERTIFICATE_FILE", "PAYMENTS_OPERATOR_TLS_KEY_FILE");

  private final InstantSource clock;
  private final Optional<ReloadedSetting<PortCertificate.Contents, PortCertificate>> setting;

  /**
   * @throws ConfigurationException if the files hold no certificate with its key
   */
  OperatorCertificate(
      OperatorConfig config, Vertx vertx, InstantSource clock, MeterRegistry registry) {
    OperatorConfig.Tls tls = config.tls();
    if (tls.refreshEvery().compareTo(LEAST_INTERVAL) < 0) {
      throw new ConfigurationException("PAYMENTS_OPERATOR_TLS_REFRESH_EVERY must be at least 1s.");
    }
    this.clock = clock;
    this.setting =
        SETTINGS
            .read(tls.certificateFile(), tls.keyFile())
            .map(
                first -> {
                  JobHealth health = new JobHealth(LOG, "Reading the operators' certificate");
                  health.measure(registry);
                  return new ReloadedSetting<>(
                      () -> SETTINGS.read(tls.certificateFile(), tls.keyFile()).orElseThrow(),
                      contents -> contents.parsed(vertx),
                      health);
                });
    setting.ifPresent(loaded -> measure(registry));
  }

  private void measure(MeterRegistry registry) {
    Gauge.builder("payments.operator.certificate.left", this::secondsLeft)
        .baseUnit("seconds")
        .description("Time until the certificate of the operators' port expires")
        .register(registry);
  }

  private long secondsLeft() {
    return Duration.between(
            clock.instant(), current().orElseThrow().first().getNotAfter().toInstant())
        .toSeconds();
  }

  /** The certificate in force; empty if the port speaks plain HTTP. */
  Optional<PortCertificate> current() {
    return setting.map(ReloadedSetting::value);
  }

  /** Reads the files again: another certificate, if there is one. */
  Optional<PortCertificate> renewed() {
    return setting.filter(ReloadedSetting::refresh).map(ReloadedSetting::value);
  }
}
