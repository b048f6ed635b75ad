package org.mizani.operator.rate;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.Refusals.assertRefused;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.mutiny.sqlclient.Row;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.fx.RateSchedule;
import org.mizani.support.Json;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;

/** Entering and listing rates. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class OperatorRateApiTest {

  private final TestPartners partners = TestPartners.here();
  private final Rows rows = Rows.here();

  @Test
  void aRateTakesEffectAtTheNextChange() {
    Instant before = RateSchedule.changeAfter(Instant.now());

    Response answer = put(rate("EUR", "KES", "140.25"));

    Instant after = RateSchedule.changeAfter(Instant.now());
    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(Instant.parse(answer.path("effectiveFrom"))).isIn(before, after);
    assertThat(answer.asString())
        .startsWith("{\"from\":\"EUR\",\"to\":\"KES\",\"rate\":140.25,\"effectiveFrom\":\"");
    assertThat(
            rows.count(
                "SELECT count(*) FROM fx_rate WHERE from_currency = 'EUR'"
                    + " AND to_currency = 'KES' AND rate = 140.25"))
        .isOne();
  }

  @Test
  void aRateIsInForceFromItsInstantOn() {
    TestPartners.Partner partner = partners.create(Map.of());
    Instant soon = Instant.now().plus(1, ChronoUnit.HOURS).truncatedTo(ChronoUnit.MILLIS);

    Response answer = put(with(rate("GBP", "TZS", "3300.5"), soon.toString()));

    assertThat(answer.<String>path("effectiveFrom")).isEqualTo(soon.toString());
    assertRefused(
        partner.request().get("/business/rate?from=GBP&to=TZS"),
        404,
        "rate GBP_TZS not configured");

    rows.execute(
        "UPDATE fx_rate SET effective_from = now()"
            + " WHERE from_currency = 'GBP' AND to_currency = 'TZS'");
    // The pod that enters a rate reads all rates again.
    put(with(rate("GBP", "ZAR", "23"), "2036-01-01T17:00:00Z"));
    Response inForce =
        eventually(
            () -> partner.request().get("/business/rate?from=GBP&to=TZS"),
            read -> read.statusCode() == 200);
    assertThat(inForce.asString()).isEqualTo("{\"from\":\"GBP\",\"to\":\"TZS\",\"rate\":3300.5}");
  }

  @Test
  void aRateReplacesAFutureRateOfTheSameInstant() {
    put(with(rate("GBP", "UGX", "4700"), "2036-01-01T17:00:00Z"));

    Response answer = put(with(rate("GBP", "UGX", "4800.50"), "2036-01-01T19:00:00+02:00"));

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(get("?from=GBP&to=UGX").<List<Number>>path("items.rate")).hasToString("[4800.5]");
    List<Row> entries = audit("rate/GBP_UGX");
    assertThat(entries).hasSize(2);
    assertThat(entries.get(0).getValue("before")).isNull();
    assertThat(entries.get(1).getJsonObject("before").encode())
        .isEqualTo("{\"rate\":4700,\"effectiveFrom\":\"2036-01-01T17:00:00Z\"}");
    assertThat(entries.get(1).getJsonObject("after").encode())
        .isEqualTo("{\"rate\":4800.5,\"effectiveFrom\":\"2036-01-01T17:00:00Z\"}");
    assertThat(entries.get(1).getString("operator")).isEqualTo(TestOperator.KEY);
    assertThat(entries.get(1).getString("action")).isEqualTo("rate.enter");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "from          |                         | from is required",
        "from          | \" \"                     | from is required",
        "from          | \"usd\"                 | from must be one of: USD, EUR, GBP, KES, TZS, UGX, ZAR",
        "from          | 7                       | invalid payload",
        "to            |                         | to is required",
        "to            | \"XXX\"                 | to must be one of: USD, EUR, GBP, KES, TZS, UGX, ZAR",
        "to            | \"ZAR\"                 | from and to must be different currencies",
        "rate          |                         | rate is required",
        "rate          | null                    | rate is required",
        "rate          | 0                       | rate must be greater than 0",
        "rate          | -1                      | rate must be greater than 0",
        "rate          | 1.00000000001           | rate must have at most 10 decimal places",
        "rate          | 1e-999999               | rate must have at most 10 decimal places",
        "rate          | 1000000000              | rate must be less than 1000000000",
        "rate          | 1e999999                | rate must be less than 1000000000",
        "rate          | \"129\"                 | invalid payload",
        "rate          | NaN                     | invalid payload",
        "effectiveFrom | \"tomorrow\"            | effectiveFrom must be an ISO 8601 date and time",
        "effectiveFrom | \"2026-02-30\"          | effectiveFrom must be an ISO 8601 date and time",
        "effectiveFrom | \"2020-01-01T17:00:00Z\"| effectiveFrom must not be in the past",
        "effectiveFrom | 1795262520              | invalid payload"
      })
  void refusesAnInvalidRate(String field, String json, String message) {
    long rates = rows.count("SELECT count(*) FROM fx_rate");
    long entries = rows.count("SELECT count(*) FROM audit_entry WHERE action LIKE 'rate.%'");

    Response answer = put(Json.with(rate("ZAR", "KES", "7"), field, json));

    assertRefused(answer, 400, message);
    assertThat(rows.count("SELECT count(*) FROM fx_rate")).isEqualTo(rates);
    assertThat(rows.count("SELECT count(*) FROM audit_entry WHERE action LIKE 'rate.%'"))
        .isEqualTo(entries);
  }

  @ParameterizedTest
  @CsvSource({
    "129.0000000000000, 129",
    "0.0000000001, 0.0000000001",
    "999999999.9999999999, 999999999.9999999999",
    "1e3, 1000"
  })
  void keepsAllDigitsOfARate(String given, String shown) {
    Response answer = put(with(rate("ZAR", "EUR", given), "2036-02-01"));

    assertThat(answer.asString()).contains("\"rate\":" + shown + ",");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "null", "[]", "{", "7"})
  void refusesABodyThatIsNoObject(String body) {
    assertRefused(TestOperator.request().body(body).put("/operator/rates"), 400, "invalid payload");
  }

  @Test
  void listsAllEnteredRatesLatestFirst() {
    for (String start : List.of("2036-03-01", "2036-03-03", "2036-03-02")) {
      put(with(rate("TZS", "KES", "0.05"), start));
    }
    put(with(rate("TZS", "UGX", "1.4"), "2036-03-02"));

    List<String> walked = new ArrayList<>();
    String cursor = "";
    do {
      Response page = get("?from=TZS&limit=1&cursor=" + cursor);
      walked.addAll(page.path("items.effectiveFrom"));
      cursor = page.path("nextCursor");
    } while (cursor != null);

    assertThat(walked)
        .containsExactly(
            "2036-03-03T00:00:00Z",
            "2036-03-02T00:00:00Z",
            "2036-03-02T00:00:00Z",
            "2036-03-01T00:00:00Z");
    assertThat(get("?from=TZS&to=UGX").<List<String>>path("items.to")).containsExactly("UGX");
    assertThat(get("?to=UGX&from=USD").asString()).isEqualTo("{\"items\":[]}");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "?from=X      | from must be one of: USD, EUR, GBP, KES, TZS, UGX, ZAR",
        "?to=kes      | to must be one of: USD, EUR, GBP, KES, TZS, UGX, ZAR",
        "?limit=0     | limit must be a positive whole number",
        "?limit=-1    | limit must be a positive whole number",
        "?cursor=abcd | cursor is not valid"
      })
  void refusesAnInvalidQuery(String query, String message) {
    assertRefused(get(query), 400, message);
  }

  @Test
  void refusesACursorOfOtherFilters() {
    put(with(rate("KES", "TZS", "20"), "2036-04-01"));
    put(with(rate("KES", "TZS", "21"), "2036-04-02"));
    String cursor = get("?from=KES&limit=1").path("nextCursor");

    assertRefused(get("?from=KES&to=TZS&cursor=" + cursor), 400, "cursor is not valid");
  }

  private List<Row> audit(String subject) {
    return rows.execute("SELECT * FROM audit_entry WHERE subject = $1 ORDER BY id", subject);
  }

  private static Map<String, Object> rate(String from, String to, String rate) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("from", from);
    fields.put("to", to);
    return Json.with(fields, "rate", rate);
  }

  private static Map<String, Object> with(Map<String, Object> rate, String effectiveFrom) {
    return Json.with(rate, "effectiveFrom", "\"" + effectiveFrom + "\"");
  }

  private static Response put(Map<String, Object> rate) {
    return TestOperator.request().body(Json.of(rate)).put("/operator/rates");
  }

  private static Response get(String query) {
    return TestOperator.request().get("/operator/rates" + query);
  }
}
