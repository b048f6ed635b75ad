package org.mizani.screening;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.net.URI;
import java.time.Duration;
import java.util.Optional;
import java.util.regex.Pattern;
import org.mizani.rail.http.NetworkClients.Limits;

/** Validated settings of the screening service. */
record ScreeningSettings(Limits limits, Object[] filters) {

  private static final String PREFIX = "PAYMENTS_SCREENING_";
  private static final int MOST_PLACES = 1000;
  private static final Duration KEEP_ALIVE = Duration.ofSeconds(30);
  private static final Pattern HEADER = Pattern.compile("[A-Za-z0-9-]{1,64}");
  private static final Pattern LOOPBACK = Pattern.compile("127(\\.\\d{1,3}){3}");
  private static final Pattern SECRET =
      Pattern.compile("[\\x21-\\x7e]([\\x20-\\x7e]*[\\x21-\\x7e])?");

  /**
   * Validates the settings.
   *
   * @throws ConfigurationException that names the invalid one
   */
  static ScreeningSettings of(ScreeningConfig config) {
    require(
        config.url().map(ScreeningSettings::isPrivate).orElse(true),
        "URL must be an absolute https:// URL, or an http:// URL of this machine.");
    requirePositive(config.connectTimeout(), "CONNECT_TIMEOUT");
    requirePositive(config.timeout(), "TIMEOUT");
    require(
        config.places() > 0 && config.places() <= MOST_PLACES,
        "PLACES must be from 1 to " + MOST_PLACES + ".");
    require(config.maxAnswerBytes() > 0, "MAX_ANSWER_BYTES must be greater than 0.");
    require(HEADER.matcher(config.header()).matches(), "HEADER must be the name of a header.");
    Optional<String> secret = config.secret().secret("payments.screening.secret");
    require(
        secret.map(text -> SECRET.matcher(text).matches()).orElse(true),
        "SECRET must be one line of printable ASCII.");
    require(config.isOn() || secret.isEmpty(), "SECRET goes together with " + PREFIX + "URL.");
    return new ScreeningSettings(
        new Limits(
            config.connectTimeout(),
            config.timeout(),
            // A call without an answer outlives its place, for it has a time-out of its own.
            config.places() * (1 + Screening.REPEATS),
            KEEP_ALIVE,
            config.maxAnswerBytes()),
        secret
            .map(text -> new Object[] {new SecretHeaderFilter(config.header(), text)})
            .orElse(new Object[0]));
  }

  /** Whether a request to it cannot be read on the way. */
  private static boolean isPrivate(URI url) {
    return url.getHost() != null
        && url.getFragment() == null
        && ("https".equalsIgnoreCase(url.getScheme())
            || "http".equalsIgnoreCase(url.getScheme()) && isThisMachine(url.getHost()));
  }

  private static boolean isThisMachine(String host) {
    return host.equals("localhost") || host.equals("[::1]") || LOOPBACK.matcher(host).matches();
  }

  private static void requirePositive(Duration duration, String name) {
    require(duration.toMillis() > 0, name + " must be longer than nothing.");
  }

  private static void require(boolean right, String sentence) {
    if (!right) {
      throw new ConfigurationException(PREFIX + sentence);
    }
  }
}
