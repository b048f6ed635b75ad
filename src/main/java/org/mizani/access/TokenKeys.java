package org.mizani.access;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.MultiGauge;
import io.micrometer.core.instrument.Tags;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.TreeSet;
import org.jboss.logging.Logger;
import org.mizani.log.JobHealth;
import org.mizani.work.ReloadedSetting;

/** Keys of access tokens: read at the start, and again when their files change. */
@Singleton
final class TokenKeys {

  private static final Logger LOG = Logger.getLogger(TokenKeys.class);
  private static final Duration LEAST_INTERVAL = Duration.ofSeconds(1);
  private static final int ACCEPTS = 1;
  private static final int SIGNS = 2;

  private final JobHealth health = new JobHealth(LOG, "Reading token keys");
  private final ReloadedSetting<TokenKeyFiles, TokenKeySet> keys;
  private final MultiGauge uses;

  /**
   * @throws ConfigurationException if the files hold no keys that can be used
   */
  TokenKeys(TokenConfig config, MeterRegistry registry) {
    if (config.refreshEvery().compareTo(LEAST_INTERVAL) < 0) {
      throw new ConfigurationException("PAYMENTS_TOKEN_REFRESH_EVERY must be at least 1s.");
    }
    keys = new ReloadedSetting<>(() -> TokenKeyFiles.read(config), TokenKeyFiles::keys, health);
    uses =
        MultiGauge.builder("payments.token.key")
            .description("By kid: 1 for a key whose tokens this pod accepts, 2 if it also signs")
            .register(registry);
    health.measure(registry);
    showUses();
  }

  /** The keys in force. */
  TokenKeySet current() {
    return keys.value();
  }

  /** Reads the files again. */
  @Scheduled(
      every = "${payments.token.refresh-every:15s}",
      concurrentExecution = ConcurrentExecution.SKIP)
  void refresh() {
    if (keys.refresh()) {
      showUses();
      LOG.infof(
          "Tokens are signed with the key %s; those of %s are accepted.",
          current().signingId(), new TreeSet<>(current().ids()));
    }
  }

  private void showUses() {
    TokenKeySet shown = current();
    uses.register(
        shown.ids().stream()
            .map(
                id ->
                    MultiGauge.Row.of(
                        Tags.of("kid", id), id.equals(shown.signingId()) ? SIGNS : ACCEPTS))
            .toList(),
        true);
  }
}
