package org.mizani.corridor;

import jakarta.inject.Singleton;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;

/**
 * Table of mobile operators by the prefixes of their numbers, {@code mobile-prefixes.csv}. The
 * longest prefix of a number counts. It is a guess, because numbers move between operators: a rail
 * may know better.
 */
@Singleton
public final class MobileOperators {

  private static final String RESOURCE = "mobile-prefixes.csv";
  private static final String HEADER = "prefix,operator";

  private final Map<String, String> operators = new HashMap<>();
  private int longest;

  MobileOperators() {
    this(CsvTable.lines(RESOURCE));
  }

  /**
   * @param lines of the table, header first
   * @throws IllegalStateException if a line is malformed, or two name one prefix
   */
  MobileOperators(List<String> lines) {
    CsvTable.rows(lines, HEADER).forEach(this::add);
  }

  private void add(List<String> row) {
    if (!row.get(0).matches("[1-9][0-9]*") || row.get(1).isBlank()) {
      throw new IllegalStateException("no prefix and operator: " + row);
    }
    if (operators.putIfAbsent(row.get(0), row.get(1)) != null) {
      throw new IllegalStateException("two operators with one prefix: " + row);
    }
    longest = Math.max(longest, row.get(0).length());
  }

  /** The operator's name, or empty if the table has no prefix of the number. */
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
