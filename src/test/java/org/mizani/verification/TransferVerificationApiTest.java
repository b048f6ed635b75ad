package org.mizani.verification;

import static org.mizani.support.Refusals.assertAnswer;
import static org.mizani.support.Refusals.assertRefused;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.support.Response;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TransferVerificationApiTest {

  private static final String COUNTRIES = "countryCode must be one of: KE, TZ, UG, ZA";
  private static final String PREFIX =
      "phoneNumber must use the correct international prefix for the given countryCode";
  private static final String MALFORMED =
      "phoneNumber must be a valid phone number with country code";

  private final TestPartners partners = TestPartners.here();

  private Partner partner;

  @BeforeAll
  void aPartner() {
    partner = partners.create(Map.of());
  }

  @ParameterizedTest
  @CsvSource({
    "KE, +2547123456, 78",
    "TZ, +2557540000, 01",
    "UG, +2567720000, 01",
    "ZA, +278210000, 01"
  })
  void verifiesEveryDesignatedNumber(String country, String number, String ending) {
    for (String last : new String[] {ending, "91", "92", "93", "94", "95"}) {
      assertAnswer(
          verify(country, number + last),
          200,
          verified("TEST RECIPIENT " + country, number + last));
    }
  }

  @ParameterizedTest
  @CsvSource({
    "KE, +254712345679",
    "KE, +254712345690",
    "KE, +254712345696",
    "KE, +254712345778",
    "KE, +254110000091",
    "KE, +254000000000",
    "KE, +254201234567",
    "TZ, +255754000002",
    "TZ, +255754000078",
    "TZ, +255000000000",
    "UG, +256772000002",
    "UG, +256000000000",
    "ZA, +27821000002",
    "ZA, +27111000001",
    "ZA, +27000000000"
  })
  void verifiesNoOtherNumber(String country, String number) {
    assertAnswer(verify(country, number), 200, notVerified(number));
  }

  @Test
  void takesANumberWithoutItsPlus() {
    assertAnswer(verify("KE", "254712345678"), 200, verified("TEST RECIPIENT KE", "+254712345678"));
    assertAnswer(verify("KE", "254712345679"), 200, notVerified("+254712345679"));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "{}                                                     | countryCode is required",
        "{\"phoneNumber\":\"+254712345678\"}                    | countryCode is required",
        "{\"countryCode\":null,\"phoneNumber\":\"\"}            | countryCode is required",
        "{\"countryCode\":\" \",\"phoneNumber\":\"0\"}          | countryCode is required",
        "{\"countryCode\":\"US\"}                               | " + COUNTRIES,
        "{\"countryCode\":\"ke\",\"phoneNumber\":\"0\"}         | " + COUNTRIES,
        "{\"countryCode\":\"KE \",\"phoneNumber\":\"0\"}        | " + COUNTRIES,
        "{\"countryCode\":\"KE\"}                               | empty mobile number",
        "{\"countryCode\":\"KE\",\"phoneNumber\":null}          | empty mobile number",
        "{\"countryCode\":\"KE\",\"phoneNumber\":\"\"}          | empty mobile number",
        "{\"countryCode\":\"KE\",\"phoneNumber\":\" \\t\"}      | empty mobile number",
        "{\"countryCode\":\"KE\",\"phoneNumber\":\"+254\\u0000\"}"
            + "| phoneNumber must not contain control characters"
      })
  void refusesMissingAndInvalidFields(String body, String message) {
    assertRefused(send(body), 400, message);
  }

  @ParameterizedTest
  @CsvSource({
    "KE, +255754000001",
    "KE, +256772000001",
    "KE, +27821000001",
    "TZ, +254712345678",
    "UG, +254712345678",
    "ZA, +254712345678",
    "KE, 255754000001",
    "KE, 0712345678",
    "KE, 712345678",
    "KE, 00254712345678",
    "KE, ++254712345678",
    "KE, ' +254712345678'",
    "KE, hello"
  })
  void refusesANumberWithoutThePrefixOfItsCountry(String country, String number) {
    assertRefused(verify(country, number), 400, PREFIX);
  }

  @ParameterizedTest
  @CsvSource({
    "KE, +254",
    "KE, +25471234567",
    "KE, +2547123456789",
    "KE, +2540712345678",
    "UG, +2560772000001",
    "KE, +254 712 345 678",
    "KE, +254-712-345678",
    "KE, '+254712345678 '",
    "KE, +25471234567x",
    "KE, +25471234567\u0668",
    "ZA, +2782100000"
  })
  void refusesAMalformedNumberWithTheRightPrefix(String country, String number) {
    assertRefused(verify(country, number), 400, MALFORMED);
  }

  @Test
  void refusesAnOverlongNumber() {
    assertRefused(
        verify("KE", "+254" + "7".repeat(97)), 400, "phoneNumber must be at most 100 characters");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "\"text\"",
        "{",
        "{\"countryCode\":1}",
        "{\"countryCode\":\"KE\",\"phoneNumber\":254712345678}",
        "{\"countryCode\":\"KE\",\"phoneNumber\":[\"+254712345678\"]}"
      })
  void refusesMalformedBodies(String body) {
    assertRefused(send(body), 400, "invalid payload");
  }

  @Test
  void refusesAnotherContentType() {
    Response response =
        partner
            .request()
            .contentType("text/plain")
            .body("{\"countryCode\":\"KE\",\"phoneNumber\":\"+254712345678\"}")
            .post("/business/verify-transfer");

    assertRefused(response, 400, "invalid payload");
  }

  private Response verify(String country, String number) {
    return partner
        .request()
        .body(Map.of("countryCode", country, "phoneNumber", number))
        .post("/business/verify-transfer");
  }

  private Response send(String body) {
    return partner.request().body(body).post("/business/verify-transfer");
  }

  private static String verified(String name, String phone) {
    return "{\"verified\":true,\"displayName\":\"%s\",\"receiverPhone\":\"%s\"}"
        .formatted(name, phone);
  }

  private static String notVerified(String phone) {
    return "{\"verified\":false,\"displayName\":\"\",\"receiverPhone\":\"%s\"}".formatted(phone);
  }
}
