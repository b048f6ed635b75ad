package org.mizani.webhook;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.time.Duration;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.webhook.queue.QueueLimits;

class WebhookConfigTest {

  private final WebhookConfig config = TestConfig.with(Map.of());

  @Test
  void retriesByTheScheduleOfStandardWebhooks() {
    assertThat(config.retry().delays())
        .containsExactlyElementsOf(
            Stream.of(
                    "PT0S", "PT5S", "PT5M", "PT30M", "PT2H", "PT5H", "PT10H", "PT14H", "PT20H",
                    "PT24H")
                .map(Duration::parse)
                .toList());
    assertThat(config.retry().jitterPercent()).isEqualTo(20);
    assertThat(config.retry().longestRetryAfter()).isEqualTo(Duration.ofHours(1));
  }

  @Test
  void boundsAnAttempt() {
    assertThat(config.http().connectTimeout()).isEqualTo(Duration.ofSeconds(3));
    assertThat(config.http().timeout()).isEqualTo(Duration.ofSeconds(10));
    assertThat(config.http().responseBytes()).isEqualTo(64 * 1024);
    assertThat(config.http().keepAlive()).isEqualTo(Duration.ofSeconds(4));
    assertThat(config.http().connections()).isEqualTo(512);
    assertThat(config.http().userAgent()).isEqualTo("business-payments/unknown");
  }

  @Test
  void boundsTheWorkOfAPod() {
    QueueLimits limits = config.limits();
    assertThat(limits.inFlight()).isEqualTo(256);
    assertThat(limits.inFlightPerReceiver()).isEqualTo(4);
    assertThat(limits.inFlightPerFastReceiver()).isEqualTo(64);
    assertThat(limits.fast()).isEqualTo(Duration.ofSeconds(1));
    assertThat(limits.longAfter()).isEqualTo(Duration.ofMillis(500));
    assertThat(limits.waiting()).isEqualTo(4096);
    assertThat(limits.waitingPerReceiver()).isEqualTo(256);
    assertThat(limits.claim()).isEqualTo(512);
    assertThat(limits.claimPerReceiver()).isEqualTo(16);
    assertThat(limits.claimReceivers()).isEqualTo(2000);
    assertThat(limits.claimBusinesses()).isEqualTo(500);
    assertThat(limits.failuresUntilFailing()).isEqualTo(3);
    assertThat(limits.failuresUntilBusinessFails()).isEqualTo(16);
    assertThat(limits.pendingPerBusiness()).isEqualTo(1_000_000);
    assertThat(limits.record()).isEqualTo(256);
  }

  @Test
  void ticksEverySecondWithLeasesLongerThanTwoAttempts() {
    assertThat(config.tick()).isEqualTo(Duration.ofSeconds(1));
    assertThat(config.lease()).isEqualTo(Duration.ofSeconds(30));
    assertThat(config.recordLockWait()).isEqualTo(Duration.ofMillis(250));
    assertThat(config.shutdownWait()).isEqualTo(Duration.ofSeconds(10));
    assertThat(config.secrets().age()).isEqualTo(Duration.ofSeconds(3));
    assertThat(config.secrets().overlap()).isEqualTo(Duration.ofHours(24));
    assertThat(config.secrets().cached()).isEqualTo(10_000);
  }

  @Test
  void refusesAScheduleThatCannotBe() {
    WebhookConfig spread = TestConfig.with(Map.of("retry.jitter-percent", "101"));

    assertThatThrownBy(() -> new AttemptRecorder(null, null, null, spread))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("payments.webhook.retry: jitter is 0 to 100 percent.")
        .hasNoCause();
  }

  @ParameterizedTest
  @ValueSource(strings = {"0s", "1001ms"})
  void refusesAWaitForLocksThatIsNoneOrLong(String wait) {
    WebhookConfig never = TestConfig.with(Map.of("record-lock-wait", wait));

    assertThatThrownBy(() -> new AttemptRecorder(null, null, null, never))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage("payments.webhook.record-lock-wait must be from 1ms to 1s.")
        .hasNoCause();
  }

  @ParameterizedTest
  @ValueSource(strings = {"20s", "19s", "1s"})
  void refusesALeaseThatEndsDuringTwoAttempts(String lease) {
    WebhookConfig brief = TestConfig.with(Map.of("lease", lease, "http.timeout", "10s"));

    assertThatThrownBy(() -> new Outbox(null, null, brief))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(
            "payments.webhook.lease must be longer than twice payments.webhook.http.timeout.")
        .hasNoCause();
  }

  @Test
  void verifiesTheReceiversCertificateAndName() {
    var options = WebhookSender.options(config.http());

    assertThat(options.isTrustAll()).isFalse();
    assertThat(options.isVerifyHost()).isTrue();
    assertThat(options.getConnectTimeout()).isEqualTo(3000);
    assertThat(options.getKeepAliveTimeout()).isEqualTo(4);
  }
}
