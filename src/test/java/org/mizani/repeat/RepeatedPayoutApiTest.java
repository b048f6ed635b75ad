package org.mizani.repeat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.repeat.KeyedRequest.assertFirst;
import static org.mizani.repeat.KeyedRequest.assertReplay;
import static org.mizani.support.Refusals.assertCoded;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.bankPayoutOf;
import static org.mizani.support.TestPartners.paymentOf;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.mizani.business.KeyScope;
import org.mizani.fault.ErrorCode;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.Json;
import org.mizani.support.Request;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Payouts with idempotency keys: a repeat gets the first answer again. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RepeatedPayoutApiTest {

  private final TestPartners partners = TestPartners.here();
  private final Rows rows = Rows.here();
  private Partner partner;

  @BeforeAll
  void aPartner() {
    partner = partners.create(Map.of(CurrencyUnit.USD, "1000"));
  }

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  static Stream<KeyedRequest> kinds() {
    return Stream.of(
        KeyedRequest.transfer("key-of-a-phone", transferOf("phone")),
        new KeyedRequest("/business/payout/payment", "key-of-a-till", Json.of(paymentOf("till"))),
        new KeyedRequest("/business/payout/bank", "key-of-a-bank", Json.of(bankPayoutOf("bank"))));
  }

  @ParameterizedTest
  @MethodSource("kinds")
  void aRepeatGetsTheFirstAnswerByteByByte(KeyedRequest keyed) {
    Response first = assertFirst(keyed.by(partner), 201);
    long made = rows.payoutsOf(partner.businessId());

    Response repeat = keyed.by(partner);

    assertReplay(repeat, first);
    assertReplay(keyed.by(partner), first);
    assertThat(rows.payoutsOf(partner.businessId())).isEqualTo(made);
  }

  @Test
  void aRepeatOfAFinalPayoutGetsTheFirstAnswer() {
    KeyedRequest keyed = KeyedRequest.transfer("ended", transferOf("ended"));
    Response first = assertFirst(keyed.by(partner), 201);
    assertThat(partner.finalStatus("ended")).isEqualTo("termination_success");

    Response repeat = keyed.by(partner);

    assertReplay(repeat, first);
    assertThat(repeat.<String>path("status")).isEqualTo("termination_pending");
  }

  @Test
  void aRepeatThatTheWalletDoesNotCoverGetsTheFirstAnswer() {
    Partner poor = partners.create(Map.of(CurrencyUnit.USD, "7.91"));
    KeyedRequest keyed = KeyedRequest.transfer("all", transferOf("all"));
    Response first = assertFirst(keyed.by(poor), 201);

    Response repeat = keyed.by(poor);

    assertReplay(repeat, first);
    assertThat(rows.payoutsOf(poor.businessId())).isOne();
    assertThat(poor.available("USD")).isEqualByComparingTo("0");
  }

  @Test
  void anotherBodyUnderTheKeyIsToldSo() {
    Response first =
        assertFirst(KeyedRequest.transfer("body", transferOf("body")).by(partner), 201);

    Response other = KeyedRequest.transfer("body", transferOf("another")).by(partner);

    assertRefused(other, 422, "idempotency key of another request");
    assertCoded(other, ErrorCode.IDEMPOTENCY_KEY_REUSED, "");
    assertThat(other.header("Idempotency-Replayed")).isNull();
    assertThat(status("another")).isEqualTo(404);
    assertReplay(KeyedRequest.transfer("body", transferOf("body")).by(partner), first);
  }

  @Test
  void oneBlankMoreIsAnotherBody() {
    KeyedRequest keyed = KeyedRequest.transfer("blank", transferOf("blank"));
    assertFirst(keyed.by(partner), 201);

    Response other = new KeyedRequest(keyed.path(), "blank", keyed.body() + " ").by(partner);

    assertRefused(other, 422, "idempotency key of another request");
  }

  @Test
  void theSameBodyAtAnotherPathIsAnotherRequest() {
    KeyedRequest keyed = KeyedRequest.transfer("path", transferOf("path"));
    assertFirst(keyed.by(partner), 201);

    Response other = new KeyedRequest("/business/collections", "path", keyed.body()).by(partner);
    Response payment =
        new KeyedRequest("/business/payout/payment", "path", keyed.body()).by(partner);

    assertThat(other.statusCode()).as("collections are not enabled").isEqualTo(403);
    assertRefused(payment, 422, "idempotency key of another request");
  }

  @Test
  void anotherBusinessDoesNotMeetTheKey() {
    Partner other = partners.create(Map.of(CurrencyUnit.USD, "1000"));
    KeyedRequest keyed = KeyedRequest.transfer("shared", transferOf("shared"));
    Response first = assertFirst(keyed.by(partner), 201);

    Response own = assertFirst(keyed.by(other), 201);

    assertThat(own.<String>path("serviceReference"))
        .isNotEqualTo(first.<String>path("serviceReference"));
    assertReplay(keyed.by(partner), first);
    assertReplay(keyed.by(other), own);
  }

  @Test
  void aRepeatByAnotherApiKeyOfTheBusinessGetsTheFirstAnswer() {
    KeyedRequest keyed = KeyedRequest.transfer("rotated", transferOf("rotated"));
    Response first = assertFirst(keyed.by(partner), 201);

    Response repeat = keyed.by(withAnotherApiKey(KeyScope.PAY));

    assertReplay(repeat, first);
  }

  @Test
  void aRepeatByAnApiKeyThatMayNotPayIsRefused() {
    KeyedRequest keyed = KeyedRequest.transfer("reader", transferOf("reader"));
    assertFirst(keyed.by(partner), 201);

    Response repeat = assertFirst(keyed.by(withAnotherApiKey(KeyScope.READ)), 403);

    assertCoded(repeat, ErrorCode.SCOPE_MISSING, "");
  }

  @Test
  void keysDifferByCase() {
    KeyedRequest keyed = KeyedRequest.transfer("Case", transferOf("one"));
    assertFirst(keyed.by(partner), 201);

    Response other = KeyedRequest.transfer("case", transferOf("two")).by(partner);

    assertFirst(other, 201);
  }

  @Test
  void aRequestWithoutAKeyIsJudgedByItsReference() {
    assertFirst(KeyedRequest.transfer("keyed", transferOf("keyed")).by(partner), 201);

    Response without = partner.transfer(transferOf("keyed"));

    assertRefused(assertFirst(without, 409), 409, "duplicate reference");
  }

  private Partner withAnotherApiKey(KeyScope scope) {
    UUID business =
        rows.execute("SELECT public_id FROM business WHERE id = $1", partner.businessId())
            .get(0)
            .getUUID(0);
    Response key =
        TestOperator.request()
            .body(Map.of("scopes", List.of(scope.code())))
            .post("/operator/businesses/" + business + "/api-keys");
    Map<String, String> credential =
        Map.of("apiKey", key.path("apiKey"), "apiSecret", key.path("apiSecret"));
    String token =
        Request.given()
            .contentType("application/json")
            .body(credential)
            .post("/business/auth")
            .path("accessToken");
    return new Partner(
        partner.businessId(), credential.get("apiKey"), credential.get("apiSecret"), token);
  }

  private int status(String reference) {
    return partner.request().get("/business/transactions/" + reference).statusCode();
  }
}
