package org.mizani.rail.statement;

import java.time.ZoneId;
import java.util.EnumMap;
import java.util.EnumSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.mizani.money.CurrencyUnit;

/**
 * Form of the statements of a type of network.
 *
 * @param headers of the columns; of several that a file has, the first with a value counts
 * @param required columns, by which the header line is found
 * @param currency of all amounts, where there is no column of it
 * @param zone of times that name none
 * @param others kinds of lines that are no payments, such as charges, by the whole text
 */
public record StatementForm(
    Map<Column, List<String>> headers,
    Set<Column> required,
    Optional<CurrencyUnit> currency,
    ZoneId zone,
    Pattern others) {

  public StatementForm {
    headers = Map.copyOf(headers);
    required = Set.copyOf(required);
  }

  /** This form with another header of a column, which is required then. */
  public StatementForm with(Column column, String header) {
    Map<Column, List<String>> changed = new EnumMap<>(headers);
    changed.put(column, List.of(header));
    Set<Column> wanted = EnumSet.of(column);
    wanted.addAll(required);
    if (column == Column.AMOUNT) {
      wanted.removeAll(Set.of(Column.PAID_IN, Column.WITHDRAWN));
      changed.keySet().removeAll(Set.of(Column.PAID_IN, Column.WITHDRAWN));
    }
    return new StatementForm(changed, wanted, currency, zone, others);
  }

  /** This form with other kinds of lines that are no payments. */
  public StatementForm withOthers(Pattern kinds) {
    return new StatementForm(headers, required, currency, zone, kinds);
  }

  /** The first header of a required column, for messages. */
  String nameOf(Column column) {
    return headers.get(column).get(0);
  }
}
