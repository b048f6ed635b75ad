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
  private static final Duration KEEP_ALIVE = Duration.ofSeconds(30);
  private static final Pattern HEADER = Pattern.compile("[A-Za-z0-9-]{1,64}");
  private static final Pattern SECRET =
      Pattern.compile("[\\x21-\\x7e]([\\x20-\\x7e]*[\\x21-\\x7e])?");

  /**
   * Validates the settings.
   *
   * @throws ConfigurationException that names the invalid one
   */
  static ScreeningSettings of(ScreeningConfig config) {
    require(
        config.url().map(ScreeningSettings::isAbsolute).orElse(true),
        "URL must be an absolute http:// or https:// URL.");
    requirePositive(config.connectTimeout(), "CONNECT_TIMEOUT");
    requirePositive(config.timeout(), "TIMEOUT");
    require(config.places() > 0, "PLACES must be greater than 0.");
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
            config.places(),
            KEEP_ALIVE,
            config.maxAnswerBytes()),
        secret
            .map(text -> new Object[] {new SecretHeaderFilter(config.header(), text)})
            .orElse(new Object[0]));
  }

  private static boolean isAbsolute(URI url) {
    return ("http".equalsIgnoreCase(url.getScheme()) || "https".equalsIgnoreCase(url.getScheme()))
        && url.getHost() != null
        && url.getFragment() == null;
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
