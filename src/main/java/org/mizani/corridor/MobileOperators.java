package org.mizani.corridor;

import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Which mobile operator a number was given out by: the longest prefix of {@code
 * mobile-prefixes.csv} that it begins with. A guess, for numbers move between operators: a rail may
 * know better.
 */
@Singleton
public final class MobileOperators {

  private static final String RESOURCE = "mobile-prefixes.csv";
  private static final String HEADER = "prefix,operator";
  private static final int COLUMNS = 2;

  private final Map<String, String> operators = new HashMap<>();
  private int longest;

  MobileOperators() {
    this(CsvResource.lines(RESOURCE));
  }

  /**
   * The operators that these lines say.
   *
   * @throws IllegalStateException if they are no table of prefixes, or name one twice
   */
  MobileOperators(List<String> lines) {
    if (lines.isEmpty() || !lines.get(0).equals(HEADER)) {
      throw new IllegalStateException("the table of mobile prefixes does not begin with " + HEADER);
    }
    lines.stream().skip(1).map(CsvLine::fields).forEach(this::add);
  }

  private void add(List<String> row) {
    if (row.size() != COLUMNS || !row.get(0).matches("[1-9][0-9]*") || row.get(1).isBlank()) {
      throw new IllegalStateException("no prefix and operator: " + row);
    }
    if (operators.putIfAbsent(row.get(0), row.get(1)) != null) {
      throw new IllegalStateException("two operators with one prefix: " + row);
    }
    longest = Math.max(longest, row.get(0).length());
  }

  /** The operator's name, or nothing where the table knows no prefix of the number. */
  public Optional<String> of(PhoneNumber phone) {
    String digits = phone.e164().substring(1);
    for (int length = Math.min(longest, digits.length()); length > 0; length--) {
      String operator = operators.get(digits.substring(0, length));
      if (operator != null) {
        return Optional.of(operator);
      }
    }
    return Optional.empty();
  }
}
