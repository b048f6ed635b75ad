package org.mizani.fx;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Settings {@code payments.fx.*}. */
@ConfigMapping(prefix = "payments.fx")
public interface FxConfig {

  /** How often the cached rates are read again. */
  @WithDefault("5s")
  Duration refreshEvery();

  /** The age at which cached rates are no longer used. */
  @WithDefault("1m")
  Duration maxAge();

  /**
   * The age, since it came into force, beyond which a rate is not quoted any more; 0 for none, as
   * in the sandbox.
   */
  @WithDefault("26h")
  Duration rateMaxAge();

  /**
   * The part, in per cent, by which rounding may move a payout's conversion at most: an amount of
   * which a cent is a large part is too small.
   */
  @WithDefault("5")
  BigDecimal maxRoundingPercent();

  Refresh refresh();

  /**
   * Validates the settings.
   *
   * @throws ConfigurationException if no rate, or no amount, could be quoted
   */
  default void validate() {
    if (rateMaxAge().isNegative()) {
      throw new ConfigurationException("payments.fx.rate-max-age must be 0s or longer.");
    }
    if (maxRoundingPercent().signum() <= 0) {
      throw new ConfigurationException("payments.fx.max-rounding-percent must be above 0.");
    }
  }

  /** The daily refresh at 17:00 UTC from a source of rates. */
  interface Refresh {

    /** URL that answers the rates, by GET and in JSON. Without it there is no refresh. */
    Optional<String> url();

    /** File that holds it; read by the source of the setting above. */
    Optional<Path> urlFile();

    /** Value of the Authorization header, where the source requires one. */
    Optional<String> authorization();

    /** File that holds it, likewise. */
    Optional<Path> authorizationFile();

    /** JSON pointer to the rate of each pair: {@code USD_KES=/rates/KES}. */
    Optional<List<String>> pairs();

    @WithDefault("3s")
    Duration connectTimeout();

    /** Limit of the whole exchange, from connecting to the last byte of the answer. */
    @WithDefault("10s")
    Duration timeout();

    /** The longest answer, in bytes. */
    @WithDefault("1048576")
    int responseBytes();

    /** The largest accepted change from the rate before, in per cent. */
    @WithDefault("10")
    BigDecimal maxChangePercent();

    /** How often a pod checks whether a refresh is due. */
    @WithDefault("15s")
    Duration tick();

    /** Delay between attempts while rates are missing. */
    @WithDefault("5m")
    Duration retryAfter();

    /**
     * Length of the window after 17:00 UTC, less than a day. A day not done by its end is missed.
     */
    @WithDefault("2h")
    Duration retryFor();

    /**
     * How many days back missed days are reported. After a longer pause the refresh begins anew.
     */
    @WithDefault("7")
    int lookBack();
  }
}
