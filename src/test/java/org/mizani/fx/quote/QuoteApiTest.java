package org.mizani.fx.quote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Refusals.assertCoded;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.by;
import static org.mizani.support.TestPartners.quoteOf;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.net.http.HttpResponse;
import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.fault.ErrorCode;
import org.mizani.fx.Rates;
import org.mizani.money.CurrencyUnit;
import org.mizani.repeat.KeyedRequest;
import org.mizani.support.AtOnce;
import org.mizani.support.Json;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Quotes that businesses lock. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class QuoteApiTest {

  /** Of the tests' profile. */
  private static final Duration VALID_FOR = Duration.ofMinutes(15);

  private static final int MOST_OPEN = 1000;
  private static final String QUOTES = "/business/quotes";

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject Rates rates;

  private Partner partner;

  @BeforeEach
  void createPartner() {
    partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
  }

  @Test
  void answersAmountsRateAndFeeAsOfAPayout() {
    Instant before = rows.now();

    Response quote = partner.quote(quoteOf());

    assertThat(quote.statusCode()).isEqualTo(201);
    assertThat(quote.asString())
        .matches(
            "\\{\"quoteId\":\"[0-9a-f-]{36}\",\"rate\":129,\"senderAmount\":7\\.75,"
                + "\"senderCurrency\":\"USD\",\"receiverAmount\":1000,"
                + "\"receiverCurrency\":\"KES\",\"fee\":0\\.16,\"totalDebited\":7\\.91,"
                + "\"expiresAt\":\"[0-9T:.-]+Z\"}");
    Instant expiresAt = Instant.parse(quote.path("expiresAt"));
    assertThat(expiresAt.minus(VALID_FOR)).isBetween(before.minusMillis(1), rows.now());
  }

  @ParameterizedTest
  @CsvSource({"13", "999.99", "1000", "1234.56", "123456789.01", "1e3"})
  void theArithmeticIsThatOfAPayout(String amount) {
    Partner rich = partners.create(Map.of(CurrencyUnit.USD, "10000000"));
    Map<String, Object> payout = transferOf("plain");
    payout.put("amount", new BigDecimal(amount));

    Response quote = rich.quote(with("amount", amount));
    Response paid = rich.transfer(payout);

    assertThat(paid.statusCode()).as(paid.asString()).isEqualTo(201);
    for (String field :
        List.of(
            "senderAmount",
            "senderCurrency",
            "receiverAmount",
            "receiverCurrency",
            "totalDebited")) {
      assertThat(quote.<Object>path(field)).as(field).isEqualTo(paid.path(field));
    }
    assertThat(quote.json().getDecimal("fee"))
        .isEqualByComparingTo(
            paid.json()
                .getDecimal("totalDebited")
                .subtract(paid.json().getDecimal("senderAmount")));
  }

  @Test
  void aQuoteWithinOneCurrencyHasTheRateOne() {
    Response quote = partner.quote(with("senderCurrency", "\"KES\""));

    assertThat(quote.asString())
        .contains("\"rate\":1,\"senderAmount\":1000,", "\"fee\":20,\"totalDebited\":1020,");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      nullValues = "null",
      value = {
        "senderCurrency   | null   | FIELD_MISSING       | senderCurrency is required",
        "senderCurrency   | \"XXX\" | FIELD_VALUE       | senderCurrency must be one of: USD, EUR, GBP, KES, TZS, UGX, ZAR",
        "receiverCurrency | null   | FIELD_MISSING       | receiverCurrency is required",
        "receiverCurrency | \"USD\" | FIELD_VALUE       | receiverCurrency must be one of: KES, TZS, UGX, ZAR",
        "amount           | null   | FIELD_MISSING       | amount is required",
        "amount           | \"1\"  | FIELD_TYPE          | invalid payload",
        "amount           | 0      | FIELD_VALUE         | amount must be greater than 0",
        "amount           | -5     | FIELD_VALUE         | amount must be greater than 0",
        "amount           | 10.001 | FIELD_VALUE         | amount must have at most 2 decimal places for KES",
        "amount           | 0.5    | AMOUNT_OUT_OF_RANGE | amount is too small",
        "amount           | 2      | AMOUNT_OUT_OF_RANGE | amount must be at least 13 KES",
        "amount           | 1e20   | AMOUNT_OUT_OF_RANGE | amount is too large"
      })
  void refusesFieldsThatBreakTheirRules(String field, String json, ErrorCode code, String message) {
    Response refused = partner.quote(with(field, json));

    assertRefused(refused, 400, message);
    assertCoded(refused, code, field);
    assertThat(quotes()).isZero();
  }

  @Test
  void refusesAPairWithoutARate() {
    Response refused = partner.quote(with("receiverCurrency", "\"UGX\""));

    assertRefused(refused, 404, "rate USD_UGX not configured");
    assertCoded(refused, ErrorCode.RATE_NOT_CONFIGURED, "");
  }

  @Test
  void refusesARateThatIsTooOld() {
    enterOld(CurrencyUnit.ZAR, CurrencyUnit.UGX);

    Response refused =
        partner.quote(Map.of("senderCurrency", "ZAR", "receiverCurrency", "UGX", "amount", 50_000));

    assertRefused(refused, 404, "rate ZAR_UGX not configured");
  }

  @Test
  void aPayoutByARateThatIsTooOldIsRefusedToo() {
    enterOld(CurrencyUnit.UGX, CurrencyUnit.KES);

    Response refused =
        partner
            .request()
            .body(Json.of(Json.with(transferOf("old rate"), "senderCurrency", "\"UGX\"")))
            .post("/business/payout/transfer");

    assertRefused(refused, 404, "rate UGX_KES not configured");
    assertThat(rows.payoutsOf(partner.businessId())).isZero();
  }

  private void enterOld(CurrencyUnit from, CurrencyUnit to) {
    rates.enter(from, to, new BigDecimal("200")).await().atMost(PATIENCE);
    rows.execute(
        "UPDATE fx_rate SET effective_from = now() - interval '27 hours'"
            + " WHERE from_currency = $1 AND to_currency = $2",
        from.name(),
        to.name());
    rates.enter(CurrencyUnit.EUR, CurrencyUnit.ZAR, BigDecimal.TEN).await().atMost(PATIENCE);
  }

  @Test
  void refusesAKeyThatMayNotPay() {
    Response key =
        TestOperator.request()
            .body(Map.of("scopes", List.of("read")))
            .post("/operator/businesses/" + publicId() + "/api-keys")
            .created();
    String token =
        partner
            .request()
            .body(Map.of("apiKey", key.path("apiKey"), "apiSecret", key.path("apiSecret")))
            .post("/business/auth")
            .path("accessToken");
    Partner reader =
        new Partner(partner.businessId(), key.path("apiKey"), key.path("apiSecret"), token);

    assertRefused(reader.quote(quoteOf()), 403, "api key lacks the scope pay");
  }

  @Test
  void aRepeatByItsKeyGetsTheFirstAnswerByteByByte() {
    KeyedRequest keyed = new KeyedRequest(QUOTES, "quote", Json.of(with("amount", "1000.50")));
    Response first = keyed.by(partner);
    assertThat(first.statusCode()).isEqualTo(201);

    Response repeat = keyed.by(partner);

    assertThat(repeat.statusCode()).isEqualTo(201);
    assertThat(repeat.asByteArray()).isEqualTo(first.asByteArray());
    assertThat(repeat.header("Idempotency-Replayed")).isEqualTo("true");
    assertThat(quotes()).isOne();
    Response other = new KeyedRequest(QUOTES, "quote", Json.of(quoteOf())).by(partner);
    assertRefused(other, 422, "idempotency key of another request");
  }

  @Test
  void sixtyFourRequestsUnderOneKeyLockOneQuote() {
    KeyedRequest keyed = new KeyedRequest(QUOTES, "race", Json.of(quoteOf()));

    List<HttpResponse<String>> answers = AtOnce.send(64, i -> keyed.at(partner));

    assertThat(answers).extracting(HttpResponse::statusCode).containsOnly(201);
    assertThat(answers.stream().map(HttpResponse::body).distinct()).hasSize(1);
    assertThat(quotes()).isOne();
  }

  @Test
  void requestsAtOnceNeverExceedTheLimitOfOpenQuotes() {
    openQuotes(MOST_OPEN - 10);

    List<HttpResponse<String>> answers =
        AtOnce.send(64, i -> AtOnce.post(partner, QUOTES, Json.of(quoteOf())));

    assertThat(answers).filteredOn(answer -> answer.statusCode() == 201).hasSize(10);
    assertThat(answers).filteredOn(answer -> answer.statusCode() == 429).hasSize(54);
    assertThat(quotes()).isEqualTo(MOST_OPEN);
  }

  @Test
  void usedAndExpiredQuotesMakeRoom() {
    openQuotes(MOST_OPEN);
    Response refused = partner.quote(quoteOf());
    assertRefused(refused, 429, "too many open quotes");
    assertCoded(refused, ErrorCode.LIMIT_REACHED, "");
    assertThat(Integer.parseInt(refused.header("Retry-After"))).isBetween(1, 900);
    assertThat(partners.create(Map.of()).quote(quoteOf()).statusCode()).isEqualTo(201);

    String one =
        rows.execute(
                "SELECT min(id::text) FROM fx_quote WHERE business_id = $1", partner.businessId())
            .get(0)
            .getString(0);
    partner.transfer(by(one, transferOf("makes room"))).created();
    rows.execute(
        "UPDATE fx_quote SET expires_at = now() WHERE id = (SELECT max(id::text)::uuid"
            + " FROM fx_quote WHERE business_id = $1)",
        partner.businessId());

    assertThat(partner.quote(quoteOf()).statusCode()).isEqualTo(201);
    assertThat(partner.quote(quoteOf()).statusCode()).isEqualTo(201);
    assertThat(partner.quote(quoteOf()).statusCode()).isEqualTo(429);
  }

  @Test
  void holdsNoMoney() {
    partner.quote(quoteOf()).created();

    assertThat(partner.available("USD")).isEqualByComparingTo("100");
    assertThat(partner.holding("USD")).isZero();
  }

  private void openQuotes(int number) {
    rows.execute(
        """
        INSERT INTO fx_quote (id, business_id, sender_currency, sender_minor, fee_minor,
                              receiver_currency, receiver_minor, fx_rate, expires_at)
        SELECT gen_random_uuid(), $1, 'USD', 775, 16, 'KES', 100000, 129,
               now() + interval '15 minutes'
        FROM generate_series(1, $2)
        """,
        partner.businessId(),
        number);
  }

  private long quotes() {
    return rows.count("SELECT count(*) FROM fx_quote WHERE business_id = $1", partner.businessId());
  }

  private UUID publicId() {
    return rows.execute("SELECT public_id FROM business WHERE id = $1", partner.businessId())
        .get(0)
        .getUUID(0);
  }

  private static Map<String, Object> with(String field, String json) {
    return Json.with(quoteOf(), field, json);
  }
}
