package org.mizani.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.Request.given;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
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

/** Rules of every HTTP exchange: request id, path, method, media type and size of the body. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ExchangeApiTest {

  private static final int LARGEST = 64 * 1024;
  private static final String TRANSFER = "/business/payout/transfer";

  private final TestPartners partners = TestPartners.here();
  private final Rows rows = Rows.here();

  private Partner partner;

  @BeforeAll
  void aPartner() {
    partner = partners.create(Map.of(CurrencyUnit.USD, "1000"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"a", "req-42", "A.b_c:d-1", "00000000-0000-0000-0000-000000000000"})
  void aValidRequestIdIsEchoed(String id) {
    Response response = partner.request().header("X-Request-Id", id).get("/business/balance");

    assertThat(response.header("X-Request-Id")).isEqualTo(id);
  }

  @ParameterizedTest
  @ValueSource(strings = {"two words", "semi;colon", "<script>", "id\"", "$(x)", "é"})
  void anInvalidRequestIdIsReplaced(String id) {
    Response response = partner.request().header("X-Request-Id", id).get("/business/balance");

    assertThat(response.header("X-Request-Id")).matches("[0-9a-f-]{36}");
  }

  @Test
  void anOverlongRequestIdIsReplaced() {
    Response longest = partner.request().header("X-Request-Id", "i".repeat(128)).get("/business");
    Response longer = partner.request().header("X-Request-Id", "i".repeat(129)).get("/business");

    assertThat(longest.header("X-Request-Id")).hasSize(128);
    assertThat(longer.header("X-Request-Id")).hasSize(36);
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /business/nothing",
    "GET, /business",
    "GET, /business/",
    "GET, /business/payout",
    "POST, /business/auth/more",
    "GET, /nothing",
    "GET, /",
    "GET, /index.html",
    "GET, /META-INF/MANIFEST.MF"
  })
  void anUnknownPathIsNotFound(String method, String path) {
    assertRefused(partner.request().request(method, path), 404, "not found");
  }

  @ParameterizedTest
  @CsvSource({
    "GET, /business/auth",
    "PUT, /business/auth",
    "POST, /business/balance",
    "DELETE, /business/rate",
    "GET, /business/payout/transfer",
    "PATCH, /business/payout/transfer",
    "DELETE, /business/transactions/any"
  })
  void aWrongVerbIsNotAllowed(String method, String path) {
    assertRefused(partner.request().request(method, path), 405, "method not allowed");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "text/html",
        "application/xml",
        "*/*",
        "text/*;q=0.1",
        "application/json;q=0",
        "?"
      })
  void answersJsonForEveryAcceptHeader(String accept) {
    String reference = "accepts " + accept;
    String body = Json.of(transferOf(reference));

    RawHttp.Answer answer = RawHttp.send(post(body, "Accept: " + accept));

    assertThat(answer.status() + " " + answer.body()).startsWith("201 {\"serviceReference\":");
    assertThat(answer.headers().get("content-type")).startsWith("application/json");
    RawHttp.Answer repeated = RawHttp.send(post(body, "Accept: " + accept));
    assertThat(repeated.status() + " " + repeated.body())
        .isEqualTo("409 " + Refusals.body("duplicate reference"));
  }

  @Test
  void refusesABodyWithoutAContentType() {
    String head = RawHttp.request("POST /business/auth", "Content-Length: 2");

    RawHttp.Answer answer = RawHttp.send(bytes(head + "{}"));

    assertThat(answer.status() + " " + answer.body())
        .isEqualTo("400 " + Refusals.body("invalid payload"));
  }

  @Test
  void authenticatesACallerThatAcceptsHtml() {
    Response response =
        given()
            .accept("text/html")
            .contentType("application/json")
            .body(Map.of("apiKey", partner.apiKey(), "apiSecret", partner.apiSecret()))
            .post("/business/auth");

    assertThat(response.statusCode()).isEqualTo(200);
    assertThat(response.contentType()).startsWith("application/json");
  }

  @Test
  void takesABodyOfExactly64KiB() {
    RawHttp.Answer answer = RawHttp.send(post(padded("just fits", LARGEST)));

    assertThat(answer.status()).isEqualTo(201);
  }

  @Test
  void takesAChunkedBodyOfExactly64KiB() {
    RawHttp.Answer answer = RawHttp.send(chunked(padded("just fits in chunks", LARGEST)));

    assertThat(answer.status()).isEqualTo(201);
  }

  @Test
  void refusesALargerBody() {
    assertTooLarge(RawHttp.send(post(padded("too large", LARGEST + 1))));
    assertThat(partner.request().get("/business/transactions/too large").statusCode())
        .isEqualTo(404);
  }

  @ParameterizedTest
  @ValueSource(ints = {LARGEST + 1, 20 * LARGEST})
  void refusesALargerChunkedBody(int size) {
    assertTooLarge(RawHttp.send(chunked(padded("too large in chunks", size))));
    assertThat(partner.request().get("/business/transactions/too large in chunks").statusCode())
        .isEqualTo(404);
  }

  @Test
  void refusesALargerChunkedBodyOfAnAuthentication() {
    String body = "{\"apiKey\":\"k\",\"apiSecret\":\"" + "s".repeat(LARGEST) + "\"}";
    String head =
        RawHttp.request(
            "POST /business/auth",
            "X-Request-Id: my-own",
            "Content-Type: application/json",
            "Transfer-Encoding: chunked");

    assertTooLarge(RawHttp.send(bytes(head + inChunks(body))));
  }

  @Test
  void closesTheConnectionOfAnUnreadBody() {
    String left = new String(chunked(padded("unread", 20 * LARGEST)), StandardCharsets.UTF_8);
    String announced = new String(post(padded("unread", LARGEST + 1)), StandardCharsets.UTF_8);

    // Without this header only the service can end the connection; the answer ends with it.
    assertTooLarge(RawHttp.send(bytes(left.replace("Connection: close\r\n", ""))));
    assertTooLarge(RawHttp.send(bytes(announced.replace("Connection: close\r\n", ""))));
  }

  private static void assertTooLarge(RawHttp.Answer answer) {
    assertThat(answer.status() + " " + answer.body())
        .isEqualTo("413 " + Refusals.body("payload too large"));
    assertThat(answer.headers().get("content-type")).startsWith("application/json");
    assertThat(answer.headers()).containsEntry("x-request-id", "my-own");
  }

  private byte[] post(String body, String... headers) {
    String more = headers.length == 0 ? "X-Request-Id: my-own" : headers[0];
    String length = "Content-Length: " + body.getBytes(StandardCharsets.UTF_8).length;
    return bytes(head(more, length) + body);
  }

  private byte[] chunked(String body) {
    return bytes(head("X-Request-Id: my-own", "Transfer-Encoding: chunked") + inChunks(body));
  }

  private String head(String... headers) {
    return RawHttp.request(
        "POST " + TRANSFER,
        "Authorization: Bearer " + partner.token(),
        "Content-Type: application/json",
        headers[0],
        headers[1]);
  }

  private static String inChunks(String body) {
    StringBuilder chunks = new StringBuilder();
    for (int from = 0; from < body.length(); from += 8000) {
      String piece = body.substring(from, Math.min(body.length(), from + 8000));
      chunks.append(Integer.toHexString(piece.length())).append("\r\n").append(piece);
      chunks.append("\r\n");
    }
    return chunks.append("0\r\n\r\n").toString();
  }

  /** Returns a valid transfer of this many bytes. */
  private static String padded(String reference, int size) {
    String body = Json.of(transferOf(reference));
    return body + " ".repeat(size - body.length());
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
