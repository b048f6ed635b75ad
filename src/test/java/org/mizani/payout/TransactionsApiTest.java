package org.mizani.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.payout.record.PayoutStatus;
import org.mizani.support.RawHttp;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class TransactionsApiTest {

  private static final String FROM = "2026-03-01T00:00:00Z";
  private static final String TO = "2026-03-02T00:00:00Z";
  private static final String NOON = "2026-03-01T12:00:00Z";
  private static final String CURSOR = "cursor is not valid";
  private static final String LIMIT = "limit must be a positive whole number";
  private static final String STATUS =
      "status must be one of: termination_pending, termination_success, termination_failure";

  @Inject TestPartners partners;
  @Inject PastPayouts past;
  @Inject Rows rows;

  private Partner partner;

  @BeforeEach
  void aPartner() {
    partner = partners.create(Map.of(CurrencyUnit.USD, "1000"));
  }

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @Test
  void answersTheRangeAndTheRecordsOfSingleReads() {
    partner.transfer(transferOf("shown"));
    eventually(() -> read("shown"), body -> body.contains("termination_success"));

    Response list = list(Map.of("from", "2026-01-01", "to", "2100-01-01T03:00:00.000+03:00"));

    assertThat(list.statusCode()).isEqualTo(200);
    assertThat(list.asString())
        .isEqualTo(
            "{\"from\":\"2026-01-01\",\"items\":[%s],\"to\":\"2100-01-01T03:00:00.000+03:00\"}"
                .formatted(read("shown")));
  }

  @ParameterizedTest
  @CsvSource({
    "2026-03-01T12:00:00.771400Z, 2026-03-02, true",
    "2026-03-01T12:00:00.771Z, 2026-03-02, true",
    "2026-03-01T15:00:00.771400+03:00, 2026-03-02, true",
    "2026-03-01T12:00:00.771400001Z, 2026-03-02, false",
    "2026-03-01T12:00:00.771401Z, 2026-03-02, false",
    "2026-03-01T12:00:00.772Z, 2026-03-02, false",
    "2026-03-01, 2026-03-01T12:00:00.771401Z, true",
    "2026-03-01, 2026-03-01T12:00:00.771400001Z, true",
    "2026-03-01, 2026-03-01T12:00:00.771400Z, false",
    "2026-03-01, 2026-03-01T12:00:00.771Z, false",
    "2026-03-01T12:00:00.771400Z, 2026-03-01T12:00:00.771400Z, false",
    "2026-03-02, 2026-03-01, false",
    "0000-01-01, 9999-12-31T23:59:59-18:00, true"
  })
  void aRangeIncludesItsStartAndExcludesItsEnd(String from, String to, boolean within) {
    past.record(partner, "at", PayoutStatus.SUCCESS, "2026-03-01T12:00:00.771400Z");

    Response list = list(Map.of("from", from, "to", to));

    assertThat(list.statusCode()).isEqualTo(200);
    assertThat(references(list)).isEqualTo(within ? List.of("at") : List.of());
  }

  @Test
  void theNewestComesFirst() {
    past.record(partner, "second", PayoutStatus.SUCCESS, "2026-03-01T12:00:00.000002Z");
    past.record(partner, "last", PayoutStatus.FAILURE, "2026-03-01T12:00:00.000001Z");
    past.record(partner, "first", PayoutStatus.PENDING, "2026-03-01T12:00:00.000003Z");

    Response list = list(Map.of("from", FROM, "to", TO));

    assertThat(references(list)).containsExactly("first", "second", "last");
  }

  @ParameterizedTest
  @CsvSource({
    "termination_pending, PENDING",
    "termination_success, SUCCESS",
    "termination_failure, FAILURE"
  })
  void aStatusSelectsItsPayoutsAlone(String name, PayoutStatus status) {
    for (PayoutStatus each : PayoutStatus.values()) {
      past.record(partner, each + " 1", each, "2026-03-01T12:00:00Z");
      past.record(partner, each + " 2", each, "2026-03-01T11:00:00Z");
      past.record(partner, each + " before", each, "2026-02-28T23:59:59.999999Z");
    }

    Response list = list(Map.of("from", FROM, "to", TO, "status", name));

    assertThat(references(list)).containsExactly(status + " 1", status + " 2");
    assertThat(list.json().<String>getList("items.status")).containsOnly(name);
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "'', '{\"from\":\"\",\"items\":[],\"to\":\"\"}'",
        "from=&to=, '{\"from\":\"\",\"items\":[],\"to\":\"\"}'",
        "from=%20&to=%09&status=%20&limit=&cursor=, '{\"from\":\"\",\"items\":[],\"to\":\"\"}'",
        "from=2026-03-01, '{\"from\":\"2026-03-01\",\"items\":[],\"to\":\"\"}'",
        "to=2026-03-02, '{\"from\":\"\",\"items\":[],\"to\":\"2026-03-02\"}'",
        "to=2026-03-02&status=termination_success&limit=1,"
            + " '{\"from\":\"\",\"items\":[],\"to\":\"2026-03-02\"}'"
      })
  void withoutARangeThereAreNoItems(String query, String body) {
    past.record(partner, "there", PayoutStatus.SUCCESS, NOON);

    RawHttp.Answer answer = raw(query);

    assertThat(answer.status() + " " + answer.body()).isEqualTo("200 " + body);
  }

  @Test
  void theFirstOfRepeatedParametersCounts() {
    past.record(partner, "there", PayoutStatus.SUCCESS, NOON);

    RawHttp.Answer answer =
        raw("from=2026-03-01&from=never&to=2026-03-02&to=never&limit=1&limit=x&status=&status=x");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body()).contains("\"businessReference\":\"there\"").contains("2026-03-02");
  }

  @Test
  void anUnencodedPlusIsReadAsAPlus() {
    past.record(partner, "there", PayoutStatus.SUCCESS, NOON);

    RawHttp.Answer answer = raw("from=2026-03-01T15:00:00+03:00&to=2026-03-01T15:00:01%2B03:00");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(answer.body())
        .startsWith("{\"from\":\"2026-03-01T15:00:00+03:00\",\"items\":[{")
        .endsWith("}],\"to\":\"2026-03-01T15:00:01+03:00\"}");
  }

  static Stream<Arguments> invalidParameters() {
    String from = "from must be an ISO 8601 date and time";
    String to = "to must be an ISO 8601 date and time";
    return Stream.of(
        Arguments.of("from", "yesterday", from),
        Arguments.of("from", "2026-02-30", from),
        Arguments.of("from", "1772366400", from),
        Arguments.of("from", "\0", from),
        Arguments.of("from", "x".repeat(3000), from),
        Arguments.of("to", "tomorrow", to),
        Arguments.of("to", "2026-03-02T25:00:00Z", to),
        Arguments.of("status", "success", STATUS),
        Arguments.of("status", "TERMINATION_SUCCESS", STATUS),
        Arguments.of("status", "completed", STATUS),
        Arguments.of("status", "termination_success,termination_failure", STATUS),
        Arguments.of("status", "termination_success\0", STATUS),
        Arguments.of("limit", "0", LIMIT),
        Arguments.of("limit", "-1", LIMIT),
        Arguments.of("limit", "1.5", LIMIT),
        Arguments.of("limit", "all", LIMIT),
        Arguments.of("cursor", "x", CURSOR),
        Arguments.of("cursor", "\0", CURSOR),
        Arguments.of("cursor", "AAAA", CURSOR),
        Arguments.of("cursor", "A".repeat(80), CURSOR),
        Arguments.of("cursor", "_".repeat(80), CURSOR),
        Arguments.of("cursor", "A".repeat(3000), CURSOR),
        Arguments.of("cursor", "Ünïcode", CURSOR),
        Arguments.of("cursor", "../../etc/passwd", CURSOR));
  }

  @ParameterizedTest
  @MethodSource("invalidParameters")
  void refusesInvalidParameters(String parameter, String value, String message) {
    Map<String, String> query = new HashMap<>(Map.of("from", FROM, "to", TO));
    query.put(parameter, value);

    assertRefused(list(query), 400, message);
  }

  @Test
  void anInvalidEndIsReportedWithoutAStart() {
    assertRefused(list(Map.of("to", "never")), 400, "to must be an ISO 8601 date and time");
  }

  private Response list(Map<String, String> query) {
    return partner.request().queryParams(query).get("/business/transactions");
  }

  private RawHttp.Answer raw(String query) {
    return RawHttp.send(
        "GET /business/transactions" + (query.isEmpty() ? "" : "?" + query),
        "Authorization: Bearer " + partner.token());
  }

  private String read(String reference) {
    return partner.request().get("/business/transactions/" + reference).asString();
  }

  private static List<String> references(Response list) {
    return list.json().<String>getList("items.businessReference");
  }
}
