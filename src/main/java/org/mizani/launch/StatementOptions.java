package org.mizani.launch;

import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.time.DateTimeException;
import java.time.Duration;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import java.util.regex.PatternSyntaxException;
import org.mizani.launch.sandbox.LaunchException;
import org.mizani.rail.statement.Column;
import org.mizani.rail.statement.StatementForm;
import org.mizani.rail.statement.StatementForms;
import org.mizani.rail.statement.StatementScope;

/**
 * Arguments of the command {@code rail-statement}.
 *
 * @param typeGiven whether the rail's type is an argument, not a setting of the rail
 */
record StatementOptions(StatementScope scope, Path file, StatementForm form, boolean typeGiven) {

  private static final String USAGE =
      "The command is rail-statement <name> <file> [<option>=<value> …].";

  private static final Pattern NAME = Pattern.compile("[a-z][a-z0-9-]{1,30}");
  private static final int FIRST_OPTION = 3;
  private static final Duration LONGEST_LOOK_BACK = Duration.ofDays(366);

  private static final String TIME = "a time as 2026-11-21T21:00:00Z";
  private static final Pattern YEAR = Pattern.compile("20[0-9]{2}-.*");
  private static final String TYPE = "type";
  private static final String FROM = "from";
  private static final String TO = "to";
  private static final String LOOK_BACK = "look-back";
  private static final String OTHERS = "not-payments";

  /**
   * The options of these arguments of the command line.
   *
   * @param settings of this process, such as {@code payments.rail.kenya.type}; null if not set
   * @throws LaunchException with a sentence about the first argument that is wrong
   */
  static StatementOptions of(UnaryOperator<String> settings, String... arguments) {
    if (arguments.length < FIRST_OPTION) {
      throw new LaunchException(USAGE);
    }
    String rail = arguments[1];
    if (!NAME.matcher(rail).matches()) {
      throw new LaunchException("The name of a rail is 2 to 31 of a-z 0-9 -, a letter first.");
    }
    Map<String, String> options = options(arguments);
    Optional<String> type = Optional.ofNullable(options.remove(TYPE));
    StatementForm form =
        type.or(() -> Optional.ofNullable(settings.apply("payments.rail." + rail + ".type")))
            .flatMap(StatementForms::of)
            .orElseThrow(() -> new LaunchException(noType(rail)));
    StatementScope scope = scope(rail, options);
    return new StatementOptions(scope, file(arguments[2]), with(options, form), type.isPresent());
  }

  private static String noType(String rail) {
    return "No rail with statements is connected as %s: set %s, or give type=%s."
        .formatted(
            rail,
            KnownSettings.variable("payments.rail." + rail + ".type"),
            String.join(" or type=", StatementForms.types()));
  }

  private static Map<String, String> options(String... arguments) {
    Map<String, String> options = new LinkedHashMap<>();
    for (String argument : List.of(arguments).subList(FIRST_OPTION, arguments.length)) {
      String[] parts = argument.split("=", 2);
      if (parts.length < 2 || parts[1].isBlank()) {
        throw new LaunchException(USAGE);
      }
      if (options.put(parts[0], parts[1].strip()) != null) {
        throw new LaunchException("The option %s is given twice.".formatted(parts[0]));
      }
    }
    return options;
  }

  private static StatementScope scope(String rail, Map<String, String> options) {
    Optional<Instant> from = value(options, FROM, StatementOptions::time, TIME);
    Optional<Instant> to = value(options, TO, StatementOptions::time, TIME);
    if (from.isPresent() != to.isPresent()
        || from.isPresent() && !from.get().isBefore(to.orElseThrow())) {
      throw new LaunchException("The options from and to go together, the earlier time first.");
    }
    Duration lookBack =
        value(options, LOOK_BACK, Duration::parse, "a duration as PT24H")
            .orElse(Duration.ofDays(1));
    if (lookBack.isNegative() || lookBack.compareTo(LONGEST_LOOK_BACK) > 0) {
      throw new LaunchException("The option look-back must be from PT0S to P366D.");
    }
    return new StatementScope(
        rail, lookBack, from.map(time -> new StatementScope.Window(time, to.orElseThrow())));
  }

  private static <T> Optional<T> value(
      Map<String, String> options, String name, Function<String, T> parse, String form) {
    try {
      return Optional.ofNullable(options.remove(name)).map(parse);
    } catch (DateTimeException | PatternSyntaxException e) {
      throw new LaunchException("The option %s must be %s.".formatted(name, form));
    }
  }

  private static Instant time(String text) {
    if (!YEAR.matcher(text).matches()) {
      throw new DateTimeException("not of this century");
    }
    return Instant.parse(text);
  }

  private static Path file(String name) {
    try {
      return Path.of(name);
    } catch (InvalidPathException e) {
      throw new LaunchException("The name of the file is none.");
    }
  }

  /** The form with the options that are left, which name columns. */
  private static StatementForm with(Map<String, String> options, StatementForm form) {
    StatementForm changed =
        value(options, OTHERS, StatementOptions::pattern, "a regular expression")
            .map(form::withOthers)
            .orElse(form);
    for (Map.Entry<String, String> option : options.entrySet()) {
      Column column =
          Column.ofOption(option.getKey())
              .orElseThrow(
                  () -> new LaunchException("There is no option %s.".formatted(option.getKey())));
      changed = changed.with(column, option.getValue());
    }
    return changed;
  }

  private static Pattern pattern(String kinds) {
    return Pattern.compile(kinds, Pattern.CASE_INSENSITIVE);
  }
}
