package org.mizani.repeat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.repeat.KeyedRequest.assertFirst;
import static org.mizani.repeat.KeyedRequest.assertReplay;
import static org.mizani.support.Refusals.assertCoded;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.access.SameMinute;
import org.mizani.business.BusinessLimits;
import org.mizani.business.BusinessProfile;
import org.mizani.fault.ErrorCode;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Refused payouts with idempotency keys: verdicts are remembered, all else is judged anew. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class RepeatedRefusalApiTest {

  private static final String KEY_OF_ANOTHER = "idempotency key of another request";

  private static final BusinessProfile ONE_AN_HOUR =
      BusinessProfile.named("Limited")
          .withLimits(
              new BusinessLimits(
                  Map.of(), Map.of(), Optional.of(1), Optional.empty(), Optional.empty()));

  private final TestPartners partners = TestPartners.here();
  private final Rows rows = Rows.here();
  private Partner partner;

  @BeforeEach
  void aPartnerWithoutMoney() {
    partner = partners.create(Map.of(CurrencyUnit.USD, "1"));
  }

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @Test
  void aLackOfFundsStaysWhenTheWalletIsToppedUp() {
    KeyedRequest keyed = KeyedRequest.transfer("poor", transferOf("poor"));
    Response first = assertFirst(keyed.by(partner), 412);
    partners.fund(partner.businessId(), CurrencyUnit.USD, "100");

    Response repeat = keyed.by(partner);

    assertReplay(repeat, first);
    assertThat(rows.payoutsOf(partner.businessId())).isZero();
    assertFirst(KeyedRequest.transfer("rich", transferOf("poor")).by(partner), 201);
  }

  @Test
  void aRefusedKeyTakesNoOtherRequest() {
    assertFirst(KeyedRequest.transfer("bound", transferOf("bound")).by(partner), 412);
    partners.fund(partner.businessId(), CurrencyUnit.USD, "100");

    Response other = KeyedRequest.transfer("bound", transferOf("other")).by(partner);

    assertRefused(other, 422, KEY_OF_ANOTHER);
    assertThat(rows.payoutsOf(partner.businessId())).isZero();
  }

  @Test
  void anInactiveRecipientStays() {
    Map<String, Object> body = with("inactive", "receiverPhone", "+254712345600");
    KeyedRequest keyed = KeyedRequest.transfer("inactive", body);
    Response first = assertFirst(keyed.by(partner), 422);
    assertCoded(first, ErrorCode.RECIPIENT_NOT_ACTIVE, "");

    assertReplay(keyed.by(partner), first);
  }

  @Test
  void aMissingRateStays() {
    Map<String, Object> body = with("no rate", "senderCurrency", "EUR");
    KeyedRequest keyed = KeyedRequest.transfer("no-rate", body);
    Response first = assertFirst(keyed.by(partner), 404);
    assertCoded(first, ErrorCode.RATE_NOT_CONFIGURED, "");

    assertReplay(keyed.by(partner), first);
  }

  @Test
  void aUsedReferenceStays() {
    partners.fund(partner.businessId(), CurrencyUnit.USD, "100");
    String made = partner.transfer(transferOf("used")).path("serviceReference");
    KeyedRequest keyed = KeyedRequest.transfer("used", transferOf("used"));

    Response first = assertFirst(keyed.by(partner), 409);
    Response repeat = keyed.by(partner);

    assertCoded(first, ErrorCode.REFERENCE_USED, "");
    assertThat(first.header("X-Service-Reference")).isEqualTo(made);
    assertReplay(repeat, first);
    assertReplay(keyed.by(partner), first);
    assertThat(rows.payoutsOf(partner.businessId())).isOne();
    Response other = KeyedRequest.transfer("used", transferOf("unused")).by(partner);
    assertRefused(other, 422, KEY_OF_ANOTHER);
  }

  @Test
  void aMendedFieldGoesUnderTheSameKey() {
    partners.fund(partner.businessId(), CurrencyUnit.USD, "100");
    Map<String, Object> wrong = with("mended", "receiverPhone", "0712345678");
    assertFirst(KeyedRequest.transfer("mended", wrong).by(partner), 400);

    Response mended = KeyedRequest.transfer("mended", transferOf("mended")).by(partner);

    assertFirst(mended, 201);
  }

  @Test
  void aFieldThatIsWrongByNowIsToldAsAnotherRequest() {
    partners.fund(partner.businessId(), CurrencyUnit.USD, "100");
    assertFirst(KeyedRequest.transfer("spoilt", transferOf("spoilt")).by(partner), 201);

    Map<String, Object> wrong = with("spoilt", "receiverPhone", "0712345678");
    Response spoilt = KeyedRequest.transfer("spoilt", wrong).by(partner);

    assertRefused(spoilt, 422, KEY_OF_ANOTHER);
  }

  /** As after a change of a rule: the first answer stands, though it would be refused today. */
  @Test
  void aRequestThatIsRefusedByNowGetsTheFirstAnswer() throws Exception {
    new SameMinute(rows)
        .run(
            () -> {
              Partner limited = partners.create(ONE_AN_HOUR, Map.of(CurrencyUnit.USD, "100"));
              KeyedRequest keyed = KeyedRequest.transfer("limited", transferOf("limited"));
              Response first = assertFirst(keyed.by(limited), 201);
              KeyedRequest second = KeyedRequest.transfer("second", transferOf("second"));

              Response refused = assertFirst(second.by(limited), 429);

              assertRefused(refused, 429, "too many payouts in an hour");
              assertReplay(keyed.by(limited), first);
              nextHour(limited);
              assertFirst(second.by(limited), 201);
            });
  }

  /** A pod was killed after it recorded the key with another's reference, and before its answer. */
  @Test
  void aKeyWithoutItsPayoutIsThatOfAUsedReference() {
    partners.fund(partner.businessId(), CurrencyUnit.USD, "100");
    KeyedRequest keyed = KeyedRequest.transfer("lost", transferOf("lost"));
    assertFirst(keyed.by(partner), 201);
    rows.execute(
        "UPDATE idempotency_key SET payment_id = $2 WHERE business_id = $1",
        partner.businessId(),
        UUID.randomUUID());

    Response repeat = keyed.by(partner);

    assertRefused(repeat, 409, "duplicate reference");
    assertCoded(repeat, ErrorCode.REFERENCE_USED, "");
    assertThat(rows.payoutsOf(partner.businessId())).isOne();
  }

  /** A newer version recorded it, which was rolled back. */
  @Test
  void aRefusalThatIsNotKnownIsJudgedAnew() {
    KeyedRequest keyed = KeyedRequest.transfer("unknown", transferOf("unknown"));
    assertFirst(keyed.by(partner), 412);
    rows.execute(
        "UPDATE idempotency_key SET refusal = jsonb_set(refusal, '{code}', '\"of_tomorrow\"')"
            + " WHERE business_id = $1",
        partner.businessId());

    assertFirst(keyed.by(partner), 412);

    partners.fund(partner.businessId(), CurrencyUnit.USD, "100");
    assertCoded(assertFirst(keyed.by(partner), 503), ErrorCode.UNAVAILABLE, "");
    assertThat(rows.payoutsOf(partner.businessId())).isZero();
  }

  private void nextHour(Partner of) {
    rows.execute(
        "UPDATE payout_usage SET starts_at = starts_at - interval '1 hour' WHERE business_id = $1",
        of.businessId());
  }

  private static Map<String, Object> with(String reference, String field, String value) {
    Map<String, Object> changed = new LinkedHashMap<>(transferOf(reference));
    changed.put(field, value);
    return changed;
  }
}
