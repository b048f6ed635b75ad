package org.mizani.rail.statement;

import java.math.BigDecimal;
import java.util.ArrayList;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

/** Summary of a comparison: counts, and totals by currency. */
public final class StatementSummary {

  private final Map<Difference.Kind, Tally> differences = new EnumMap<>(Difference.Kind.class);
  private final Tally lines = new Tally();
  private final Tally entered = new Tally();
  private final Tally refused = new Tally();
  private long others;

  /** Number of lines, and the sum of their amounts in each currency. */
  private static final class Tally {

    private final Map<CurrencyUnit, BigDecimal> sums = new TreeMap<>();
    private long count;

    void add(Money amount) {
      count++;
      sums.merge(amount.currency(), amount.major(), BigDecimal::add);
    }

    /** Such as {@code 2 (1500 KES, 20 UGX)}. */
    String words() {
      String totals =
          sums.entrySet().stream()
              .map(sum -> sum.getValue().toPlainString() + " " + sum.getKey())
              .collect(Collectors.joining(", "));
      return totals.isEmpty() ? "0" : "%d (%s)".formatted(count, totals);
    }
  }

  void addLine(StatementLine line) {
    lines.add(line.amount());
  }

  void add(Difference difference) {
    differences.computeIfAbsent(difference.kind(), kind -> new Tally()).add(difference.amount());
  }

  /** Adds a line without a payment that an operator has entered by hand. */
  void addEntered(StatementLine line) {
    entered.add(line.amount());
  }

  /** Adds a line of an attempt that failed, and that we do not know. */
  void addRefused(StatementLine line) {
    refused.add(line.amount());
  }

  void setOthers(long count) {
    others = count;
  }

  /** Whether the statement and the database agree. */
  public boolean agrees() {
    return differences.isEmpty();
  }

  /** The summary, a line for each number that is not zero. */
  public List<String> words() {
    List<String> words = new ArrayList<>();
    words.add("Lines of payments: " + lines.words());
    if (others > 0) {
      words.add("Lines of other kinds, not compared: " + others);
    }
    if (refused.count > 0) {
      words.add("Failed attempts, not here: " + refused.words());
    }
    if (entered.count > 0) {
      words.add("Not here, entered by hand: " + entered.words());
    }
    differences.forEach(
        (kind, tally) -> words.add("Differences, %s: %s".formatted(kind.word(), tally.words())));
    if (agrees()) {
      words.add("Nothing differs.");
    }
    return words;
  }
}
