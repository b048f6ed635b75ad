package org.mizani.verification;

import static org.mizani.support.Refusals.assertAnswer;
import static org.mizani.support.Refusals.assertRefused;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.util.LinkedHashMap;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.support.Json;
import org.mizani.support.Response;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PaymentVerificationApiTest {

  private static final String COUNTRIES = "countryCode must be one of: KE, TZ, UG, ZA";
  private static final String TYPE = "type must be \"paybill\" or \"till\"";
  private static final String NOT_VERIFIED = "{\"verified\":false,\"displayName\":\"\"}";

  private final TestPartners partners = TestPartners.here();

  private Partner partner;

  @BeforeAll
  void aPartner() {
    partner = partners.create(Map.of());
  }

  @ParameterizedTest
  @CsvSource({"KE, 1743, 79", "TZ, 610000, 01", "UG, 4000, 01", "ZA, 1000, 01"})
  void verifiesEveryDesignatedTill(String country, String number, String ending) {
    for (String last : new String[] {ending, "91", "92", "93", "94", "95"}) {
      assertAnswer(till(country, number + last), 200, verified(country));
    }
  }

  @ParameterizedTest
  @CsvSource({"KE, 6000, 00", "TZ, 6100, 00", "ZA, 1100, 00"})
  void verifiesEveryDesignatedPaybill(String country, String number, String ending) {
    for (String last : new String[] {ending, "91", "92", "93", "94", "95"}) {
      assertAnswer(paybill(country, number + last, "ACC-001"), 200, verified(country));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "KE, 174378",
    "KE, 174390",
    "KE, 1743790",
    "KE, 600000",
    "KE, 1",
    "KE, 0",
    "KE, duka",
    "KE, ' 174379'",
    "TZ, 174379",
    "TZ, 61000002",
    "UG, 400002",
    "ZA, 100002",
    "ZA, 110000"
  })
  void verifiesNoOtherTill(String country, String number) {
    assertAnswer(till(country, number), 200, NOT_VERIFIED);
  }

  @ParameterizedTest
  @CsvSource({
    "KE, 600001, ACC-001",
    "KE, 600000, ACC-002",
    "KE, 600000, acc-001",
    "KE, 174379, ACC-001",
    "TZ, 600000, ACC-001",
    "TZ, 610000, ACC-1",
    "ZA, 110001, ACC-001"
  })
  void verifiesNoOtherPaybill(String country, String number, String account) {
    assertAnswer(paybill(country, number, account), 200, NOT_VERIFIED);
  }

  @Test
  void acceptsAKenyanNumberWithItsQrPadding() {
    assertAnswer(till("KE", "0000174379"), 200, verified("KE"));
    assertAnswer(paybill("KE", "0000600000", "ACC-001"), 200, verified("KE"));
  }

  @ParameterizedTest
  @CsvSource({"TZ, 0061000001", "UG, 0400001", "ZA, 0100001"})
  void keepsThePaddingOfOtherNumbers(String country, String number) {
    assertAnswer(till(country, number), 200, NOT_VERIFIED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"ACC-001\"", "\"anything\"", "\"\"", "null"})
  void ignoresTheAccountOfATill(String account) {
    Map<String, Object> body = body("KE", "till", "174379");

    assertAnswer(send(Json.of(Json.with(body, "accountReference", account))), 200, verified("KE"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}                                                              | countryCode is required",
        "{\"type\":\"till\",\"lipaNumber\":\"174379\"}                   | countryCode is required",
        "{\"countryCode\":\" \"}                                         | countryCode is required",
        "{\"countryCode\":\"US\"}                                        | " + COUNTRIES,
        "{\"countryCode\":\"ke\",\"type\":\"x\"}                         | " + COUNTRIES,
        "{\"countryCode\":\"KE\"}                                        | " + TYPE,
        "{\"countryCode\":\"KE\",\"type\":\"\",\"lipaNumber\":\"1\"}     | " + TYPE,
        "{\"countryCode\":\"KE\",\"type\":\"Till\",\"lipaNumber\":\"1\"} | " + TYPE,
        "{\"countryCode\":\"KE\",\"type\":\"bank\"}                      | " + TYPE,
        "{\"countryCode\":\"UG\",\"type\":\"bank\"}                      | " + TYPE,
        "{\"countryCode\":\"UG\",\"type\":\"paybill\"}"
            + "| Uganda supports till verification only",
        "{\"countryCode\":\"UG\",\"type\":\"till\"}                      | lipaNumber is required",
        "{\"countryCode\":\"KE\",\"type\":\"till\",\"lipaNumber\":null}  | lipaNumber is required",
        "{\"countryCode\":\"KE\",\"type\":\"till\",\"lipaNumber\":\" \"} | lipaNumber is required",
        "{\"countryCode\":\"KE\",\"type\":\"paybill\"}                   | lipaNumber is required",
        "{\"countryCode\":\"KE\",\"type\":\"till\",\"lipaNumber\":\"1\\n2\"}"
            + "| lipaNumber must not contain control characters",
        "{\"countryCode\":\"KE\",\"type\":\"paybill\",\"lipaNumber\":\"600000\"}"
            + "| accountReference is required",
        "{\"countryCode\":\"KE\",\"type\":\"paybill\",\"lipaNumber\":\"9\",\"accountReference\":\" \"}"
            + "| accountReference is required",
        "{\"countryCode\":\"KE\",\"type\":\"paybill\",\"lipaNumber\":\"9\",\"accountReference\":\"\\u0000\"}"
            + "| accountReference must not contain control characters"
      })
  void refusesMissingAndInvalidFields(String body, String message) {
    assertRefused(send(body), 400, message);
  }

  @Test
  void refusesOverlongTexts() {
    String overlong = "1".repeat(101);

    assertRefused(till("KE", overlong), 400, "lipaNumber must be at most 100 characters");
    assertRefused(
        paybill("KE", "600000", overlong), 400, "accountReference must be at most 100 characters");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "{",
        "{\"countryCode\":\"KE\",\"type\":\"till\",\"lipaNumber\":174379}",
        "{\"countryCode\":\"KE\",\"type\":true,\"lipaNumber\":\"174379\"}",
        "{\"countryCode\":\"KE\",\"type\":\"till\",\"lipaNumber\":\"174379\",\"accountReference\":1}"
      })
  void refusesMalformedBodies(String body) {
    assertRefused(send(body), 400, "invalid payload");
  }

  private Response till(String country, String number) {
    return send(Json.of(body(country, "till", number)));
  }

  private Response paybill(String country, String number, String account) {
    Map<String, Object> body = body(country, "paybill", number);
    body.put("accountReference", account);
    return send(Json.of(body));
  }

  private Response send(String body) {
    return partner.request().body(body).post("/business/verify-payment");
  }

  private static Map<String, Object> body(String country, String type, String number) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("countryCode", country);
    body.put("type", type);
    body.put("lipaNumber", number);
    return body;
  }

  private static String verified(String country) {
    return "{\"verified\":true,\"displayName\":\"TEST RECIPIENT %s\"}".formatted(country);
  }
}
