package org.mizani.qr;

import static org.mizani.support.Refusals.assertAnswer;
import static org.mizani.support.Refusals.assertRefused;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.assertj.core.api.Assertions;
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
class QrApiTest {

  private static final String UGANDAN = "tel:*165*3*400001#";
  private static final String UNSUPPORTED = "unsupported or malformed QR payload";

  private final TestPartners partners = TestPartners.here();

  private Partner partner;

  @BeforeAll
  void aPartner() {
    partner = partners.create(Map.of());
  }

  @Test
  void decodesTheKenyanCodeOfTheSandbox() {
    assertAnswer(
        decode(QrPayloads.KENYAN, null, null),
        200,
        "{\"amount\":null,\"channel\":\"M-PESA\",\"countryCode\":\"KE\",\"currency\":\"KES\","
            + "\"isStatic\":true,\"merchantCity\":\"NAIROBI\","
            + "\"merchantName\":\"TEST RECIPIENT KE\",\"tillNumber\":\"0000174379\"}");
  }

  @Test
  void decodesTheTanzanianCodeOfTheSandbox() {
    assertAnswer(
        decode(QrPayloads.TANZANIAN, "TZ", null),
        200,
        "{\"amount\":null,\"channel\":\"TIPS\",\"countryCode\":\"TZ\",\"currency\":\"TZS\","
            + "\"isStatic\":true,\"merchantCity\":\"DODOMA\","
            + "\"merchantName\":\"TEST RECIPIENT TZ\",\"tillNumber\":\"61000001\"}");
  }

  @ParameterizedTest
  @CsvSource({"UG,", ", UG", "UG, ''", "' ', UG"})
  void decodesTheUgandanCodeUnderEitherHint(String country, String countryCode) {
    assertAnswer(
        decode(UGANDAN, country, countryCode),
        200,
        "{\"amount\":null,\"channel\":\"MTN\",\"countryCode\":\"UG\",\"currency\":\"UGX\","
            + "\"isStatic\":true,\"merchantCity\":\"\",\"merchantName\":\"\","
            + "\"tillNumber\":\"400001\"}");
  }

  @Test
  void theUgandanCodeRequiresItsHint() {
    assertRefused(decode(UGANDAN, null, null), 422, UNSUPPORTED);
    assertRefused(decode(UGANDAN, "KE", null), 422, UNSUPPORTED);
  }

  @ParameterizedTest
  @ValueSource(strings = {QrPayloads.KENYAN, QrPayloads.TANZANIAN, UGANDAN})
  void theSandboxPageListsItsCodes(String payload) throws IOException {
    Assertions.assertThat(Files.readString(Path.of("docs/sandbox.md")))
        .contains("`" + payload + "`");
  }

  @Test
  void answersAPlainAmountAndTheMerchantsPhone() {
    String payload =
        QrPayloads.emv(
            "26390014tz.go.bot.tips010501001020812345678",
            "5303834540825000.005802TZ62170213+255754000001");

    assertAnswer(
        decode(payload, null, null),
        200,
        "{\"amount\":25000.00,\"channel\":\"TIPS\",\"countryCode\":\"TZ\",\"currency\":\"TZS\","
            + "\"isStatic\":false,\"merchantCity\":\"\",\"merchantName\":\"\","
            + "\"merchantMobile\":\"+255754000001\",\"tillNumber\":\"12345678\"}");
  }

  @Test
  void aCodeOfAnotherCurrencyIsAnsweredInIts() {
    String payload =
        QrPayloads.emv("26390014tz.go.bot.tips010501001020812345678", "5303840540525.005802TZ");

    assertAnswer(
        decode(payload, "TZ", null),
        200,
        "{\"amount\":25.00,\"channel\":\"TIPS\",\"countryCode\":\"TZ\",\"currency\":\"USD\","
            + "\"isStatic\":false,\"merchantCity\":\"\",\"merchantName\":\"\","
            + "\"tillNumber\":\"12345678\"}");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "{}",
        "{\"qrString\":null}",
        "{\"qrString\":\"\"}",
        "{\"qrString\":\"  \"}",
        "{\"qrString\":\"https://pos.snapscan.io/qr/STB2ACC8\"}",
        "{\"qrString\":\"00020126\"}",
        "{\"qrString\":\"\\ud83d\"}",
        "{\"qrString\":\"\\u0000\"}",
        "{\"qrString\":\"\",\"country\":\"XX\"}"
      })
  void refusesMissingAndMalformedCodes(String body) {
    assertRefused(post(body), 422, UNSUPPORTED);
  }

  @ParameterizedTest
  @CsvSource({"KE, KE", "UG, TZ", "XX, KE"})
  void refusesTwoHints(String country, String countryCode) {
    assertRefused(
        decode(QrPayloads.KENYAN, country, countryCode),
        400,
        "only one of country and countryCode may be given");
  }

  @ParameterizedTest
  @CsvSource({"XX,", ", XX", "ke,", "KEN,", "RW,", ", ' KE'"})
  void refusesAHintOfAnUnknownCountry(String country, String countryCode) {
    assertRefused(
        decode(QrPayloads.KENYAN, country, countryCode),
        400,
        "country must be one of: KE, TZ, UG, ZA");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "\"text\"",
        "{\"qrString\":",
        "{\"qrString\":12}",
        "{\"qrString\":[\"x\"]}",
        "{\"qrString\":\"x\",\"country\":1}",
        "{\"qrString\":\"x\",\"countryCode\":true}",
        "{\"qrString\":\"x\",\"qrString\":\"y\"}"
      })
  void refusesABrokenBody(String body) {
    assertRefused(post(body), 400, "invalid payload");
  }

  @Test
  void refusesAnotherContentType() {
    Response response =
        partner.request().contentType("text/plain").body("{}").post("/business/decode-qr");

    assertRefused(response, 400, "invalid payload");
  }

  private Response decode(String qrString, String country, String countryCode) {
    Map<String, Object> body = new LinkedHashMap<>();
    body.put("qrString", qrString);
    body.put("country", country);
    body.put("countryCode", countryCode);
    return post(Json.of(body));
  }

  private Response post(String body) {
    return partner.request().body(body).post("/business/decode-qr");
  }
}
