package org.mizani.launch;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.catchThrowable;

import io.quarkus.runtime.configuration.DurationConverter;
import io.quarkus.runtime.configuration.MemorySize;
import io.quarkus.runtime.configuration.MemorySizeConverter;
import io.quarkus.vertx.http.runtime.TrustedProxyCheck.TrustedProxyCheckPart;
import io.quarkus.vertx.http.runtime.TrustedProxyCheckPartConverter;
import io.smallrye.config.SmallRyeConfigBuilder;
import java.math.BigDecimal;
import java.net.URI;
import java.time.Duration;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;

/**
 * Values that the configuration's library refuses: the sentence tells the form that the setting
 * takes.
 */
class RefusedValueTest {

  enum Type {
    DURATION(Duration.class, "x y"),
    WHOLE(Integer.class, "x y"),
    LONG(Long.class, "x y"),
    DECIMAL(BigDecimal.class, "x y"),
    URL(URI.class, "x y"),
    SIZE(MemorySize.class, "x y"),
    PROXIES(TrustedProxyCheckPart.class, "10.0.0.0/99");

    private final Class<?> of;
    private final String wrong;

    Type(Class<?> of, String wrong) {
      this.of = of;
      this.wrong = wrong;
    }
  }

  @ParameterizedTest
  @CsvSource({
    "DURATION, payments.wait, PAYMENTS_WAIT must be a duration such as 5s 10m or PT1H.",
    "WHOLE, payments.most, PAYMENTS_MOST must be a whole number.",
    "LONG, payments.most, PAYMENTS_MOST must be a whole number.",
    "DECIMAL, payments.percent, PAYMENTS_PERCENT must be a number.",
    "URL, payments.url, PAYMENTS_URL must be a URL such as https://example.com.",
    "SIZE, quarkus.http.limits.max-body-size,"
        + " QUARKUS_HTTP_LIMITS_MAX_BODY_SIZE must be a size such as 512K or 10M.",
    "PROXIES, quarkus.http.proxy.trusted-proxies, QUARKUS_HTTP_PROXY_TRUSTED_PROXIES must be"
        + " addresses or networks of proxies such as 10.0.0.0/8."
  })
  void tellsTheFormThatTheSettingTakes(Type type, String setting, String sentence) {
    Throwable refused =
        catchThrowable(
            () ->
                new SmallRyeConfigBuilder()
                    .withConverter(Duration.class, 300, new DurationConverter())
                    .withConverter(MemorySize.class, 300, new MemorySizeConverter())
                    .withConverter(
                        TrustedProxyCheckPart.class, 300, new TrustedProxyCheckPartConverter())
                    .withDefaultValue(setting, type.wrong)
                    .build()
                    .getValue(setting, type.of));

    assertThat(RefusedValue.is(refused.getMessage())).as(refused.getMessage()).isTrue();
    assertThat(RefusedValue.sentence(refused.getMessage()).replace(",", ""))
        .as(refused.getMessage())
        .isEqualTo(sentence);
  }
}
