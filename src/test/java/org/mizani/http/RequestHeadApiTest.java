package org.mizani.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Refusals.MISSING_HEADER;
import static org.mizani.support.Refusals.assertAnswer;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.Request.given;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.RawHttp;
import org.mizani.support.Refusals;
import org.mizani.support.Response;
import org.mizani.support.ServicePort;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Heads of requests: path, query, headers, method and content type, as clients may write them. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RequestHeadApiTest {

  private final TestPartners partners = TestPartners.here();

  private Partner partner;

  @BeforeAll
  void aPartner() {
    partner = partners.create(Map.of(CurrencyUnit.USD, "1000", CurrencyUnit.KES, "7"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/business/%",
        "/business/%zz",
        "/%",
        "/business/rate?from=%",
        "/business/rate?from=<USD>",
        "/x?%zz=1",
        "/operator/%",
        "/rails/%"
      })
  void aMalformedUrlIsRefusedInTheContractsShape(String target) {
    assertRefusedHead(get(target, "X-Own: 1"), 400, "malformed URL");
  }

  @Test
  void anOverlongUrlIsRefusedInTheContractsShape() {
    assertThat(get(rateWith(4096), "X-Own: 1").status()).isEqualTo(200);
    assertRefusedHead(get(rateWith(4097), "X-Own: 1"), 414, "URI too long");
    assertRefusedHead(get(rateWith(16_000), "X-Own: 1"), 414, "URI too long");
  }

  @Test
  void overlongHeadersAreRefusedInTheContractsShape() {
    String target = "/business/rate?from=USD&to=USD";

    assertThat(get(target, "X-Own: " + "a".repeat(14_000)).status()).isEqualTo(200);
    assertRefusedHead(
        get(target, "X-Own: " + "a".repeat(20_000)), 431, "request headers too large");
    assertRefusedHead(
        get(target, "X-Own: " + "a".repeat(60_000)), 431, "request headers too large");
  }

  @Test
  void headersOverHttp2HaveTheSameLimit() throws Exception {
    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();

    client.send(rateWithHeader(1), HttpResponse.BodyHandlers.ofString());
    var taken = client.send(rateWithHeader(14_000), HttpResponse.BodyHandlers.ofString());
    var refused = client.send(rateWithHeader(20_000), HttpResponse.BodyHandlers.ofString());

    assertThat(taken.version()).isEqualTo(HttpClient.Version.HTTP_2);
    assertThat(taken.statusCode()).isEqualTo(200);
    assertThat(refused.statusCode() + " " + refused.body())
        .isEqualTo("431 " + Refusals.body("request headers too large"));
  }

  private HttpRequest rateWithHeader(int length) {
    return HttpRequest.newBuilder(
            URI.create(
                "http://localhost:" + ServicePort.number() + "/business/rate?from=USD&to=USD"))
        .timeout(PATIENCE)
        .header("Authorization", "Bearer " + partner.token())
        .header("X-Own", "a".repeat(length))
        .build();
  }

  @ParameterizedTest
  @CsvSource({
    "FROM=USD&TO=USD, 400, from and to are required",
    "From=USD&to=USD, 400, from and to are required",
    "from=USD&to=XXX&TO=USD, 404, rate USD_XXX not configured"
  })
  void namesOfParametersAreExact(String query, int status, String message) {
    assertRefused(partner.request().get("/business/rate?" + query), status, message);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"CURRENCY=KES&currency=USD", "currency=USD&CURRENCY=KES", "currency=USD&x"})
  void theExactNameGoesBeforeOthers(String query) {
    Response balance = partner.request().get("/business/balance?" + query);

    assertThat(balance.<String>path("currency")).isEqualTo("USD");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "APPLICATION/JSON ; charset=\"utf-8\"",
        "application/json",
        "Application/Json;charset=UTF-8",
        "application/json ;",
        "application/json; charset=utf8",
        "application/json; charset=utf-8;",
        "  application/json;Charset = \"UTF8\" "
      })
  void takesJsonHoweverItsTypeIsWritten(String type) {
    assertThat(authenticate(type, "/business/auth").status()).isEqualTo(200);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "*/*",
        "application/*",
        "text/plain",
        "application/jsonp",
        "application/json, x/y",
        "application/json charset"
      })
  void refusesOtherTypes(String type) {
    RawHttp.Answer answer = authenticate(type, "/business/auth");

    assertThat(answer.status() + " " + answer.body())
        .isEqualTo("400 " + Refusals.body("invalid payload"));
  }

  @Test
  void aTypeOfThousandsOfSemicolonsIsNoFault() {
    String type = "application/json" + ";".repeat(14_000);

    assertThat(authenticate(type, "/business/auth").status()).isIn(200, 400);
  }

  @Test
  void aSlashAtTheEndOfAPathChangesNothing() {
    assertThat(authenticate("application/json", "/business/auth/").status()).isEqualTo(200);
    assertThat(partner.request().get("/business/balance/?currency=USD").statusCode())
        .isEqualTo(200);
    assertAnswer(given().get("/business/balance/"), 401, MISSING_HEADER);
    assertAnswer(given().get("/business/balance//"), 401, MISSING_HEADER);
    assertAnswer(given().get("//business/balance"), 401, MISSING_HEADER);
    assertThat(given().get("/business/auth//").statusCode())
        .as("open, and POST only")
        .isEqualTo(405);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "/business/rate            | GET, HEAD, OPTIONS",
        "/business/payout/transfer | OPTIONS, POST",
        "/business/transactions/x  | GET, HEAD, OPTIONS"
      })
  void allowNamesTheMethodsThatWork(String path, String methods) {
    Response answer = partner.request().options(path);

    assertThat(answer.statusCode()).isEqualTo(200);
    assertThat(answer.header("Allow")).isEqualTo(methods);
  }

  @Test
  void headIsAnsweredWhereGetIs() {
    assertThat(partner.request().head("/business/rate?from=USD&to=USD").statusCode())
        .isEqualTo(200);
    assertThat(partner.request().head("/business/payout/transfer").statusCode()).isEqualTo(405);
  }

  private RawHttp.Answer get(String target, String header) {
    return RawHttp.send(
        "GET " + target,
        "Authorization: Bearer " + partner.token(),
        "X-Request-Id: my-own",
        header);
  }

  /** A target of so many characters. */
  private static String rateWith(int length) {
    String start = "/business/rate?from=USD&to=USD&x=";
    return start + "a".repeat(length - start.length());
  }

  private RawHttp.Answer authenticate(String type, String path) {
    String body =
        "{\"apiKey\":\"%s\",\"apiSecret\":\"%s\"}".formatted(partner.apiKey(), partner.apiSecret());
    String head =
        RawHttp.request(
            "POST " + path, "Content-Type: " + type, "Content-Length: " + body.length());
    return RawHttp.send((head + body).getBytes(StandardCharsets.UTF_8));
  }

  private static void assertRefusedHead(RawHttp.Answer answer, int status, String message) {
    assertThat(answer.status() + " " + answer.body())
        .isEqualTo(status + " " + Refusals.body(message));
    assertThat(answer.headers())
        .containsEntry("x-request-id", "my-own")
        .containsEntry("content-type", "application/json")
        .containsEntry("x-content-type-options", "nosniff");
  }
}
