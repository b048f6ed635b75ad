package org.mizani.launch;

import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.mizani.launch.sandbox.LaunchException;
import org.mizani.launch.sandbox.LaunchSettings;

/**
 * Address of a database as both drivers read it. One that they refuse would be logged by them with
 * the password in it, so it is read here first.
 *
 * @param server its host and port, as they are written
 */
record DatabaseAddress(String server, String name) {

  static final String READ_URL = "DB_READ_URL";

  private static final Pattern FORM =
      Pattern.compile(
          "postgresql://(?<server>(?:[A-Za-z0-9._-]+|\\[[0-9A-Fa-f:.]+])(?::(?<port>[0-9]{1,5}))?)"
              + "/(?<name>(?:[A-Za-z0-9._~!$'()*+,;=:@-]|%[0-9A-Fa-f]{2})+)(?:\\?(?<query>[^#\\s]*))?");
  private static final Pattern USER =
      Pattern.compile("^[A-Za-z:]*//[^/]*@|[?&](?:user|password)=", Pattern.CASE_INSENSITIVE);
  private static final int LAST_PORT = 65_535;
  private static final List<String> MODES =
      List.of("disable", "allow", "prefer", "require", "verify-ca", "verify-full");
  private static final List<String> FILES = List.of("sslrootcert", "sslcert", "sslkey");

  /**
   * Refuses the addresses of this process that no driver could use.
   *
   * @throws LaunchException that names the setting and not its value
   */
  static void check(LaunchSettings.Source source) {
    for (String setting : List.of(LaunchSettings.DATABASE_URL, READ_URL)) {
      source.value(setting).ifPresent(url -> parse(setting, url));
    }
  }

  /**
   * The address in a setting.
   *
   * @throws LaunchException that names the setting and not its value
   */
  static DatabaseAddress parse(String setting, String url) {
    if (USER.matcher(url).find()) {
      String prefix = setting.replaceAll("URL$", "");
      throw new LaunchException(
          "%s must hold no user and no password: set %sUSERNAME and %2$sPASSWORD."
              .formatted(setting, prefix));
    }
    Matcher form = FORM.matcher(url);
    if (!form.matches() || !isPort(form.group("port"))) {
      throw new LaunchException(setting + " must be like postgresql://host:port/name.");
    }
    checkEncryption(setting, parameters(form.group("query")));
    return new DatabaseAddress(form.group("server"), form.group("name"));
  }

  private static boolean isPort(String digits) {
    return digits == null || Integer.parseInt(digits) >= 1 && Integer.parseInt(digits) <= LAST_PORT;
  }

  private static Map<String, String> parameters(String query) {
    return Stream.of(query == null ? new String[0] : query.split("&"))
        .map(parameter -> parameter.split("=", 2))
        .collect(
            Collectors.toMap(
                parameter -> parameter[0],
                parameter -> parameter.length == 1 ? "" : parameter[1],
                (first, last) -> last));
  }

  private static void checkEncryption(String setting, Map<String, String> parameters) {
    String mode = parameters.getOrDefault("sslmode", "prefer");
    if (!MODES.contains(mode)) {
      throw new LaunchException(
          "%s: sslmode must be one of %s.".formatted(setting, String.join(", ", MODES)));
    }
    for (String name : FILES) {
      String file = parameters.get(name);
      if (file != null && !Files.isReadable(Path.of(file))) {
        throw new LaunchException(
            "%s names a file that cannot be read: %s.".formatted(setting, file));
      }
    }
  }

  @Override
  public String toString() {
    return server + "/" + name;
  }
}
