package org.mizani.operator.access;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.vertx.core.Vertx;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import java.util.function.Consumer;
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
  private final JobHealth showing = new JobHealth(LOG, "Showing the operators' certificate");
  private final Optional<ReloadedSetting<PortCertificate.Contents, PortCertificate>> setting;
  private volatile Optional<PortCertificate> shown;

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
                  JobHealth reading = new JobHealth(LOG, "Reading the operators' certificate");
                  reading.measure(registry);
                  return new ReloadedSetting<>(
                      () -> SETTINGS.read(tls.certificateFile(), tls.keyFile()).orElseThrow(),
                      contents -> contents.parsed(vertx),
                      reading);
                });
    this.shown = setting.map(ReloadedSetting::value);
    setting.ifPresent(loaded -> measure(registry));
  }

  private void measure(MeterRegistry registry) {
    showing.measure(registry);
    Gauge.builder("payments.operator.certificate.left", this::secondsLeft)
        .baseUnit("seconds")
        .description("Time until the certificate of the operators' port expires")
        .register(registry);
  }

  private long secondsLeft() {
    Instant end = shown.orElseThrow().first().getNotAfter().toInstant();
    return Duration.between(clock.instant(), end).toSeconds();
  }

  /** The certificate that the port shows; empty if it speaks plain HTTP. */
  Optional<PortCertificate> shown() {
    return shown;
  }

  /**
   * Reads the files again, and has another certificate shown. It never fails: one that could not be
   * shown is tried again by the next call.
   */
  void renew(Consumer<PortCertificate> show) {
    setting.ifPresent(
        loaded -> {
          loaded.refresh();
          renew(loaded.value(), show);
        });
  }

  private void renew(PortCertificate read, Consumer<PortCertificate> show) {
    try {
      if (shown.filter(read::equals).isEmpty()) {
        show.accept(read);
        shown = Optional.of(read);
      }
      showing.succeeded();
    } catch (RuntimeException e) {
      showing.failed(e);
    }
  }
}
