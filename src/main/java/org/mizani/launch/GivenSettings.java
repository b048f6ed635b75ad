package org.mizani.launch;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.mizani.launch.sandbox.LaunchException;

/** Settings that this process was given: variables of its environment and system properties. */
final class GivenSettings {

  private static final Pattern SETTING = Pattern.compile("(DB|JWT|PAYMENTS|QUARKUS)_.+");

  /** Only these: a message may contain a name or a number without meaning its setting. */
  private static final Pattern SECRET =
      Pattern.compile(
          ".*_(PASSWORD|SECRET|TOKEN|PASSKEY|AUTHORIZATION|ENCRYPTION_KEYS|CONSUMER_KEY|SIGNING_KEY|REFRESH_URL)");

  private static final String LOCATIONS = "QUARKUS_CONFIG_LOCATIONS";
  private static final int SHORTEST = 4;

  private GivenSettings() {}

  /** The values by the names of their environment variables, blank ones left out. */
  static Map<String, String> ofThisProcess() {
    Map<String, String> given = new TreeMap<>();
    System.getenv().forEach((name, value) -> put(given, name, value));
    System.getProperties().stringPropertyNames().stream()
        .filter(name -> KnownSettings.isOurs(name) || name.startsWith("quarkus."))
        .forEach(name -> put(given, KnownSettings.variable(name), System.getProperty(name)));
    return given;
  }

  /**
   * Refuses a file of settings that is not there: it would count for nothing.
   *
   * @throws LaunchException that names it
   */
  static void checkLocations() {
    for (String location : ofThisProcess().getOrDefault(LOCATIONS, "").split(",")) {
      String file = location.strip();
      if (!file.isEmpty() && !file.contains("://") && !Files.isReadable(Path.of(file))) {
        throw new LaunchException(LOCATIONS + " names a file that cannot be read: " + file + ".");
      }
    }
  }

  private static void put(Map<String, String> given, String name, String value) {
    if (SETTING.matcher(name).matches() && !value.isBlank()) {
      given.put(name, value);
    }
  }

  /** Whether a setting is a secret, by the name of its environment variable. */
  static boolean isSecret(String variable) {
    return SECRET.matcher(variable).matches();
  }

  /** Whether a message contains this value as a whole, rather than as a part of a word. */
  static boolean isQuoted(String value, String message) {
    return value.length() >= SHORTEST
        && Pattern.compile("(?<![\\w-])" + Pattern.quote(value) + "(?![\\w-])")
            .matcher(message)
            .find();
  }
}
