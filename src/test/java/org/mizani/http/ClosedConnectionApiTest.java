package org.mizani.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.MISSING_HEADER;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.RepeatedTest;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.Json;
import org.mizani.support.RawHttp;
import org.mizani.support.Refusals;
import org.mizani.support.ServicePort;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/**
 * Connections whose request is refused before its body: a client that waits for a word before it
 * sends the body, and a request that was sent behind the refused one.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class ClosedConnectionApiTest {

  private static final String TRANSFER = "/business/payout/transfer";
  private static final String EXPECT = "Expect: 100-continue";
  private static final String CONTINUE = "HTTP/1.1 100 Continue\r\n\r\n";

  private final TestPartners partners = TestPartners.here();

  private Partner partner;

  @BeforeAll
  void aPartner() {
    partner = partners.create(Map.of(CurrencyUnit.USD, "1000"));
  }

  @ParameterizedTest
  @CsvSource({
    TRANSFER + ", X-Own: 1",
    TRANSFER + ", Authorization: Bearer none",
    "/operator/businesses, X-Own: 1",
    "/operator/businesses, Authorization: Bearer none"
  })
  void nobodyWithoutATokenIsAskedForABody(String path, String header) {
    RawHttp.Answer answer = RawHttp.send(kept(head(path, 500, EXPECT, header)));

    assertThat(answer.status()).isEqualTo(401);
    assertThat(answer.body())
        .isEqualTo(header.startsWith("X") ? MISSING_HEADER : Refusals.MALFORMED_TOKEN);
    assertThat(answer.headers()).containsEntry("connection", "close");
  }

  @Test
  void nobodyIsAskedForABodyThatIsTooLarge() {
    RawHttp.Answer answer = RawHttp.send(kept(head("/business/auth", 70_000, EXPECT, "X-Own: 1")));

    assertThat(answer.status() + " " + answer.body())
        .isEqualTo("413 " + Refusals.body("payload too large"));
    assertThat(answer.headers()).containsEntry("connection", "close");
  }

  @ParameterizedTest
  @ValueSource(strings = {"100-continue", "100-Continue"})
  void aBodyThatIsReadIsAskedFor(String expectation) throws IOException {
    String body = Json.of(transferOf(UUID.randomUUID().toString()));
    String head = head(TRANSFER, body.length(), "Expect: " + expectation, authorization());
    try (SlowClient client = new SlowClient(ServicePort.number())) {
      client.send(keptText(head));
      assertThat(client.answer("\r\n\r\n")).isEqualTo(CONTINUE);

      client.send(body);

      assertThat(client.answer("}")).startsWith("HTTP/1.1 201 ");
      client.send(keptText(RawHttp.request("GET /business/rate?from=USD&to=USD", authorization())));
      assertThat(client.answer("}")).as("the same connection").startsWith("HTTP/1.1 200 ");
    }
  }

  @Test
  void aBodyThatComesUnaskedForIsRead() {
    String body = Json.of(transferOf(UUID.randomUUID().toString()));
    String head = head(TRANSFER, body.length(), EXPECT, authorization());

    RawHttp.Answer answer = RawHttp.send(bytes(head + body));

    assertThat(answer.status()).as("%s", answer).isIn(100, 201);
    assertThat(answer.body()).contains("serviceReference");
  }

  /** The request behind it has a right to nothing: its answer would not arrive. */
  @ParameterizedTest
  @ValueSource(ints = {70_000, 1_500_000})
  void noRequestIsReadBehindABodyThatAnnouncesItselfAsTooLarge(int size) {
    String head = keptText(head("/business/auth", size, "X-Own: 1", "X-Other: 1"));

    assertNothingBehind(head + "a".repeat(size), 413, "payload too large");
  }

  @Test
  void noRequestIsReadOfTheRestOfABodyThatIsTooLarge() {
    String reference = UUID.randomUUID().toString();
    String inside = transfer(reference);
    String head = keptText(head("/business/auth", 70_000, "X-Own: 1", "X-Other: 1"));

    RawHttp.Answer answer =
        RawHttp.send(bytes(head + inside + "a".repeat(70_000 - inside.length())));

    assertThat(answer.status()).isEqualTo(413);
    assertNothingDone(reference);
  }

  @RepeatedTest(20)
  void noRequestIsReadBehindAChunkedBodyThatIsTooLarge() {
    String head =
        keptText(
            RawHttp.request(
                "POST /business/auth",
                "Content-Type: application/json",
                "Transfer-Encoding: chunked"));
    String chunk = "1000\r\n" + " ".repeat(4096) + "\r\n";

    assertNothingBehind(head + chunk.repeat(20) + "0\r\n\r\n", 413, "payload too large");
  }

  /** Repeated, because the request behind it might come after the look whether it was made. */
  @RepeatedTest(20)
  void noRequestIsReadBehindAUrlThatIsTooLong() {
    String target = "/business/rate?from=USD&to=USD&x=" + "a".repeat(5000);

    assertNothingBehind(keptText(RawHttp.request("GET " + target)), 414, "URI too long");
  }

  @Test
  void noRequestIsReadOfTheBodyBehindAUrlThatIsTooLong() {
    String reference = UUID.randomUUID().toString();
    String inside = transfer(reference);
    String target = TRANSFER + "?x=" + "a".repeat(5000);
    String head = keptText(head(target, inside.length(), "X-Own: 1", authorization()));

    RawHttp.Answer answer = RawHttp.send(bytes(head + inside));

    assertThat(answer.status()).isEqualTo(414);
    assertNothingDone(reference);
  }

  /** The server itself answers, without words. */
  @Test
  void noRequestIsReadBehindAnEndlessUrl() {
    String reference = UUID.randomUUID().toString();
    String head = keptText(RawHttp.request("GET /business/rate?x=" + "a".repeat(20_000)));

    RawHttp.Answer answer = RawHttp.send(bytes(head + transfer(reference)));

    assertThat(answer.status()).isEqualTo(414);
    assertNothingDone(reference);
  }

  private void assertNothingBehind(String refused, int status, String message) {
    String reference = UUID.randomUUID().toString();

    RawHttp.Answer answer = RawHttp.send(bytes(refused + transfer(reference)));

    assertThat(answer.status() + " " + answer.body())
        .isEqualTo(status + " " + Refusals.body(message));
    assertThat(answer.headers()).containsEntry("connection", "close");
    assertNothingDone(reference);
  }

  /** The reference is free: a payout under way would hold it. */
  private void assertNothingDone(String reference) {
    assertThat(partner.transfer(transferOf(reference)).statusCode()).isEqualTo(201);
    assertRefused(partner.transfer(transferOf(reference)), 409, "duplicate reference");
  }

  /** A transfer that would be made. */
  private String transfer(String reference) {
    String body = Json.of(transferOf(reference));
    return head(TRANSFER, body.length(), "X-Own: 1", authorization()) + body;
  }

  private String authorization() {
    return "Authorization: Bearer " + partner.token();
  }

  private static String head(String target, int size, String expect, String header) {
    return RawHttp.request(
        "POST " + target,
        "Content-Type: application/json",
        "Content-Length: " + size,
        expect,
        header);
  }

  /** The same on a connection that is to be used again. */
  private static String keptText(String head) {
    return head.replace("Connection: close\r\n", "");
  }

  private static byte[] kept(String head) {
    return bytes(keptText(head));
  }

  private static byte[] bytes(String text) {
    return text.getBytes(StandardCharsets.UTF_8);
  }
}
