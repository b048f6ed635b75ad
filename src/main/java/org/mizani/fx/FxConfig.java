package org.mizani.fx;

import io.smallrye.config.ConfigMapping;
import io.smallrye.config.WithDefault;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.List;
import java.util.Optional;

/** Settings {@code payments.fx.*}. */
@ConfigMapping(prefix = "payments.fx")
public interface FxConfig {

  /** How often the rates are read again. */
  @WithDefault("5s")
  Duration refreshEvery();

  /** The age at which the rates in memory are not trusted any more. */
  @WithDefault("1m")
  Duration maxAge();

  Refresh refresh();

  /** The daily refresh at 17:00 UTC from a source of rates. */
  interface Refresh {

    /** What answers the rates, by GET and in JSON. Without it there is no refresh. */
    Optional<String> url();

    /** Sent as the Authorization header where the source wants one. */
    Optional<String> authorization();

    /** Where in the answer each pair's rate is, by JSON pointer: {@code USD_KES=/rates/KES}. */
    Optional<List<String>> pairs();

    @WithDefault("3s")
    Duration connectTimeout();

    /** From connecting to the last byte of the answer, whatever trickles. */
    @WithDefault("10s")
    Duration timeout();

    /** Bytes of an answer at most. */
    @WithDefault("1048576")
    int responseBytes();

    /** By how much a rate may differ from the one before; what differs more is not believed. */
    @WithDefault("10")
    BigDecimal maxChangePercent();

    /** How often a pod looks whether a refresh is due. */
    @WithDefault("15s")
    Duration tick();

    /** After how long an answer that brought less than all rates is asked for again. */
    @WithDefault("5m")
    Duration retryAfter();

    /** For how long after 17:00 UTC, less than a day. A day that is not done by then is missed. */
    @WithDefault("2h")
    Duration retryFor();

    /**
     * For how many days back it is told that a day was missed. A refresh that nobody was at for
     * longer begins anew.
     */
    @WithDefault("7")
    int lookBack();
  }
}
