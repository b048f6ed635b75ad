package org.mizani.fx;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Refusals.assertAnswer;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.Refusals.body;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.database.Database;
import org.mizani.support.MovableClock;
import org.mizani.support.RawHttp;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RateApiTest {

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject Database database;
  @Inject FxConfig config;

  private Partner partner;

  @BeforeAll
  void aPartner() {
    partner = partners.create(Map.of());
  }

  @Test
  void answersTheRateInForce() {
    assertAnswer(rate("?from=USD&to=KES"), 200, "{\"from\":\"USD\",\"to\":\"KES\",\"rate\":129}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "?from=USD", "?to=KES", "?from=&to=KES", "?from=USD&to=", "?from=%20&to=KES"})
  void requiresBothCurrencies(String query) {
    assertRefused(rate(query), 400, "from and to are required");
  }

  @ParameterizedTest
  @ValueSource(strings = {"USD", "KES", "TZS", "UGX", "ZAR"})
  void aCurrencysRateToItselfIsOne(String currency) {
    assertAnswer(
        rate("?from=" + currency + "&to=" + currency),
        200,
        "{\"from\":\"%s\",\"to\":\"%s\",\"rate\":1}".formatted(currency, currency));
  }

  @ParameterizedTest
  @CsvSource({"KES, USD", "USD, TZS", "usd, kes", "XXX, XXX", "US, DKES"})
  void aPairWithoutARateIsNotConfigured(String from, String to) {
    assertRefused(
        rate("?from=" + from + "&to=" + to), 404, "rate " + from + "_" + to + " not configured");
  }

  @Test
  void convertsAGivenAmount() {
    Instant before = Instant.now().truncatedTo(ChronoUnit.MILLIS);

    Response response = rate("?from=USD&to=KES&amount=7.75");

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.asString())
        .matches(
            "\\{\"from\":\"USD\",\"to\":\"KES\",\"rate\":129,\"amount\":7\\.75,"
                + "\"convertedAmount\":999\\.75,\"fee\":0\\.16,"
                + "\"timestamp\":\"[0-9T:.-]+Z\"}");
    assertThat(Instant.parse(response.path("timestamp")))
        .isAfterOrEqualTo(before)
        .isBeforeOrEqualTo(Instant.now());
  }

  @ParameterizedTest
  @CsvSource({
    "1, 129, 0.02",
    "100, 12900, 2",
    "1e2, 12900, 2",
    "0.01, 1.29, 0",
    "0.25, 32.25, 0.01",
    "1000.50, 129064.5, 20.01",
    "9999999999.99, 1289999999998.71, 200000000"
  })
  void roundsConversionAndFeeHalfUp(String amount, String converted, String fee) {
    String body = rate("?from=USD&to=KES&amount=" + amount).asString();

    assertThat(body).contains("\"convertedAmount\":" + converted + ",", "\"fee\":" + fee + ",");
  }

  @ParameterizedTest
  @CsvSource({
    "abc, amount must be a number",
    "%D9%A1, amount must be a number",
    "1%00, amount must be a number",
    "1%2C5, amount must be a number",
    "NaN, amount must be a number",
    "0x10, amount must be a number",
    "1e99999999999, amount must be a number",
    "0, amount must be greater than 0",
    "0.00, amount must be greater than 0",
    "-1, amount must be greater than 0",
    "-1e-400, amount must be greater than 0",
    "0.001, amount must have at most 2 decimal places for USD",
    "1e-400, amount must have at most 2 decimal places for USD",
    "1e-300000000, amount must have at most 2 decimal places for USD",
    "1e400, amount is too large",
    "1e300000000, amount is too large",
    "99999999999999999999, amount is too large",
    "9999999999999.99, amount is too large"
  })
  void refusesInvalidAmounts(String amount, String message) {
    assertRefused(rate("?from=USD&to=KES&amount=" + amount), 400, message);
  }

  // By hand: a usual client does not send a parameter without a value.
  @ParameterizedTest
  @ValueSource(strings = {"amount=", "amount", "amount=%20", "amount=%D9%A1"})
  void refusesAnAmountThatIsNoNumber(String amount) {
    RawHttp.Answer answer =
        RawHttp.send(
            "GET /business/rate?from=USD&to=KES&" + amount,
            "Authorization: Bearer " + partner.token());

    assertThat(answer.status() + " " + answer.body())
        .isEqualTo("400 " + body("amount must be a number"));
  }

  @Test
  void looksAtTheAmountBeforeThePair() {
    assertRefused(rate("?from=EUR&to=ZAR&amount=x"), 400, "amount must be a number");
    assertRefused(rate("?from=XXX&to=KES&amount=0"), 400, "amount must be greater than 0");
    assertRefused(rate("?from=XXX&to=KES&amount=1"), 404, "rate XXX_KES not configured");
  }

  @Test
  void aFutureRateComesIntoForceByTheDatabasesClock() {
    MovableClock podsClock = new MovableClock();
    RateBook pods = new RateBook(database, podsClock, config);
    rows.execute(
        "INSERT INTO fx_rate (from_currency, to_currency, rate, effective_from)"
            + " VALUES ('ZAR', 'KES', 7.1, now()), ('ZAR', 'KES', 7.25, now() + interval '1 hour')");
    pods.refresh().await().atMost(PATIENCE);

    BigDecimal now = inForce(pods);
    podsClock.move(Duration.ofMinutes(59));
    BigDecimal before = inForce(pods);
    podsClock.move(Duration.ofMinutes(1));
    BigDecimal after = inForce(pods);

    assertThat(now).isEqualTo("7.1");
    assertThat(before).isEqualTo("7.1");
    assertThat(after).isEqualTo("7.25");
  }

  private static BigDecimal inForce(RateBook book) {
    return book.rate("ZAR", "KES").await().atMost(PATIENCE).orElseThrow();
  }

  private Response rate(String query) {
    return partner.request().asWritten().get("/business/rate" + query);
  }
}
