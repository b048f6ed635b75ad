package org.mizani.fx;

import java.net.URI;
import java.net.URISyntaxException;
import java.time.Duration;
import java.util.HashSet;
import java.util.List;
import java.util.Optional;
import java.util.Set;

/**
 * What the daily refresh asks whom, of settings that make sense.
 *
 * @param url the source's; nothing where there is no refresh
 * @param pairs which rates, at least one where there is a source
 */
record RefreshSettings(Optional<String> url, List<RefreshedPair> pairs) {

  private static final String PREFIX = "PAYMENTS_FX_REFRESH_";
  private static final Duration DAY = Duration.ofDays(1);
  private static final int LAST_PORT = 65_535;

  /**
   * Reads the settings.
   *
   * @throws IllegalArgumentException that says in a sentence which one is wrong; it does not quote
   *     the URL, which may hold a key
   */
  static RefreshSettings of(FxConfig.Refresh config) {
    List<RefreshedPair> pairs =
        config.pairs().orElse(List.of()).stream().map(RefreshedPair::parse).toList();
    Set<String> names = new HashSet<>();
    for (RefreshedPair pair : pairs) {
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
      throw new IllegalArgumentException(PREFIX + sentence);
    }
  }
}
