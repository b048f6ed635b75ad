package org.mizani.launch;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;

/**
 * Settings {@code PAYMENTS_…} of this build, by the names of their environment variables. They are
 * read from the page of settings, {@code docs/settings.md}, which is a part of the build.
 */
final class KnownSettings {

  private static final String PAGE = "settings.md";
  private static final String PREFIX = "PAYMENTS_";
  private static final Pattern ROW = Pattern.compile("(?m)^\\| `(PAYMENTS_[A-Z0-9_<>]+)` \\|");
  private static final Pattern PROPERTY = Pattern.compile("\\bpayments(?:\\.[A-Za-z0-9*<>_-]+)+");

  /** Beyond this part of a name two names have nothing to do with each other. */
  private static final int UNLIKE = 3;

  private final List<String> names;
  private final Pattern pattern;

  private KnownSettings(List<String> names) {
    this.names = names;
    this.pattern = Pattern.compile(String.join("|", names).replaceAll("<[A-Z]+>", "[A-Z0-9_]+"));
  }

  static KnownSettings ofThisBuild() {
    ClassLoader loader = KnownSettings.class.getClassLoader();
    try (InputStream page = loader.getResourceAsStream(PAGE)) {
      String text = new String(page.readAllBytes(), StandardCharsets.UTF_8);
      return new KnownSettings(ROW.matcher(text).results().map(row -> row.group(1)).toList());
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Whether there is a setting of this name. */
  boolean contains(String variable) {
    return pattern.matcher(variable).matches();
  }

  /** The setting with the most similar name, if one is similar. */
  Optional<String> nearest(String variable) {
    return names.stream()
        .filter(name -> !name.contains("<"))
        .min(Comparator.comparingInt(name -> distance(name, variable)))
        .filter(
            name ->
                distance(name, variable) * UNLIKE
                    < Math.max(1, variable.length() - PREFIX.length()));
  }

  /** Whether a property or a variable is to be a setting of ours. */
  static boolean isOurs(String name) {
    return name.startsWith(PREFIX) || name.startsWith("payments.");
  }

  /** The environment variable of a property: {@code payments.data-dir} is PAYMENTS_DATA_DIR. */
  static String variable(String property) {
    return property.replace("\"", "").replaceAll("[^A-Za-z0-9*<>]", "_").toUpperCase(Locale.ROOT);
  }

  /** A text with our properties named by their environment variables. */
  static String withVariables(String text) {
    return PROPERTY.matcher(text).replaceAll(KnownSettings::variableOf);
  }

  private static String variableOf(MatchResult property) {
    return variable(property.group());
  }

  /** Letters to be inserted, removed or replaced to make one text of the other. */
  private static int distance(String one, String other) {
    int[] row = new int[other.length() + 1];
    for (int j = 0; j <= other.length(); j++) {
      row[j] = j;
    }
    for (int i = 1; i <= one.length(); i++) {
      int diagonal = row[0];
      row[0] = i;
      for (int j = 1; j <= other.length(); j++) {
        int replaced = diagonal + (one.charAt(i - 1) == other.charAt(j - 1) ? 0 : 1);
        diagonal = row[j];
        row[j] = Math.min(replaced, Math.min(row[j], row[j - 1]) + 1);
      }
    }
    return row[other.length()];
  }
}
