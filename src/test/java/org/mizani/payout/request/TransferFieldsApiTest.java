package org.mizani.payout.request;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.transferOf;

import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.InstantSource;
import java.util.ArrayList;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.OptionalInt;
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
import org.mizani.corridor.BankDirectory;
import org.mizani.corridor.CorridorRules;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.money.CurrencyUnit;
import org.mizani.payout.request.PayoutRequest.TransferRequest;
import org.mizani.service.ServiceConfig;
import org.mizani.service.ServiceEnvironment;
import org.mizani.support.Json;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Each rule of each field of a transfer; a request that breaks a rule leaves no trace. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TransferFieldsApiTest {

  /** The required fields in the order of the contract's table (section 2.5). */
  private static final List<String> REQUIRED =
      List.of(
          "senderCurrency",
          "receiverCurrency",
          "amount",
          "senderFirstName",
          "senderLastName",
          "senderDob",
          "senderIdType",
          "senderIdNumber",
          "senderNationality",
          "senderTelephoneNo",
          "receiverFirstName",
          "receiverLastName",
          "relationship",
          "payoutCountry",
          "purposeOfTransfer",
          "sourceOfFunds",
          "businessReference",
          "receiverPhone");

  private static final List<String> TEXTS =
      REQUIRED.stream().filter(field -> !field.equals("amount")).toList();

  private static final String PURPOSES =
      "family_support, education, business_payment, medical, investment, construction, rent,"
          + " general, fuel, repairs, gift, personal_care, food_and_groceries, transport, travel,"
          + " shopping, entertainment, donations, other";
  private static final String SOURCES =
      "salary, savings, business_income, sale_of_assets, investment_income, other";
  private static final String CALLBACK = "callbackUrl must be an absolute http:// or https:// URL";

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject CorridorRules corridors;
  @Inject BankDirectory banks;
  @Inject InstantSource clock;
  @Inject ObjectMapper json;

  private Partner partner;

  @BeforeAll
  void aPartner() {
    partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
  }

  @AfterEach
  void noPayoutIsRecordedAndNoMoneyMoves() {
    assertThat(rows.payoutsOf(partner.businessId())).isZero();
    assertThat(
            rows.count(
                "SELECT available_minor - holding_minor FROM wallet WHERE business_id = $1",
                partner.businessId()))
        .isEqualTo(100_00);
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

  static Stream<String> texts() {
    return TEXTS.stream();
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

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "senderCurrency | \"usd\" | senderCurrency must be one of: USD, EUR, GBP, KES, TZS, UGX,"
            + " ZAR",
        "senderCurrency | \"XXX\" | senderCurrency must be one of: USD, EUR, GBP, KES, TZS, UGX,"
            + " ZAR",
        "receiverCurrency | \"USD\" | receiverCurrency must be one of: KES, TZS, UGX, ZAR",
        "receiverCurrency | \"kes\" | receiverCurrency must be one of: KES, TZS, UGX, ZAR",
        "receiverCurrency | \"KES \" | receiverCurrency must be one of: KES, TZS, UGX, ZAR",
        "receiverCurrency | \"TZS\" | receiverCurrency must be KES for payoutCountry KE",
        "senderIdType | \"passports\" | senderIdType must be one of: passport, national_id,"
            + " driving_license",
        "senderIdType | \"Passport\" | senderIdType must be one of: passport, national_id,"
            + " driving_license",
        "payoutCountry | \"ke\" | payoutCountry must be one of: KE, TZ, UG, ZA",
        "payoutCountry | \"US\" | payoutCountry must be one of: KE, TZ, UG, ZA",
        "payoutCountry | \"TZ\" | receiverCurrency must be TZS for payoutCountry TZ",
        "senderDob | \"12-04-1990\" | senderDob must be a date in the form YYYY-MM-DD",
        "senderDob | \"1990-4-12\" | senderDob must be a date in the form YYYY-MM-DD",
        "senderDob | \"1990-02-30\" | senderDob must be a date in the form YYYY-MM-DD",
        "senderDob | \"1990-04-12T00:00:00Z\" | senderDob must be a date in the form YYYY-MM-DD",
        "senderDob | \"+1990-04-12\" | senderDob must be a date in the form YYYY-MM-DD",
        "senderDob | \"2999-01-01\" | senderDob must be in the past",
        "senderNationality | \"ke\" | senderNationality must be a 2-letter country code",
        "senderNationality | \"KEN\" | senderNationality must be a 2-letter country code",
        "senderNationality | \"XX\" | senderNationality must be a 2-letter country code",
        "senderTelephoneNo | \"0712345678\" | senderTelephoneNo must be a phone number with country"
            + " code",
        "senderTelephoneNo | \"+254 712 345678\" | senderTelephoneNo must be a phone number with"
            + " country code",
        "receiverPhone | \"0712345678\" | receiverPhone must be a valid phone number with country"
            + " code",
        "receiverPhone | \"+2547123\" | receiverPhone must be a valid phone number with country"
            + " code",
        "receiverPhone | \"+2540712345678\" | receiverPhone must be a valid phone number with"
            + " country code",
        "receiverPhone | \"+25471234567x\" | receiverPhone must be a valid phone number with"
            + " country code",
        "receiverPhone | \"+255754000001\" | receiverPhone must use the correct international"
            + " prefix for the given payoutCountry"
      })
  void refusesValuesThatAFieldDoesNotTake(String field, String json, String message) {
    assertRefused(send(field, json), 400, message);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Family_support", "charity", "family_support,education"})
  void refusesAnUnknownPurpose(String purpose) {
    Response response = send("purposeOfTransfer", "\"" + purpose + "\"");

    assertRefused(response, 400, "purposeOfTransfer must be one of: " + PURPOSES);
  }

  @ParameterizedTest
  @ValueSource(strings = {"Salary", "lottery", "salary "})
  void refusesAnUnknownSource(String source) {
    Response response = send("sourceOfFunds", "\"" + source + "\"");

    assertRefused(response, 400, "sourceOfFunds must be one of: " + SOURCES);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "example.org/hook",
        "/hook",
        "//example.org/hook",
        "ftp://example.org/",
        "https://",
        "http:/example.org",
        "https:example.org",
        "javascript:alert(1)",
        "file:///etc/passwd",
        "https://exa mple.org/",
        "https://example.org:99999/"
      })
  void refusesInvalidCallbackUrls(String url) {
    assertRefused(send("callbackUrl", "\"" + url + "\""), 400, CALLBACK);
  }

  @ParameterizedTest
  @ValueSource(strings = {"completed", "success", "TERMINATION_SUCCESS", "termination_success "})
  void refusesAnUnknownForcedStatus(String status) {
    assertRefused(
        send("forceStatus", "\"" + status + "\""),
        400,
        "forceStatus must be one of:"
            + " termination_pending, termination_success, termination_failure");
  }

  @Test
  void productionRefusesAForcedStatus() {
    PayoutOrderReader orders =
        new PayoutOrderReader(new PayoutFields(new Production(), clock), corridors, banks);
    Map<String, Object> body = new LinkedHashMap<>(transferOf("forced"));
    body.put("forceStatus", "termination_success");
    TransferRequest request = json.convertValue(body, TransferRequest.class);

    assertThatThrownBy(() -> orders.read(request))
        .isInstanceOf(ApiException.class)
        .hasMessage("forceStatus is not available in production");
  }

  /** Settings of a deployment in production. */
  private static final class Production implements ServiceConfig {

    @Override
    public Optional<String> dataDir() {
      return Optional.empty();
    }

    @Override
    public boolean migrateAtStart() {
      return true;
    }

    @Override
    public ServiceEnvironment environment() {
      return ServiceEnvironment.PRODUCTION;
    }

    @Override
    public OptionalInt rateLimitPerMinute() {
      return OptionalInt.empty();
    }

    @Override
    public CallerCache callers() {
      throw new AssertionError("a form needs no callers");
    }
  }

  @ParameterizedTest
  @CsvSource({
    "0, amount must be greater than 0",
    "0.00, amount must be greater than 0",
    "-0.0, amount must be greater than 0",
    "-1, amount must be greater than 0",
    "-1e400, amount must be greater than 0",
    "0.001, amount must have at most 2 decimal places for KES",
    "12.345, amount must have at most 2 decimal places for KES",
    "1e-7, amount must have at most 2 decimal places for KES",
    "1E-400, amount must have at most 2 decimal places for KES",
    "1E-300000000, amount must have at most 2 decimal places for KES",
    "10000000000000, amount is too large",
    "12345678901234567890, amount is too large",
    "1E400, amount is too large",
    "1E300000000, amount is too large",
    "0.1, amount is too small",
    "0.2, amount is too small",
    "0.64, amount is too small"
  })
  void refusesInvalidAmounts(String amount, String message) {
    assertRefused(send("amount", amount), 400, message);
  }

  @Test
  void refusesDecimalsOfACurrencyWithoutMinorUnits() {
    Map<String, Object> uganda = Json.with(transferOf("ug"), "receiverCurrency", "\"UGX\"");

    assertRefused(
        send(Json.with(uganda, "amount", "500.5")),
        400,
        "amount must have at most 0 decimal places for UGX");
  }

  @ParameterizedTest
  @ValueSource(strings = {".", ".."})
  void refusesAReferenceOfDots(String reference) {
    assertRefused(
        send("businessReference", '"' + reference + '"'),
        400,
        "businessReference must not be . or ..");
  }

  @Test
  void ugandaTakesTillsOnly() {
    Map<String, Object> uganda =
        Json.with(
            Json.with(transferOf("ug"), "receiverCurrency", "\"UGX\""), "payoutCountry", "\"UG\"");

    assertRefused(
        send(Json.with(uganda, "receiverPhone", "\"+256772000001\"")),
        400,
        "Uganda supports till payouts only");
  }

  static IntStream positions() {
    return IntStream.range(0, REQUIRED.size() - 1);
  }

  @ParameterizedTest
  @MethodSource("positions")
  void reportsTheFirstMissingFieldInTableOrder(int first) {
    Map<String, Object> body = new LinkedHashMap<>();
    // Sent in the opposite order: it is the table's order that counts.
    List<String> reversed = new ArrayList<>(REQUIRED.subList(0, first));
    Collections.reverse(reversed);
    reversed.forEach(field -> body.put(field, transferOf("order").get(field)));

    assertRefused(send(body), 400, REQUIRED.get(first) + " is required");
  }

  static Stream<Arguments> invalidThenMissingFields() {
    return Stream.of(
        Arguments.of(
            "senderDob", "senderIdType", "senderDob must be a date in the form YYYY-MM-DD"),
        Arguments.of(
            "sourceOfFunds", "businessReference", "sourceOfFunds must be one of: " + SOURCES),
        Arguments.of("callbackUrl", "receiverPhone", CALLBACK));
  }

  @ParameterizedTest
  @MethodSource("invalidThenMissingFields")
  void reportsAWrongValueBeforeALaterMissingOne(String wrong, String missing, String message) {
    Map<String, Object> body = Json.with(transferOf("order"), wrong, "\"wrong\"");

    assertRefused(send(Json.with(body, missing, null)), 400, message);
  }

  private Response send(String field, String json) {
    return send(Json.with(transferOf("fields"), field, json));
  }

  private Response send(Map<String, ?> body) {
    return partner.request().body(Json.of(body)).post("/business/payout/transfer");
  }
}
