package org.mizani.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Refusals.assertRefused;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.LocalDate;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;

/**
 * A day with every kind of movement in four currencies: the books agree with the rail's own, with
 * an accountant's arithmetic, and with their closing, which nothing changes.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(BooksDayProfile.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BooksDayApiTest {

  private static final String KINDS =
      """
      hold capture fee release exchange return fee_refund exchange_return collect top_up \
      top_up_reversal withdrawal adjustment transfer_out transfer_in rail_settlement fee_income\
      """;
  private static final Set<String> OF_NO_WALLET =
      Set.of("exchange", "exchange_return", "rail_settlement", "fee_income");
  private static final List<String> WALLETS =
      List.of("USD payout", "TZS payout", "UGX payout", "KES payout", "KES collection");

  private static final LocalDate TODAY = DistantClosing.today();
  private static final LocalDate DAY = TODAY.minusDays(1);

  @Inject BooksDay books;
  @Inject BookkeepingRail rail;
  @Inject DailyClosing closing;
  @Inject ClosingCheck check;
  @Inject Rows rows;

  private JsonObject trialBalance;
  private Map<CurrencyUnit, Long> railsBooks;
  private Map<String, String> before;
  private Map<String, String> after;
  private Map<String, String> later;
  private BigDecimal dollars;

  /** Once, before the first test. */
  @BeforeEach
  void theDayAndItsClosing() {
    if (trialBalance != null) {
      return;
    }
    books.dayBefore();
    books.putTo(DAY.minusDays(1));
    assertThat(closing.closeNext().await().atMost(PATIENCE)).contains(DAY.minusDays(1));
    books.day();
    trialBalance = new JsonObject(PastDayReads.get("/operator/ledger/trial-balance"));
    railsBooks = rail.due();
    dollars = books.partner().available("USD");
    assertThat(books.takeFees("0.01", "second").statusCode()).isEqualTo(412);
    assertRefused(books.takeFees("0.10", "first"), 409, "duplicate reference");
    books.putTo(DAY);
    before = reads();
    assertThat(closing.closeNext().await().atMost(PATIENCE)).contains(DAY);
    after = reads();
    books.laterDay();
    later = reads();
  }

  @Test
  void everyKindOfTransferIsInIt() {
    assertThat(
            rows.execute(
                """
                SELECT DISTINCT kind FROM ledger_transfer
                WHERE (created_at AT TIME ZONE 'UTC')::date = $1
                """,
                DAY))
        .extracting(row -> row.getString("kind"))
        .containsExactlyInAnyOrder(KINDS.split("\\s+"));
  }

  @Test
  void clearingIsWhatTheRailHasInItsOwnBooks() {
    Map<String, BigDecimal> expected = new TreeMap<>();
    railsBooks.forEach(
        (currency, minor) -> expected.put(currency.name(), new Money(currency, minor).major()));
    assertThat(expected).hasSize(3);

    expected.forEach(
        (currency, due) ->
            assertThat(balance(currency, "clearing", BookkeepingRail.NAME))
                .as(currency)
                .isEqualByComparingTo(due));
    assertThat(balance("USD", "clearing", BookkeepingRail.NAME)).isZero();
    // 12,850 + 5,000 + 700 paid, 150 collected, 10,000 of float; what came back was paid before.
    assertThat(expected.get("KES")).isEqualByComparingTo("8400");
    assertThat(expected.get("TZS")).isEqualByComparingTo("999000");
    assertThat(expected.get("UGX")).isEqualByComparingTo("20000");
  }

  @Test
  void everyCurrencyBalances() {
    assertThat(trialBalance.getBoolean("balanced")).isTrue();
    assertThat(trialBalance.getBoolean("walletsMatch")).isTrue();
    Stream.of("USD", "KES", "TZS", "UGX")
        .forEach(
            currency ->
                assertThat(
                        accounts(currency)
                            .map(account -> amount(account, "balance"))
                            .reduce(BigDecimal.ZERO, BigDecimal::add))
                    .as(currency)
                    .isZero());
  }

  @Test
  void walletsAndFeesHoldWhatAnAccountantComputes() {
    BigDecimal fees = sum("1.99", "8.00", "0.76", "0.31", "0.16");
    BigDecimal paid = sum("99.61", "400.00", "38.17", "15.27", "7.75");
    BigDecimal cameBack = sum("15.27", "0.31", "7.75", "0.16");

    assertThat(dollars)
        .isEqualByComparingTo(
            sum("1000", "2000", "-50").subtract(paid).subtract(fees).add(cameBack));
    assertThat(balance("USD", "fees", null))
        .isEqualByComparingTo(fees.subtract(sum("0.31", "0.16")).subtract(sum("0.10")));
    assertThat(balance("UGX", "fees", null)).isEqualByComparingTo("400");
    assertThat(balance("TZS", "fees", null)).isEqualByComparingTo("280");
  }

  /** In at the rates of their payouts, valued at those of the day's end: 131 KES and 2500 TZS. */
  @Test
  void theProfitOfTheDayIsWhatAnAccountantComputes() {
    BigDecimal usd = sum("99.61", "400.00", "38.17", "15.27", "-7.75", "-15.27");
    BigDecimal kes =
        sum("-12850", "-5000", "-700", "-2000", "1000", "2000")
            .divide(new BigDecimal("131"), 2, RoundingMode.HALF_UP);
    BigDecimal tzs =
        sum("-1000000", "14000").divide(new BigDecimal("2500"), 2, RoundingMode.HALF_UP);

    JsonObject answer = new JsonObject(after.get(positions()));

    assertThat(amount(answer, "profit")).isEqualByComparingTo(usd.add(kes).add(tzs));
    assertThat(amount(answer, "profit")).isEqualByComparingTo("1.66");
  }

  @Test
  void theClosingIsTheSumOfTheTransfers() {
    rows.assertClosingsAreSums();
    assertThat(
            rows.count(
                """
                SELECT c.transfers - (SELECT count(*) FROM ledger_transfer t
                                      WHERE (t.created_at AT TIME ZONE 'UTC')::date = c.day)
                FROM closed_day c WHERE c.day = $1
                """,
                DAY))
        .isZero();
    check.check().await().atMost(PATIENCE);
    assertThat(rows.count("SELECT differences FROM closing_check WHERE day = $1", DAY)).isZero();
    rows.assertBooksBalance();
  }

  @Test
  void theClosingChangesNothingAndNothingChangesTheClosedDay() {
    assertThat(before.values()).allSatisfy(answer -> assertThat(answer).startsWith("{"));
    assertThat(after).isEqualTo(before);
    assertThat(later).isEqualTo(after);
    assertThat(
            rows.count(
                """
                SELECT count(*) FROM ledger_transfer
                WHERE kind = 'return' AND (created_at AT TIME ZONE 'UTC')::date > $1
                """,
                DAY))
        .isEqualTo(1);
  }

  @Test
  void everyWalletsOwnStatementAgreesWithItsClosings() {
    Set<String> kinds = new TreeSet<>(OF_NO_WALLET);
    try (OwnStatementOfDay statement = new OwnStatementOfDay(rows, books.partner(), DAY)) {
      WALLETS.forEach(wallet -> kinds.addAll(statement.kindsOf(wallet)));
    }
    assertThat(kinds).containsExactlyInAnyOrder(KINDS.split("\\s+"));
  }

  /** The day by its positions and by the statement of each wallet. */
  private Map<String, String> reads() {
    Map<String, String> answers = new TreeMap<>();
    answers.put(positions(), PastDayReads.get(positions()));
    WALLETS.forEach(
        wallet -> {
          String path =
              "%s/statement?currency=%s&purpose=%s&from=%s&to=%s"
                  .formatted(
                      books.business(), wallet.substring(0, 3), wallet.substring(4), DAY, TODAY);
          answers.put(wallet, PastDayReads.get(path));
        });
    return answers;
  }

  private static String positions() {
    return "/operator/fx-positions?day=" + DAY;
  }

  private BigDecimal balance(String currency, String kind, String rail) {
    return accounts(currency)
        .filter(account -> account.getString("account").equals(kind))
        .filter(account -> rail == null || rail.equals(account.getString("rail")))
        .map(account -> amount(account, "balance"))
        .findFirst()
        .orElseThrow();
  }

  private Stream<JsonObject> accounts(String currency) {
    return trialBalance.getJsonArray("currencies").stream()
        .map(JsonObject.class::cast)
        .filter(of -> of.getString("currency").equals(currency))
        .flatMap(of -> of.getJsonArray("accounts").stream())
        .map(JsonObject.class::cast);
  }

  private static BigDecimal amount(JsonObject of, String field) {
    return new BigDecimal(of.getValue(field).toString());
  }

  private static BigDecimal sum(String... amounts) {
    return Stream.of(amounts).map(BigDecimal::new).reduce(BigDecimal.ZERO, BigDecimal::add);
  }
}
