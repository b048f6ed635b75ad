package org.mizani.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.assertRefused;

import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.Json;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/**
 * Rules of the fields that payments and bank payouts share, tested with each of the two; a request
 * that breaks a rule leaves no trace.
 */
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
abstract class FieldRules {

  private static final String TYPE = "type";
  private static final String AMOUNT = "amount";
  private static final String PURPOSES =
      "family_support, education, business_payment, medical, investment, construction, rent,"
          + " general, fuel, repairs, gift, personal_care, food_and_groceries, transport, travel,"
          + " shopping, entertainment, donations, other";
  private static final String SOURCES =
      "salary, savings, business_income, sale_of_assets, investment_income, other";

  private final TestPartners partners = TestPartners.here();
  private final Rows rows = Rows.here();

  private Partner partner;

  /** The path of the operation that creates such a payout. */
  abstract String path();

  /** The required fields in the order of the contract's table. */
  abstract List<String> required();

  /** The optional texts that have rules of their own. */
  abstract List<String> optional();

  /** A valid body of a payout to which all of {@link #required} and {@link #optional} apply. */
  abstract Map<String, Object> validBody();

  @BeforeAll
  void aPartner() {
    partner =
        partners.create(
            Map.of(CurrencyUnit.USD, "100", CurrencyUnit.UGX, "100000", CurrencyUnit.ZAR, "1000"));
  }

  @AfterEach
  void noPayoutIsRecordedAndNoMoneyMoves() {
    assertThat(rows.payoutsOf(partner.businessId())).isZero();
    assertThat(
            rows.count(
                "SELECT sum(available_minor - holding_minor)::bigint FROM wallet"
                    + " WHERE business_id = $1",
                partner.businessId()))
        .isEqualTo(100_00 + 100_000 + 1000_00);
  }

  private static String missingMessage(String field) {
    return field.equals(TYPE) ? "type must be \"paybill\" or \"till\"" : field + " is required";
  }

  Stream<Arguments> missingValues() {
    return required().stream()
        .flatMap(
            field ->
                Stream.concat(Stream.of((String) null, "null"), blanks(field))
                    .map(json -> Arguments.of(field, json)));
  }

  private static Stream<String> blanks(String field) {
    return field.equals(AMOUNT) ? Stream.empty() : Stream.of("\"\"", "\"  \"", "\"\\t\\n\"");
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("missingValues")
  void refusesAMissingRequiredField(String field, String json) {
    assertRefused(send(field, json), 400, missingMessage(field));
  }

  Stream<String> texts() {
    return Stream.concat(required().stream(), optional().stream())
        .filter(field -> !field.equals(AMOUNT) && !field.equals(TYPE));
  }

  @ParameterizedTest
  @MethodSource("texts")
  void refusesOverlongTexts(String field) {
    Response response = send(field, "\"" + "x".repeat(101) + "\"");

    assertRefused(response, 400, field + " must be at most 100 characters");
  }

  @ParameterizedTest
  @MethodSource("texts")
  void refusesControlCharacters(String field) {
    for (String control : List.of("\\u0000", "\\n", "\\u001b[31m", "\\u007f", "\\ud800")) {
      Response response = send(field, "\"x" + control + "y\"");

      assertRefused(response, 400, field + " must not contain control characters");
    }
  }

  Stream<Arguments> valuesOfAnotherType() {
    Stream<Arguments> amounts =
        Stream.of("\"1000\"", "true", "[1000]", "{}").map(json -> Arguments.of(AMOUNT, json));
    Stream<Arguments> texts =
        Stream.concat(texts(), Stream.of(TYPE, "callbackUrl", "forceStatus"))
            .filter(field -> !field.equals(TYPE) || validBody().containsKey(TYPE))
            .flatMap(
                field -> Stream.of("12", "true", "[\"x\"]").map(json -> Arguments.of(field, json)));
    return Stream.concat(amounts, texts);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("valuesOfAnotherType")
  void refusesValuesOfAnotherType(String field, String json) {
    assertRefused(send(field, json), 400, "invalid payload");
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "null", "[]", "\"text\"", "{", "{} {}"})
  void refusesMalformedBodies(String body) {
    assertRefused(partner.request().body(body).post(path()), 400, "invalid payload");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "senderCurrency    | usd          | one of: USD, EUR, GBP, KES, TZS, UGX, ZAR",
        "senderIdType      | Passport     | one of: passport, national_id, driving_license",
        "senderDob         | 12-04-1990   | a date in the form YYYY-MM-DD",
        "senderDob         | 1990-02-30   | a date in the form YYYY-MM-DD",
        "senderDob         | 2999-01-01   | in the past",
        "senderNationality | KEN          | a 2-letter country code",
        "senderNationality | ke           | a 2-letter country code",
        "senderTelephoneNo | 0712345678   | a phone number with country code",
        "callbackUrl       | /hook        | an absolute http:// or https:// URL",
        "callbackUrl       | ftp://a.org/ | an absolute http:// or https:// URL",
        "purposeOfTransfer | charity      | one of: " + PURPOSES,
        "sourceOfFunds     | lottery      | one of: " + SOURCES,
        "forceStatus       | completed    |"
            + " one of: termination_pending, termination_success, termination_failure"
      })
  void refusesValuesThatASharedFieldDoesNotTake(String field, String value, String rule) {
    assertRefused(send(field, "\"" + value + "\""), 400, field + " must be " + rule);
  }

  @ParameterizedTest
  @CsvSource({
    "0, amount must be greater than 0",
    "-1, amount must be greater than 0",
    "0.001, amount must have at most 2 decimal places for KES",
    "10000000000000, amount is too large",
    "0.64, amount is too small"
  })
  void refusesInvalidAmounts(String amount, String message) {
    assertRefused(send(AMOUNT, amount), 400, message);
  }

  IntStream positions() {
    return IntStream.range(0, required().size());
  }

  @ParameterizedTest
  @MethodSource("positions")
  void reportsTheFirstMissingFieldInTableOrder(int first) {
    Map<String, Object> body = new LinkedHashMap<>();
    // Sent in the opposite order: it is the table's order that counts.
    List<String> reversed = new ArrayList<>(required().subList(0, first));
    Collections.reverse(reversed);
    reversed.forEach(field -> body.put(field, validBody().get(field)));

    assertRefused(send(body), 400, missingMessage(required().get(first)));
  }

  /**
   * Sends the valid body with one field changed to this JSON text, or left out if the text is null.
   */
  Response send(String field, String json) {
    return send(Json.with(validBody(), field, json));
  }

  Response send(Map<String, ?> body) {
    return partner.request().body(Json.of(body)).post(path());
  }
}
