package org.mizani.ledger.statement;

import static org.mizani.ledger.statement.StatementRow.amount;
import static org.mizani.ledger.statement.StatementRow.dateOf;

import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.mizani.ledger.Funds;
import org.mizani.ledger.Statement;
import org.mizani.ledger.Statement.Line;
import org.mizani.ledger.Statement.Query;
import org.mizani.money.Money;

/**
 * Chain of the rows of one statement, made in their order: each has the hash of the one before. The
 * first binds business, wallet, range and opening balance.
 */
final class StatementChain {

  private final String business;
  private final Statement statement;
  private Funds balance;
  private long debits;
  private long credits;
  private long number;
  private String hash = "";

  StatementChain(UUID business, Statement statement) {
    this.business = business.toString();
    this.statement = statement;
    this.balance = statement.opening();
  }

  /** The public id of the business. */
  String business() {
    return business;
  }

  /** The row of the opening balance. */
  StatementRow opening() {
    String text = wallet() + " until " + statement.query().to();
    Instant from = statement.query().from();
    return bound(from, dateOf(from), "opening", text, 0, 0);
  }

  /** The rows of a page of lines. */
  List<StatementRow> rows(List<Line> lines) {
    List<StatementRow> rows = new ArrayList<>(lines.size());
    lines.forEach(line -> rows.add(row(line)));
    return rows;
  }

  /**
   * The row of the closing balance, with the sums of all lines.
   *
   * @throws IllegalStateException if the lines are not those that were summed up
   */
  StatementRow closing() {
    if (number - 1 != statement.lines() || !balance.equals(statement.closing())) {
      throw new IllegalStateException(
          "the lines of a statement do not sum up to its closing balance");
    }
    String text = wallet() + " since " + statement.query().from() + state();
    Query query = statement.query();
    return bound(query.to(), dateOf(query.lastInstant()), "closing", text, debits, credits);
  }

  /** The hash of the last row. */
  String hash() {
    return hash;
  }

  /**
   * The content of the signature: the last hash, and for readers of it alone what it stands for.
   */
  Map<String, Object> claims() {
    Map<String, Object> claims = new LinkedHashMap<>();
    claims.put("currency", statement.query().currency().name());
    claims.put("purpose", statement.query().purpose().code());
    claims.put("from", statement.query().from().toString());
    claims.put("to", statement.query().to().toString());
    claims.put("opening", amount(whole(statement.opening())));
    claims.put("closing", amount(whole(statement.closing())));
    claims.put("lines", statement.lines());
    claims.put("asOf", statement.asOf().toString());
    claims.put("final", statement.closed());
    claims.put("hash", hash);
    return claims;
  }

  /** The row of the signature, which no later row follows. */
  StatementRow signature(String signature) {
    return new StatementRow(
        Long.toString(number), "", "", "signature", signature, "", "", "", "", "", "", hash);
  }

  private StatementRow row(Line line) {
    long change = whole(line.change()).minor();
    long debit = Math.max(0, -change);
    long credit = Math.max(0, change);
    debits = Math.addExact(debits, debit);
    credits = Math.addExact(credits, credit);
    balance = line.balance();
    Instant time = line.time().truncatedTo(ChronoUnit.MILLIS);
    return chained(
        new StatementRow(
            Long.toString(number),
            time.toString(),
            dateOf(time),
            line.kind(),
            EntryKind.stored(line.kind()).text(),
            line.reference(),
            line.subject().map(UUID::toString).orElse(""),
            amount(money(debit)),
            amount(money(credit)),
            amount(whole(balance)),
            amount(balance.available()),
            hash));
  }

  private StatementRow bound(
      Instant time, String date, String kind, String text, long debit, long credit) {
    return chained(
        new StatementRow(
            Long.toString(number),
            time.toString(),
            date,
            kind,
            text,
            business,
            "",
            amount(money(debit)),
            amount(money(credit)),
            amount(whole(balance)),
            amount(balance.available()),
            hash));
  }

  private StatementRow chained(StatementRow row) {
    hash = row.hash();
    number++;
    return row;
  }

  private String state() {
    return statement.closed() ? " (final)" : " (provisional as of " + statement.asOf() + ")";
  }

  private String wallet() {
    return statement.query().purpose().code() + " wallet in " + statement.query().currency();
  }

  private Money money(long minor) {
    return new Money(statement.query().currency(), minor);
  }

  private Money whole(Funds funds) {
    return money(
        Math.addExact(
            Math.addExact(funds.availableMinor(), funds.holdingMinor()), funds.pendingMinor()));
  }
}
