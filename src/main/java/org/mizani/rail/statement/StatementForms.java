package org.mizani.rail.statement;

import static org.mizani.rail.statement.Column.ACCOUNT;
import static org.mizani.rail.statement.Column.AMOUNT;
import static org.mizani.rail.statement.Column.CURRENCY;
import static org.mizani.rail.statement.Column.ID;
import static org.mizani.rail.statement.Column.KIND;
import static org.mizani.rail.statement.Column.LINKED;
import static org.mizani.rail.statement.Column.PAID_IN;
import static org.mizani.rail.statement.Column.RECEIPT;
import static org.mizani.rail.statement.Column.STATUS;
import static org.mizani.rail.statement.Column.TIME;
import static org.mizani.rail.statement.Column.WITHDRAWN;

import java.time.ZoneOffset;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeMap;
import java.util.regex.Pattern;
import org.mizani.money.CurrencyUnit;

/**
 * Forms of statements by the types of rails, with the headers of the networks' portals. Portals
 * rename columns, so each header can be given on the command line as well.
 */
public final class StatementForms {

  /** M-PESA's portal for organisations, in East Africa Time. Its details may name our id. */
  private static final StatementForm DARAJA =
      new StatementForm(
          Map.ofEntries(
              Map.entry(ID, List.of("Details")),
              Map.entry(RECEIPT, List.of("Receipt No.")),
              Map.entry(LINKED, List.of("Linked Transaction ID")),
              Map.entry(ACCOUNT, List.of("A/C No.")),
              Map.entry(PAID_IN, List.of("Paid In")),
              Map.entry(WITHDRAWN, List.of("Withdrawn")),
              Map.entry(STATUS, List.of("Transaction Status")),
              Map.entry(TIME, List.of("Completion Time", "Initiation Time")),
              Map.entry(KIND, List.of("Reason Type"))),
          Set.of(RECEIPT, PAID_IN, WITHDRAWN, TIME),
          Optional.of(CurrencyUnit.KES),
          ZoneOffset.ofHours(3),
          kinds(
              ".*\\b(charges?|fees?)"
                  + "|organi[sz]ation (settle|settlement|withdrawal)\\b.*"
                  + "|withdraw funds to bank"
                  + "|.*\\bfunds? transfer\\b.*"));

  /** pawaPay's dashboard, in UTC. */
  private static final StatementForm PAWAPAY =
      new StatementForm(
          Map.of(
              ID, List.of("Transaction ID"),
              RECEIPT, List.of("Financial Transaction ID", "Provider Transaction ID"),
              AMOUNT, List.of("Amount"),
              CURRENCY, List.of("Currency"),
              STATUS, List.of("Status"),
              TIME, List.of("Creation Date"),
              KIND, List.of("Type")),
          Set.of(ID, AMOUNT, CURRENCY, TIME),
          Optional.empty(),
          ZoneOffset.UTC,
          kinds(".*\\bfees?|withdrawals?|top[ -]?ups?|adjustments?|compensations?"));

  private static final Map<String, StatementForm> BY_TYPE =
      new TreeMap<>(Map.of("daraja", DARAJA, "pawapay", PAWAPAY));

  private StatementForms() {}

  /** The form of this type of rail, or empty. */
  public static Optional<StatementForm> of(String type) {
    return Optional.ofNullable(BY_TYPE.get(type));
  }

  /** The types that have a form, in the order of their names. */
  public static List<String> types() {
    return List.copyOf(BY_TYPE.keySet());
  }

  private static Pattern kinds(String words) {
    return Pattern.compile(words, Pattern.CASE_INSENSITIVE);
  }
}
