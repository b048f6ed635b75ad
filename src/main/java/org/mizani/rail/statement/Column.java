package org.mizani.rail.statement;

import java.util.Locale;
import java.util.Optional;
import java.util.stream.Stream;

/** Column of a statement, by its meaning. */
public enum Column {
  /** Our id of the payment, alone or within a text. */
  ID,
  /** The network's number of the payment. */
  RECEIPT,
  /** The number of the payment that a line takes back. */
  LINKED,
  /** Account at our paybill: of a prompt the beginning of the collection's id. */
  ACCOUNT,
  /** Amount in either direction. */
  AMOUNT,
  /** Amount to us, in place of {@link #AMOUNT}. */
  PAID_IN,
  /** Amount from us, likewise. */
  WITHDRAWN,
  CURRENCY,
  STATUS,
  TIME,
  /** Kind of line, such as a payment or a charge. */
  KIND;

  /** The name on the command line, such as {@code paid-in}. */
  public String option() {
    return name().toLowerCase(Locale.ROOT).replace('_', '-');
  }

  /** The column of this name on the command line, or empty. */
  public static Optional<Column> ofOption(String name) {
    return Stream.of(values()).filter(column -> column.option().equals(name)).findFirst();
  }
}
