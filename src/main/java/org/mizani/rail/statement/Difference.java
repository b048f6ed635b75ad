package org.mizani.rail.statement;

import org.mizani.money.Money;

/**
 * Difference between a statement and the database.
 *
 * @param amount the network's, or ours if it has none
 * @param words for its reader, without personal data
 */
public record Difference(Kind kind, Money amount, String words) {

  private static final String LINE = "%-15s %s";

  /** Kinds of differences, the most dangerous first. */
  public enum Kind {
    NOT_HERE("not here"),
    PAID_THERE("paid there"),
    SECOND_RECEIPT("second receipt"),
    FAILED_THERE("failed there"),
    CAME_BACK("came back"),
    RETURNED_HERE("returned here"),
    AMOUNT("amount"),
    OTHER_RAIL("other rail"),
    PENDING_HERE("pending here"),
    PENDING_THERE("pending there"),
    NOT_THERE("not there");

    private final String word;

    Kind(String word) {
      this.word = word;
    }

    /** The kind as lines begin. */
    public String word() {
      return word;
    }
  }

  /** The difference in one line. */
  public String line() {
    return LINE.formatted(kind.word(), words);
  }
}
