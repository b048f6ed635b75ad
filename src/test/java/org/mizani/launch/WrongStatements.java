package org.mizani.launch;

import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.mizani.launch.WrongConfigurations.WrongConfiguration;

/** Configurations with a wrong limit of the statements that businesses read. */
final class WrongStatements {

  private static final String PREFIX = "PAYMENTS_PARTNER_STATEMENT_";

  private WrongStatements() {}

  /** All of them, each with the changes alone. */
  static List<WrongConfiguration> all() {
    return Stream.of(
            wrong("LONGEST_DAYS", "0", " must be from 1 to 36600."),
            wrong("LONGEST_DAYS", "36601", " must be from 1 to 36600."),
            wrong("LONGEST_DAYS", "a year", " must be a whole number."),
            wrong("AT_ONCE", "0", " must be at least 1."),
            wrong("OPEN", "0", " must be at least 1."),
            wrong("READER_TIMEOUT", "0.9s", " must be at least 1s."),
            wrong("AT_ONCE", "2", " must be less than PAYMENTS_DATABASE_LONG_READS."))
        .toList();
  }

  private static WrongConfiguration wrong(String setting, String value, String sentence) {
    return new WrongConfiguration(
        "statements: " + setting + " " + value,
        Map.of(PREFIX + setting, value),
        PREFIX + setting + sentence);
  }
}
