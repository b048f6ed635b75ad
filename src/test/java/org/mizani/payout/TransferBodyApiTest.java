package org.mizani.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.io.ByteArrayOutputStream;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.Json;
import org.mizani.support.RawHttp;
import org.mizani.support.Refusals;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Malformed bodies of a transfer, of which none leaves a trace. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class TransferBodyApiTest {

  private final TestPartners partners = TestPartners.here();
  private final Rows rows = Rows.here();

  private Partner partner;

  @BeforeAll
  void aPartner() {
    partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
  }

  @AfterEach
  void noPayoutIsRecorded() {
    assertThat(rows.payoutsOf(partner.businessId())).isZero();
  }

  static Stream<Arguments> malformedBodies() {
    String right = Json.of(transferOf("body"));
    String inside = right.substring(1, right.length() - 1);
    return Stream.of(
        Arguments.of("empty", ""),
        Arguments.of("blank", "  \n"),
        Arguments.of("null", "null"),
        Arguments.of("a text", "\"text\""),
        Arguments.of("an empty text", "\"\""),
        Arguments.of("a number", "12"),
        Arguments.of("true", "true"),
        Arguments.of("an array", "[" + right + "]"),
        Arguments.of("an empty array", "[]"),
        Arguments.of("truncated", right.substring(0, right.length() - 1)),
        Arguments.of("truncated within a text", right.substring(0, 30)),
        Arguments.of("two objects", right + right),
        Arguments.of("trailing garbage", right + "x"),
        Arguments.of("trailing comma", "{" + inside + ",}"),
        Arguments.of("single quotes", right.replace('"', '\'')),
        Arguments.of("unquoted names", right.replace("\"amount\"", "amount")),
        Arguments.of("a comment", "/* hello */" + right),
        Arguments.of("a duplicate key", "{\"amount\":1," + inside + "}"),
        Arguments.of("a raw control character", right.replace("Amina", "Am\u0001ina")),
        Arguments.of("NaN", right.replace("1000", "NaN")),
        Arguments.of("Infinity", right.replace("1000", "Infinity")),
        Arguments.of("a leading zero", right.replace("1000", "01000")),
        Arguments.of("a leading plus", right.replace("1000", "+1000")),
        Arguments.of("a hexadecimal number", right.replace("1000", "0x10")),
        Arguments.of("a number of 1,100 digits", right.replace("1000", "1".repeat(1_100))),
        Arguments.of("10,000 brackets", "[".repeat(10_000)),
        Arguments.of("10,000 nested arrays", nested("[", "]", "1")),
        Arguments.of(
            "a deep unknown property", "{\"x\":" + nested("[", "]", "1") + "," + inside + "}"),
        Arguments.of("form data", "amount=1000&senderCurrency=USD"));
  }

  private static String nested(String open, String close, String inner) {
    return open.repeat(10_000) + inner + close.repeat(10_000);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("malformedBodies")
  void refusesBodiesOtherThanOneJsonObject(String description, String body) {
    byte[] bytes = body.getBytes(StandardCharsets.UTF_8);

    assertInvalid(RawHttp.send(request(bytes, "Content-Type: application/json")));
  }

  static Stream<Arguments> valuesOfAnotherType() {
    Stream<Arguments> amounts =
        Stream.of("\"1000\"", "\"\"", "\"abc\"", "true", "[1000]", "{}", "{\"value\":1}")
            .map(json -> Arguments.of("amount", json));
    Stream<Arguments> texts =
        transferOf("types").keySet().stream()
            .filter(field -> !field.equals("amount"))
            .flatMap(
                field ->
                    Stream.of("12", "true", "[\"USD\"]").map(json -> Arguments.of(field, json)));
    Stream<Arguments> optional =
        Stream.of("callbackUrl", "forceStatus").map(field -> Arguments.of(field, "0"));
    return Stream.of(amounts, texts, optional).flatMap(same -> same);
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("valuesOfAnotherType")
  void refusesValuesOfAnotherType(String field, String json) {
    Response response = post(Json.of(Json.with(transferOf("types"), field, json)));

    assertRefused(response, 400, "invalid payload");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/plain",
        "application/xml",
        "application/x-www-form-urlencoded",
        "multipart/form-data; boundary=x",
        "text/json",
        "nonsense",
        ""
      })
  void refusesAnotherContentType(String contentType) {
    byte[] body = Json.of(transferOf("type")).getBytes(StandardCharsets.UTF_8);

    assertInvalid(RawHttp.send(request(body, "Content-Type: " + contentType)));
  }

  @Test
  void refusesABodyWithoutContentType() {
    byte[] body = Json.of(transferOf("no type")).getBytes(StandardCharsets.UTF_8);

    assertInvalid(RawHttp.send(request(body)));
  }

  static Stream<Arguments> invalidUtf8() {
    return Stream.of(
        Arguments.of("a lone byte", new byte[] {(byte) 0xff}),
        Arguments.of("a truncated character", new byte[] {(byte) 0xe2, (byte) 0x82}),
        Arguments.of("an encoded surrogate", new byte[] {(byte) 0xed, (byte) 0xa0, (byte) 0x80}),
        Arguments.of("Latin 1", "é".getBytes(StandardCharsets.ISO_8859_1)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("invalidUtf8")
  void refusesInvalidUtf8(String description, byte[] bytes) {
    String[] halves = Json.of(transferOf("utf8")).split("Amina");
    ByteArrayOutputStream body = new ByteArrayOutputStream();
    body.writeBytes(halves[0].getBytes(StandardCharsets.UTF_8));
    body.writeBytes(bytes);
    body.writeBytes(halves[1].getBytes(StandardCharsets.UTF_8));

    assertInvalid(RawHttp.send(request(body.toByteArray(), "Content-Type: application/json")));
  }

  @Test
  void refusesABodyThatLooksLikeUtf32() {
    byte[] body = {0, 0, 0, '{', 0, 0x7f, 0, 0};

    assertInvalid(RawHttp.send(request(body, "Content-Type: application/json")));
  }

  private static void assertInvalid(RawHttp.Answer answer) {
    assertThat(answer.status() + " " + answer.body())
        .isEqualTo("400 " + Refusals.body("invalid payload"));
  }

  private byte[] request(byte[] body, String... headers) {
    String head =
        RawHttp.request(
            "POST /business/payout/transfer",
            "Authorization: Bearer " + partner.token(),
            "Content-Length: " + body.length,
            headers.length == 0 ? "X-Request-Id: any" : headers[0]);
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    request.writeBytes(head.getBytes(StandardCharsets.UTF_8));
    request.writeBytes(body);
    return request.toByteArray();
  }

  private Response post(String body) {
    return partner.request().body(body).post("/business/payout/transfer");
  }
}
