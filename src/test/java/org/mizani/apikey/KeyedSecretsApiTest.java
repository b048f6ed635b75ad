package org.mizani.apikey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.assertCoded;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.mizani.fault.ErrorCode;
import org.mizani.money.CurrencyUnit;
import org.mizani.operator.audit.AuditEntries;
import org.mizani.support.Response;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/**
 * Requests with an idempotency key that are answered with a secret: a repeat makes no second key or
 * endpoint, and names the first one.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class KeyedSecretsApiTest {

  /** Operation that answers with a secret. */
  enum Secret {
    API_KEY(
        "/business/api-keys",
        "apiKey",
        "api key %s was made already",
        Map.of("name", "Reports", "scopes", List.of("read"))),
    ENDPOINT(
        "/business/webhook-endpoints",
        "id",
        "webhook endpoint %s was made already",
        Map.of("url", "http://127.0.0.1:9/hook", "kinds", List.of("payout")));

    private final String path;
    private final String id;
    private final String repeated;
    private final Map<String, ?> form;

    Secret(String path, String id, String repeated, Map<String, ?> form) {
      this.path = path;
      this.id = id;
      this.repeated = repeated;
      this.form = form;
    }
  }

  @Inject TestPartners partners;
  @Inject AuditEntries audit;

  private Partner partner;

  @BeforeEach
  void aBusiness() {
    partner = partners.create(Map.of(CurrencyUnit.USD, "1000"));
  }

  @ParameterizedTest
  @EnumSource
  void aRepeatMakesNoSecondOneAndNamesTheFirst(Secret secret) {
    String made = send(secret, "once").created().path(secret.id);
    List<String> before = ids(secret);
    long entries = audit.count();

    Response again = send(secret, "once");

    assertRefused(again, 409, secret.repeated.formatted(made));
    assertCoded(again, ErrorCode.ALREADY_MADE, "");
    assertThat(again.header("Location")).isEqualTo(secret.path + "/" + made);
    assertThat(again.header("Idempotency-Replayed")).as("it is not the first answer").isNull();
    assertThat(ids(secret)).isEqualTo(before).contains(made);
    assertThat(audit.count()).isEqualTo(entries);
  }

  @ParameterizedTest
  @EnumSource
  void anotherRequestUnderTheKeyIsToldSo(Secret secret) {
    send(secret, "once").created();
    List<String> before = ids(secret);

    Response other =
        partner
            .request()
            .header("Idempotency-Key", "once")
            .body(secret == Secret.API_KEY ? Map.of("scopes", List.of("pay")) : withCollections())
            .post(secret.path);

    assertRefused(other, 422, "idempotency key of another request");
    assertThat(ids(secret)).isEqualTo(before);
  }

  @ParameterizedTest
  @EnumSource
  void ofRequestsAtOnceOneMakesIt(Secret secret) {
    int before = ids(secret).size();

    List<Response> answers =
        IntStream.range(0, 8)
            .mapToObj(i -> CompletableFuture.supplyAsync(() -> send(secret, "once")))
            .toList()
            .stream()
            .map(CompletableFuture::join)
            .toList();

    assertThat(answers.stream().map(Response::statusCode)).containsOnlyOnce(201);
    // One that waits for too many others is told to come again.
    assertThat(answers.stream().map(Response::statusCode)).isSubsetOf(201, 409, 503);
    assertThat(ids(secret)).hasSize(before + 1);
  }

  @ParameterizedTest
  @EnumSource
  void aRefusedRequestIsJudgedAnew(Secret secret) {
    Response refused =
        partner
            .request()
            .header("Idempotency-Key", "mended")
            .body(Map.of("name", "no scopes, no URL"))
            .post(secret.path);
    assertThat(refused.statusCode()).isEqualTo(400);

    send(secret, "mended").created();
  }

  @ParameterizedTest
  @EnumSource
  void anotherBusinessHasKeysOfItsOwn(Secret secret) {
    send(secret, "once").created();
    partner = partners.create(Map.of());

    send(secret, "once").created();
  }

  @ParameterizedTest
  @EnumSource
  void withoutAKeyEachRequestMakesOne(Secret secret) {
    partner.request().body(secret.form).post(secret.path).created();
    partner.request().body(secret.form).post(secret.path).created();
  }

  @ParameterizedTest
  @EnumSource
  void aKeyThatIsNoneIsRefused(Secret secret) {
    assertRefused(
        send(secret, "a blank"), 400, "Idempotency-Key must be 1 to 255 visible ASCII characters");
  }

  @ParameterizedTest
  @EnumSource
  void aPaymentAndASecretDoNotShareAKey(Secret secret) {
    partner
        .request()
        .header("Idempotency-Key", "payment")
        .body(transferOf("first"))
        .post("/business/payout/transfer")
        .created();
    send(secret, "secret").created();

    assertRefused(send(secret, "payment"), 422, "idempotency key of another request");
    assertRefused(
        partner
            .request()
            .header("Idempotency-Key", "secret")
            .body(transferOf("second"))
            .post("/business/payout/transfer"),
        422,
        "idempotency key of another request");
    assertThat(partner.request().get("/business/transactions/second").statusCode()).isEqualTo(404);
  }

  @Test
  void oneKeyDoesNotMakeBoth() {
    send(Secret.API_KEY, "both").created();

    assertRefused(send(Secret.ENDPOINT, "both"), 422, "idempotency key of another request");
    assertThat(ids(Secret.ENDPOINT)).isEmpty();
  }

  private Response send(Secret secret, String key) {
    return partner.request().header("Idempotency-Key", key).body(secret.form).post(secret.path);
  }

  private static Map<String, ?> withCollections() {
    return Map.of("url", "http://127.0.0.1:9/hook", "kinds", List.of("collection"));
  }

  private List<String> ids(Secret secret) {
    return partner.request().get(secret.path).succeeded().path("items." + secret.id);
  }
}
