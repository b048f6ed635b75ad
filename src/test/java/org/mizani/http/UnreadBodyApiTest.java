package org.mizani.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Refusals.MISSING_HEADER;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.List;
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
import org.mizani.support.ServicePort;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Bodies that are not read, because their request is refused before. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class UnreadBodyApiTest {

  private static final String TRANSFER = "/business/payout/transfer";
  private static final String TOO_LARGE = Refusals.body("payload too large");
  private static final String WRONG_CREDENTIALS =
      "{\"apiKey\":\"pk_test_none\",\"apiSecret\":\"none\"}";

  private final TestPartners partners = TestPartners.here();

  private Partner partner;

  @BeforeAll
  void aPartner() {
    partner = partners.create(Map.of(CurrencyUnit.USD, "1000"));
  }

  @ParameterizedTest
  @CsvSource({
    TRANSFER + ", 401",
    "/operator/businesses, 401",
    "/business/auth, 413",
  })
  void credentialsAreAskedForBeforeTheSizeIsLookedAt(String path, int status) {
    RawHttp.Answer answer = sendLarge(path, "X-Own: 1");

    assertThat(answer.status()).isEqualTo(status);
    assertThat(answer.body()).isEqualTo(status == 401 ? MISSING_HEADER : TOO_LARGE);
  }

  @Test
  void theSizeIsLookedAtAfterTheCredentials() {
    RawHttp.Answer answer = sendLarge(TRANSFER, "Authorization: Bearer " + partner.token());

    assertThat(answer.status() + " " + answer.body()).isEqualTo("413 " + TOO_LARGE);
  }

  private static RawHttp.Answer sendLarge(String path, String header) {
    String head =
        RawHttp.request(
            "POST " + path, "Content-Type: application/json", header, "Content-Length: 70000");
    return RawHttp.send((head + "a".repeat(70_000)).getBytes(StandardCharsets.UTF_8));
  }

  @ParameterizedTest
  @ValueSource(ints = {1, 10_000, 16_384})
  void aConnectionGoesOnAfterARefusalBeforeASmallBody(int size) {
    RawHttp.Answer answers = sendTwo(refused("Content-Length: " + size) + "a".repeat(size));

    assertThat(answers.status()).isEqualTo(401);
    assertThat(answers.body()).contains("\"rate\":1");
  }

  @ParameterizedTest
  @ValueSource(ints = {16_385, 60_000, 70_000, 900_000})
  void aConnectionIsNotStuckAfterARefusalBeforeALargerBody(int size) {
    assertNotStuck(sendTwo(refused("Content-Length: " + size) + "a".repeat(size)));
  }

  @Test
  void aConnectionIsNotStuckAfterARefusalBeforeAChunkedBody() {
    String chunk = "1000\r\n" + "a".repeat(4096) + "\r\n";

    assertNotStuck(sendTwo(refused("Transfer-Encoding: chunked") + chunk.repeat(40) + "0\r\n\r\n"));
  }

  /** The next request on the connection is answered, or the connection has ended before it. */
  private static void assertNotStuck(RawHttp.Answer answers) {
    assertThat(answers.status()).isEqualTo(401);
    assertThat(
            "close".equals(answers.headers().get("connection"))
                || answers.body().contains("\"rate\":1"))
        .as("closed, or the second answer in: %s", answers)
        .isTrue();
  }

  /** The head of a transfer without a token, on a connection that is to be used again. */
  private static String refused(String size) {
    return RawHttp.request("POST " + TRANSFER, "Content-Type: application/json", size)
        .replace("Connection: close\r\n", "");
  }

  /** Sends this request, and another one behind it. */
  private RawHttp.Answer sendTwo(String first) {
    String second =
        RawHttp.request(
            "GET /business/rate?from=USD&to=USD", "Authorization: Bearer " + partner.token());
    return RawHttp.send((first + second).getBytes(StandardCharsets.UTF_8));
  }

  @Test
  void aRefusalOverHttp2HasTheContractsShape() throws Exception {
    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_2).build();

    for (String path : List.of("/business/auth", TRANSFER)) {
      HttpResponse<String> refused =
          client.send(
              HttpRequest.newBuilder(URI.create("http://localhost:" + ServicePort.number() + path))
                  .timeout(PATIENCE)
                  .header("Content-Type", "application/json")
                  .POST(HttpRequest.BodyPublishers.ofString(WRONG_CREDENTIALS))
                  .build(),
              HttpResponse.BodyHandlers.ofString());

      assertThat(refused.version()).isEqualTo(HttpClient.Version.HTTP_2);
      assertThat(refused.statusCode()).isEqualTo(401);
      assertThat(refused.body())
          .isEqualTo(
              path.equals("/business/auth")
                  ? Refusals.body("invalid credentials")
                  : MISSING_HEADER);
    }
  }
}
