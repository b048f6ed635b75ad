package org.mizani.fx.refresh;

import com.fasterxml.jackson.core.JsonPointer;
import io.quarkus.runtime.configuration.ConfigurationException;
import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.mizani.fx.FxConfig;
import org.mizani.money.CurrencyUnit;

/**
 * Validated settings of the daily rate refresh: source and currency pairs.
 *
 * @param url of the source; empty where there is no refresh
 * @param pairs at least one where there is a source
 */
record RefreshSettings(Optional<String> url, List<Pair> pairs) {

  private static final String PREFIX = "PAYMENTS_FX_REFRESH_";
  private static final Duration DAY = Duration.ofDays(1);
  private static final int LAST_PORT = 65_535;
  private static final Pattern PAIR = Pattern.compile("([A-Z]{3})_([A-Z]{3})=(/.*)");

  /**
   * Refreshed currency pair.
   *
   * @param pointer JSON pointer to its rate in the source's answer, such as {@code /rates/KES}
   */
  record Pair(CurrencyUnit from, CurrencyUnit to, JsonPointer pointer) {

    /**
     * Parses a setting of the form {@code USD_KES=/rates/KES}.
     *
     * @throws ConfigurationException for another form, or an unknown currency
     */
    private static Pair parse(String setting) {
      Matcher parts = PAIR.matcher(setting.strip());
      require(
          parts.matches() && !parts.group(1).equals(parts.group(2)),
          "PAIRS: \"" + setting + "\" is not like USD_KES=/rates/KES.");
      return new Pair(
          currency(parts.group(1)), currency(parts.group(2)), JsonPointer.compile(parts.group(3)));
    }

    private static CurrencyUnit currency(String code) {
      return CurrencyUnit.find(code)
          .orElseThrow(() -> invalid("PAIRS: there is no currency " + code + " here."));
    }

    /** The name, such as {@code USD_KES}. */
    public String name() {
      return from + "_" + to;
    }
  }

  /**
   * Validates the settings.
   *
   * @throws ConfigurationException that names the invalid one; it does not quote the URL, which may
   *     hold a key
   */
  static RefreshSettings of(FxConfig.Refresh config) {
    List<Pair> pairs = config.pairs().orElse(List.of()).stream().map(Pair::parse).toList();
    Set<String> names = new HashSet<>();
    for (Pair pair : pairs) {
      require(names.add(pair.name()), "PAIRS has " + pair.name() + " twice.");
    }
    require(
        config.url().isPresent() != pairs.isEmpty(), "URL and " + PREFIX + "PAIRS go together.");
    require(
        config.url().map(RefreshSettings::isAbsolute).orElse(true),
        "URL must be an absolute http:// or https:// URL.");
    checkLimits(config);
    return new RefreshSettings(config.url(), pairs);
  }

  private static void checkLimits(FxConfig.Refresh config) {
    requirePositive(config.connectTimeout(), "CONNECT_TIMEOUT");
    requirePositive(config.timeout(), "TIMEOUT");
    requirePositive(config.tick(), "TICK");
    requirePositive(config.retryFor(), "RETRY_FOR");
    require(config.retryFor().compareTo(DAY) < 0, "RETRY_FOR must be shorter than a day.");
    require(!config.retryAfter().isNegative(), "RETRY_AFTER must not be negative.");
    require(config.responseBytes() > 0, "RESPONSE_BYTES must be greater than 0.");
    require(config.maxChangePercent().signum() > 0, "MAX_CHANGE_PERCENT must be greater than 0.");
    require(config.lookBack() > 0, "LOOK_BACK must be greater than 0.");
  }

  private static boolean isAbsolute(String text) {
    try {
      URI uri = new URI(text);
      boolean http = "http".equalsIgnoreCase(uri.getScheme());
      return (http || "https".equalsIgnoreCase(uri.getScheme()))
          && uri.getHost() != null
          && uri.getPort() <= LAST_PORT;
    } catch (URISyntaxException e) {
      return false;
    }
  }

  private static void requirePositive(Duration duration, String name) {
    require(duration.toMillis() > 0, name + " must be longer than nothing.");
  }

  private static void require(boolean right, String sentence) {
    if (!right) {
      throw invalid(sentence);
    }
  }

  private static ConfigurationException invalid(String sentence) {
    return new ConfigurationException(PREFIX + sentence);
  }
}
