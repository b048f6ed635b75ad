package org.mizani.collection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.collectionOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.support.Json;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Each rule of each field of a collection; a request that breaks a rule leaves no trace. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class CollectionFieldsApiTest {

  private static final List<String> REQUIRED = List.of("amount", "currency", "mobile");
  private static final List<String> TEXTS = List.of("currency", "mobile", "reference", "narration");
  private static final String MOBILE = "mobile must be a valid E.164 phone number";
  private static final String MISMATCH = "currency does not match mobile country";

  private final TestPartners partners = TestPartners.here();
  private final Rows rows = Rows.here();

  private Partner partner;

  @BeforeAll
  void aPartner() {
    partner = partners.createShop(Map.of());
  }

  @AfterEach
  void noCollectionIsRecorded() {
    assertThat(
            rows.count(
                "SELECT count(*) FROM collection WHERE business_id = $1", partner.businessId()))
        .isZero();
  }

  static Stream<Arguments> missingValues() {
    return REQUIRED.stream()
        .flatMap(
            field ->
                Stream.concat(Stream.of((String) null, "null"), blanks(field))
                    .map(json -> Arguments.of(field, json)));
  }

  private static Stream<String> blanks(String field) {
    return field.equals("amount") ? Stream.empty() : Stream.of("\"\"", "\"  \"", "\"\\t\\n\"");
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("missingValues")
  void refusesAMissingRequiredField(String field, String json) {
    assertRefused(send(field, json), 400, field + " is required");
  }

  static IntStream positions() {
    return IntStream.range(0, REQUIRED.size());
  }

  @ParameterizedTest
  @MethodSource("positions")
  void reportsTheFirstMissingFieldInTableOrder(int first) {
    Map<String, Object> body = new LinkedHashMap<>();
    REQUIRED.subList(0, first).forEach(field -> body.put(field, collectionOf("x").get(field)));

    assertRefused(send(body), 400, REQUIRED.get(first) + " is required");
  }

  @ParameterizedTest
  @ValueSource(strings = {"currency", "mobile", "reference", "narration"})
  void refusesOverlongTextsAndControlCharacters(String field) {
    assertRefused(
        send(field, "\"" + "x".repeat(101) + "\""), 400, field + " must be at most 100 characters");
    for (String control : List.of("\\u0000", "\\n", "\\u007f", "\\ud800")) {
      assertRefused(
          send(field, "\"x" + control + "y\""),
          400,
          field + " must not contain control characters");
    }
  }

  static Stream<Arguments> valuesOfAnotherType() {
    Stream<Arguments> amounts =
        Stream.of("\"150\"", "true", "[150]", "{}").map(json -> Arguments.of("amount", json));
    Stream<Arguments> texts =
        Stream.concat(TEXTS.stream(), Stream.of("callbackUrl", "forceStatus"))
            .flatMap(
                field ->
                    Stream.of("12", "true", "[\"x\"]", "{}")
                        .map(json -> Arguments.of(field, json)));
    return Stream.concat(amounts, texts);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("valuesOfAnotherType")
  void refusesValuesOfAnotherType(String field, String json) {
    assertRefused(send(field, json), 400, "invalid payload");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "null", "[]", "\"text\"", "1", "{", "{} {}", "{\"amount\":1,}"})
  void refusesMalformedBodies(String body) {
    assertRefused(
        partner.request().body(body).post("/business/collections"), 400, "invalid payload");
  }

  @Test
  void refusesAnotherContentType() {
    Response answer =
        partner
            .request()
            .contentType("text/plain")
            .body(Json.of(collectionOf("order")))
            .post("/business/collections");

    assertRefused(answer, 400, "invalid payload");
  }

  @ParameterizedTest
  @CsvSource({
    "KES, 0, amount must be greater than 0",
    "KES, -1, amount must be greater than 0",
    "KES, -1e400, amount must be greater than 0",
    "KES, 9.99, amount must be at least 10 KES",
    "KES, 10.001, amount must have at most 2 decimal places for KES",
    "KES, 1e-7, amount must have at most 2 decimal places for KES",
    "KES, 1E-300000000, amount must have at most 2 decimal places for KES",
    "KES, 1E400, amount is too large",
    "KES, 12345678901234567890, amount is too large",
    "TZS, 499.99, amount must be at least 500 TZS",
    "UGX, 499, amount must be at least 500 UGX",
    "UGX, 500.5, amount must have at most 0 decimal places for UGX"
  })
  void refusesInvalidAmounts(String currency, String amount, String message) {
    Map<String, Object> body = Json.with(collectionOf("x"), "currency", '"' + currency + '"');

    assertRefused(send(Json.with(body, "amount", amount)), 400, message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ZAR", "USD", "EUR", "kes", "XXX", "KES "})
  void refusesCurrenciesOfOtherCountries(String currency) {
    assertRefused(
        send("currency", '"' + currency + '"'), 400, "currency must be one of: KES, TZS, UGX");
  }

  @ParameterizedTest
  @CsvSource({
    "KES, 0712345678, " + MOBILE,
    "KES, 254712345678, " + MOBILE,
    "KES, +25471234567, " + MOBILE,
    "KES, +2547123456789, " + MOBILE,
    "KES, +254 712 345 678, " + MOBILE,
    "KES, +254712345x78, " + MOBILE,
    "KES, +254200000, " + MOBILE,
    "KES, +, " + MOBILE,
    "KES, +999712345678, " + MOBILE,
    "UGX, +2560772000001, " + MOBILE,
    "KES, +2782100, " + MOBILE,
    "KES, +27521000001, " + MOBILE,
    "KES, +255754000001, " + MISMATCH,
    "TZS, +254712345678, " + MISMATCH,
    "UGX, +254712345678, " + MISMATCH,
    "KES, +27821000001, " + MISMATCH,
    "KES, +4915112345678, " + MISMATCH,
    "KES, +447700900000, " + MISMATCH
  })
  void requiresAPhoneOfTheCurrencysCountry(String currency, String mobile, String message) {
    Map<String, Object> body = Json.with(collectionOf("x"), "currency", '"' + currency + '"');
    body = Json.with(body, "amount", "1000");

    assertRefused(send(Json.with(body, "mobile", '"' + mobile + '"')), 400, message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"/hook", "ftp://a.org/", "http://", "http:///x", "hook"})
  void requiresAnAbsoluteCallbackUrl(String url) {
    assertRefused(
        send("callbackUrl", '"' + url + '"'),
        400,
        "callbackUrl must be an absolute http:// or https:// URL");
  }

  @ParameterizedTest
  @ValueSource(strings = {"completed", "termination_success", "COLLECTION_SUCCESS", "success"})
  void refusesAnUnknownForcedStatus(String status) {
    assertRefused(
        send("forceStatus", '"' + status + '"'),
        400,
        "forceStatus must be one of: collection_pending, collection_success, collection_failure,"
            + " cancelled");
  }

  private Response send(String field, String json) {
    return send(Json.with(collectionOf("fields"), field, json));
  }

  private Response send(Map<String, ?> body) {
    return partner.request().body(Json.of(body)).post("/business/collections");
  }
}
