package org.mizani.operator.payment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.operator.business.Desk;
import org.mizani.support.QuickProfile;
import org.mizani.support.Response;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Operators' search of payouts: by their keys, and by terms within a time range. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(QuickProfile.class)
class PayoutSearchApiTest {

  private static final String PAYOUTS = "/operator/payouts";

  @Inject TestPartners partners;

  private Partner partner;
  private String businessId;

  @BeforeEach
  void createPartner() {
    partner = partners.create(Map.of(CurrencyUnit.USD, "1000"));
    businessId = Desk.idOf(partner);
  }

  @Test
  void findsAReferenceOfOneBusinessAndOfAll() {
    Partner another = partners.create(Map.of(CurrencyUnit.USD, "1000"));
    String reference = "invoice-" + businessId;
    String first = payout(partner, reference, null);
    String second = payout(another, reference, null);
    payout(partner, reference + "-other", null);

    List<String> ofAll = found(Map.of("reference", reference));
    List<String> ofOne = found(Map.of("reference", reference, "businessId", businessId));

    assertThat(ofAll).containsExactly(second, first);
    assertThat(ofOne).containsExactly(first);
    assertThat(found(Map.of("reference", reference + "-none"))).isEmpty();
  }

  @Test
  void findsAServiceReference() {
    String wanted = payout(partner, "wanted", null);
    payout(partner, "other", null);

    assertThat(found(Map.of("id", wanted))).containsExactly(wanted);
    assertThat(found(Map.of("id", wanted, "businessId", businessId))).containsExactly(wanted);
    assertThat(found(Map.of("id", wanted, "reference", "wanted"))).containsExactly(wanted);
    assertThat(found(Map.of("id", wanted, "reference", "other"))).isEmpty();
    assertThat(found(Map.of("id", wanted, "channel", "bank"))).isEmpty();
    assertThat(found(Map.of("id", wanted, "status", "termination_failure"))).isEmpty();
    assertThat(found(Map.of("id", "wanted"))).isEmpty();
    assertThat(found(Map.of("id", "00000000-0000-0000-0000-000000000000"))).isEmpty();
    String another = Desk.idOf(partners.create(Map.of()));
    assertThat(found(Map.of("id", wanted, "businessId", another))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "amount=1000&currency=KES, both",
    "amount=7.75&currency=USD, both",
    "amount=1000&currency=USD, none",
    "amount=1000.01&currency=KES, none",
    "currency=KES, both",
    "currency=UGX, none",
    "country=KE, both",
    "country=UG, none",
    "channel=mobile, both",
    "channel=bank, none",
    "rail=simulator, both",
    "rail=kenya, none",
    "failureCode=refused, failed",
    "failureCode=expired, none",
    "failureCode=refused&status=termination_failure, failed",
    "failureCode=refused&status=termination_success, none",
    "country=KE&status=termination_failure, failed",
    "country=UG&status=termination_failure, none",
    "country=KE&flagged=false, both",
    "country=KE&flagged=true, none",
    "country=KE&channel=mobile&rail=simulator&amount=1000&currency=KES, both"
  })
  void findsByTermsWithinATimeRange(String query, String expected) {
    String paid = payout(partner, "paid", null);
    String failed = payout(partner, "failed", "termination_failure");
    partner.finalStatus("paid");
    partner.finalStatus("failed");
    Map<String, Object> ofAll = Desk.aroundNow(query);
    Map<String, Object> ofOne = new HashMap<>(ofAll);
    ofOne.put("businessId", businessId);

    List<String> found = found(ofOne);
    List<String> walked = Desk.walked(PAYOUTS, ofAll, "serviceReference");

    List<String> wanted =
        switch (expected) {
          case "both" -> List.of(failed, paid);
          case "failed" -> List.of(failed);
          default -> List.of();
        };
    assertThat(found).isEqualTo(wanted);
    assertThat(walked.stream().filter(List.of(paid, failed)::contains)).isEqualTo(wanted);
  }

  @Test
  void findsWhatWasCreatedFromATimeOnAndBeforeAnother() {
    String reference = payout(partner, "timed", null);
    Instant created =
        Instant.parse(Desk.get(PAYOUTS + "/" + reference, Map.of()).<String>path("createdAt"));

    assertThat(timed(created, created.plusMillis(1))).containsExactly(reference);
    assertThat(timed(created.minusSeconds(1), created)).isEmpty();
    assertThat(timed(created.plusMillis(1), created.plusSeconds(1))).isEmpty();
    assertThat(found(Map.of("businessId", businessId, "from", created.toString())))
        .containsExactly(reference);
    assertThat(found(Map.of("businessId", businessId, "to", created.toString()))).isEmpty();
  }

  private List<String> timed(Instant from, Instant to) {
    Map<String, Object> range = Map.of("from", from.toString(), "to", to.toString());
    Map<String, Object> ofOne = new HashMap<>(range);
    ofOne.put("businessId", businessId);
    List<String> found = found(ofOne);
    String all = String.join(" ", Desk.walked(PAYOUTS, new HashMap<>(range), "serviceReference"));
    assertThat(found).allSatisfy(reference -> assertThat(all).contains(reference));
    return found;
  }

  @Test
  void aSearchIsReadPageByPage() {
    List<String> created =
        List.of(payout(partner, "1", null), payout(partner, "2", null), payout(partner, "3", null));
    Map<String, Object> query = Desk.aroundNow();
    query.putAll(Map.of("businessId", businessId, "rail", "simulator", "limit", 1));

    List<String> walked = Desk.walked(PAYOUTS, query, "serviceReference");

    assertThat(walked).containsExactly(created.get(2), created.get(1), created.get(0));
    String cursor = Desk.get(PAYOUTS, query).path("nextCursor");
    query.put("cursor", cursor);
    query.put("rail", "kenya");
    assertRefused(Desk.get(PAYOUTS, query), 400, "cursor is not valid");
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "country=KE|from is required",
        "country=KE&from=2026-01-01|to is required",
        "rail=simulator&to=2026-01-01|from is required",
        "failureCode=refused|from is required",
        "channel=bank&businessId=%s|from is required",
        "country=KE&from=2026-01-01&to=2026-02-02|to must be at most 31 days after from",
        "from=2026-01-02&to=2026-01-01|from must be before to",
        "from=2026-01-01&to=2026-01-01|from must be before to",
        "from=yesterday|from must be an ISO 8601 date and time",
        "amount=10|currency is required",
        "amount=ten&currency=KES|amount must be a number",
        "amount=1e3&currency=KES|amount must be a number",
        "amount=0&currency=KES|amount must be greater than 0",
        "amount=1.5&currency=UGX|amount must have at most 0 decimal places for UGX",
        "currency=KSH|currency must be one of: USD, EUR, GBP, KES, TZS, UGX, ZAR",
        "country=Kenya|country must be one of: KE, TZ, UG, ZA",
        "channel=MOBILE|channel must be one of: mobile, till, paybill, bank",
        "failureCode=none|failureCode must be one of: recipient_not_found, recipient_limit, "
            + "recipient_cannot_receive, amount_out_of_limits, customer_declined, "
            + "customer_short_of_funds, wrong_pin, expired, cancelled, rail_out_of_funds, "
            + "rail_misconfigured, refused, unspecified"
      })
  void refusesASearchThatIsNotClearOrHasNoBound(String query, String message) {
    Response answer = Desk.get(PAYOUTS + "?" + query.formatted(businessId), Map.of());

    assertRefused(answer, 400, message);
  }

  /** As a script sends it whose variable is empty: it would find the payouts of all. */
  @ParameterizedTest
  @ValueSource(strings = {"reference=", "id=%20", "businessId=", "businessId", "status="})
  void refusesAFilterWithoutAValue(String query) {
    Response answer = TestOperator.request().asWritten().get(PAYOUTS + "?" + query);

    assertRefused(answer, 400, query.split("=")[0] + " must have a value");
  }

  @Test
  void aKeyWantsNoTimeRange() {
    String reference = payout(partner, "keyed", null);

    assertThat(found(Map.of("id", reference, "country", "KE"))).containsExactly(reference);
    assertThat(found(Map.of("id", reference, "failureCode", "refused"))).isEmpty();
  }

  private static List<String> found(Map<String, ?> query) {
    return Desk.listed(PAYOUTS, query, "serviceReference");
  }

  private static String payout(Partner partner, String reference, String forced) {
    Map<String, Object> body = transferOf(reference);
    if (forced != null) {
      body.put("forceStatus", forced);
    }
    return partner.transfer(body).path("serviceReference");
  }
}
