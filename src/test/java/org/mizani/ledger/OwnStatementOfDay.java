package org.mizani.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.json.JsonObject;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.util.Set;
import java.util.TreeSet;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.support.OwnStatement;
import org.mizani.support.Rows;
import org.mizani.support.TestPartners.Partner;
import org.mizani.support.VerifierProgram;

/** A business's own statements of one closed day, compared with the closings. */
final class OwnStatementOfDay implements AutoCloseable {

  /**
   * The closing of a wallet $1 to $3 on the day $4, of its parts or of its available part alone.
   */
  private static final String CLOSING =
      """
      SELECT coalesce(sum(c.balance_minor), 0)::bigint
      FROM wallet w
      CROSS JOIN LATERAL unnest(%s) a (id)
      CROSS JOIN LATERAL (
        SELECT d.balance_minor FROM daily_closing d
        WHERE d.account_id = a.id AND d.day <= $4 ORDER BY d.day DESC LIMIT 1) c
      WHERE w.business_id = $1 AND w.currency = $2 AND w.purpose = $3
      """;

  private static final String ALL =
      "ARRAY[w.available_account_id, w.holding_account_id, w.pending_account_id]";
  private static final String AVAILABLE = "ARRAY[w.available_account_id]";

  private static final String TRANSFERS =
      """
      SELECT count(*) FROM ledger_transfer t JOIN wallet w ON w.id = t.wallet_id
      WHERE w.business_id = $1 AND w.currency = $2 AND w.purpose = $3
        AND (t.created_at AT TIME ZONE 'UTC')::date = $4
      """;

  private final VerifierProgram verifier = new VerifierProgram();
  private final Rows rows;
  private final Partner partner;
  private final LocalDate day;

  OwnStatementOfDay(Rows rows, Partner partner, LocalDate day) {
    this.rows = rows;
    this.partner = partner;
    this.day = day;
  }

  /** The kinds of a wallet's lines, once its statement has been found to be right. */
  Set<String> kindsOf(String wallet) {
    CurrencyUnit currency = CurrencyUnit.valueOf(wallet.substring(0, 3));
    String purpose = wallet.substring(4);
    String query =
        "?currency=%s&purpose=%s&from=%s&to=%s".formatted(currency, purpose, day, day.plusDays(1));
    JsonObject statement = new JsonObject(OwnStatement.read(partner, query).asString());
    JsonObject opening = statement.getJsonObject("opening");
    JsonObject closing = statement.getJsonObject("closing");
    int lines = statement.getJsonArray("items").size();

    assertThat(lines).isEqualTo(count(TRANSFERS, currency, purpose, day));
    assertThat(closing.getString("date")).isEqualTo(day.toString());
    assertThat(closing.getString("text")).endsWith(" (final)");
    assertAmount(opening, "balance", currency, closing(ALL, currency, purpose, day.minusDays(1)));
    assertAmount(closing, "balance", currency, closing(ALL, currency, purpose, day));
    assertAmount(closing, "available", currency, closing(AVAILABLE, currency, purpose, day));
    assertThat(verifier.summary(OwnStatement.csv(partner, query), OwnStatement.keys()))
        .contains("\"lines\":" + lines + ",")
        .contains("\"final\":true");
    return kinds(statement, amount(opening, "balance"));
  }

  private Set<String> kinds(JsonObject statement, BigDecimal opening) {
    Set<String> kinds = new TreeSet<>();
    BigDecimal balance = opening;
    BigDecimal debits = BigDecimal.ZERO;
    BigDecimal credits = BigDecimal.ZERO;
    for (Object item : statement.getJsonArray("items")) {
      JsonObject line = (JsonObject) item;
      debits = debits.add(amount(line, "debit"));
      credits = credits.add(amount(line, "credit"));
      balance = balance.subtract(amount(line, "debit")).add(amount(line, "credit"));
      assertThat(amount(line, "balance")).as("%s", line).isEqualByComparingTo(balance);
      assertThat(line.getString("date")).isEqualTo(day.toString());
      kinds.add(line.getString("kind"));
    }
    JsonObject closing = statement.getJsonObject("closing");
    assertThat(amount(closing, "balance")).isEqualByComparingTo(balance);
    assertThat(amount(closing, "debit")).isEqualByComparingTo(debits);
    assertThat(amount(closing, "credit")).isEqualByComparingTo(credits);
    return kinds;
  }

  private long closing(String accounts, CurrencyUnit currency, String purpose, LocalDate until) {
    return count(CLOSING.formatted(accounts), currency, purpose, until);
  }

  private long count(String sql, CurrencyUnit currency, String purpose, LocalDate until) {
    return rows.count(sql, partner.businessId(), currency.name(), purpose, until);
  }

  private static void assertAmount(
      JsonObject row, String field, CurrencyUnit currency, long minor) {
    assertThat(amount(row, field))
        .as("%s of %s", field, row)
        .isEqualByComparingTo(new Money(currency, minor).major());
  }

  private static BigDecimal amount(JsonObject row, String field) {
    return new BigDecimal(row.getValue(field).toString());
  }

  @Override
  public void close() {
    verifier.close();
  }
}
