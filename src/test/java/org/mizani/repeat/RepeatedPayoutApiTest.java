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
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.fault.ErrorCode;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.Json;
import org.mizani.support.RawHttp;
import org.mizani.support.Refusals;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Payouts with idempotency keys: a repeat gets the first answer again. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RepeatedPayoutApiTest {

  private static final String NO_KEY = "Idempotency-Key must be 1 to 255 visible ASCII characters";

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

  @ParameterizedTest
  @ValueSource(
      strings = {"!", "~", "\"quoted\"", "a,b;c=d", "01a1f8c4-3d57-7f8d-9593-ee3cb4b9b532"})
  void visibleCharactersAreAKey(String key) {
    KeyedRequest keyed = KeyedRequest.transfer(key, transferOf("with " + key));
    Response first = assertFirst(keyed.by(partner), 201);

    assertReplay(keyed.by(partner), first);
  }

  @Test
  void aKeyHas255CharactersAtMost() {
    String longest = "k".repeat(255);
    assertFirst(KeyedRequest.transfer(longest, transferOf("longest")).by(partner), 201);

    Response longer = KeyedRequest.transfer(longest + "k", transferOf("longer")).by(partner);

    assertNoKey(longer);
  }

  @ParameterizedTest
  @ValueSource(strings = {"", "a key", "a\tkey"})
  void otherCharactersAreNoKey(String key) {
    assertNoKey(KeyedRequest.transfer(key, transferOf("none")).by(partner));
  }

  @Test
  void charactersBeyondAsciiAreNoKey() {
    String head =
        RawHttp.request(
            "POST /business/payout/transfer",
            "Authorization: Bearer " + partner.token(),
            "Content-Type: application/json",
            "Content-Length: 2",
            "Idempotency-Key: clé");

    RawHttp.Answer refused = RawHttp.send((head + "{}").getBytes(StandardCharsets.UTF_8));

    assertThat(refused.status()).isEqualTo(400);
    assertThat(refused.body()).isEqualTo(Refusals.body(NO_KEY));
  }

  @Test
  void twoKeysAreNone() {
    Response refused =
        partner
            .request()
            .header("Idempotency-Key", "one")
            .header("Idempotency-Key", "two")
            .body(transferOf("none"))
            .post("/business/payout/transfer");

    assertNoKey(refused);
  }

  private void assertNoKey(Response refused) {
    assertRefused(refused, 400, NO_KEY);
    assertCoded(refused, ErrorCode.FIELD_VALUE, "Idempotency-Key");
    assertThat(status("none")).isEqualTo(404);
  }

  private int status(String reference) {
    return partner.request().get("/business/transactions/" + reference).statusCode();
  }
}
