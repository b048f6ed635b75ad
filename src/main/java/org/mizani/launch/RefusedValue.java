package org.mizani.launch;

import java.util.Locale;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/** Value that the configuration's library refuses, in our words and without the value itself. */
final class RefusedValue {

  private static final Pattern PROPERTY =
      Pattern.compile(
          "SRCFG\\d+: (?:The config property|Config property|No config value of type \\[[^]]*] exists for:)"
              + " ([\\w.\"-]+)(?<rest>.*)",
          Pattern.DOTALL);
  private static final Pattern ALLOWED = Pattern.compile("allowed values: \\[?([\\w, -]+)");

  /** How the values of one type of our settings alone are made: decimals. */
  private static final String BY_CONSTRUCTOR = "from Converter constructor";

  private RefusedValue() {}

  /** Whether a message is one of that library. */
  static boolean is(String message) {
    return PROPERTY.matcher(message).find();
  }

  /** The variable, and the form that its value must have. */
  static String sentence(String message) {
    Matcher found = PROPERTY.matcher(message);
    if (!found.find()) {
      return "A setting has a value that cannot be used.";
    }
    return KnownSettings.variable(found.group(1))
        + " "
        + wanted(found.group(1), found.group("rest"))
        + ".";
  }

  private static String wanted(String property, String reason) {
    Matcher allowed = ALLOWED.matcher(reason);
    if (allowed.find()) {
      return "must be one of "
          + allowed
              .group(1)
              .strip()
              .toLowerCase(Locale.ROOT)
              .replace(",", ", ")
              .replace(",  ", ", ");
    } else if (reason.contains("required but")
        || reason.contains("empty String")
        || reason.isBlank()) {
      return "must be set";
    } else if (reason.contains("Expected an integer") || reason.contains("Expected a long")) {
      return "must be a whole number";
    } else if (reason.contains("DateTimeParse") || reason.contains("nvalid duration")) {
      return "must be a duration such as 5s, 10m or PT1H";
    } else if (reason.contains("NumberFormat") || reason.contains(BY_CONSTRUCTOR)) {
      return "must be a number";
    } else if (property.endsWith("trusted-proxies")) {
      return "must be addresses or networks of proxies such as 10.0.0.0/8";
    } else if (reason.contains("[BbKkMmGg")) {
      return "must be a size such as 512K or 10M";
    } else if (reason.contains("URI") || reason.contains("Illegal character in")) {
      return "must be a URL such as https://example.com";
    }
    return "has a value that it cannot take: see docs/settings.md";
  }
}
