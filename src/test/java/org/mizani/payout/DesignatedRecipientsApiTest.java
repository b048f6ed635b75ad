package org.mizani.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.TestPartners.bankPayoutOf;
import static org.mizani.support.TestPartners.paymentOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.mizani.corridor.Country;
import org.mizani.support.QuickProfile;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/**
 * Payouts to the designated tills, paybills and bank accounts of the test environment, from a
 * wallet of their currency; all delays are shortened.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(QuickProfile.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class DesignatedRecipientsApiTest {

  private static final String PENDING = "termination_pending";
  private static final String SUCCESS = "termination_success";
  private static final String FAILURE = "termination_failure";
  private static final String WALLET = "10000";
  private static final String WITHOUT_COST = "8980";
  private static final String COST = "1020";
  private static final List<String> SPECIAL = List.of("91", "92", "93", "94", "95");

  private static final List<Range> RANGES =
      List.of(
          new Range(Country.KE, "till", "1743", "79"),
          new Range(Country.TZ, "till", "610000", "01"),
          new Range(Country.UG, "till", "4000", "01"),
          new Range(Country.ZA, "till", "1000", "01"),
          new Range(Country.KE, "paybill", "6000", "00"),
          new Range(Country.TZ, "paybill", "6100", "00"),
          new Range(Country.ZA, "paybill", "1100", "00"),
          new Range(Country.KE, "bank", "11000000", "01"),
          new Range(Country.ZA, "bank", "11000000", "02"));

  @Inject TestPartners partners;
  @Inject Rows rows;

  private final Map<String, Sent> sent = new HashMap<>();

  /**
   * Designated numbers that differ in their last two digits. A payout to the one that ends in
   * {@code paying} succeeds; the other endings fail, are never answered or are answered late.
   */
  record Range(Country country, String kind, String number, String paying) {

    String key(String ending) {
      return country + kind + number + ending;
    }
  }

  /** Payout of a partner, with the recipient's number as its reference. */
  record Sent(Partner partner, String number, String serviceReference) {

    String status() {
      return partner.request().get("/business/transactions/" + number).path("status");
    }

    String finalStatus() {
      return partner.finalStatus(number);
    }
  }

  /** Pays all recipients before the first test, since some of them answer late. */
  @BeforeEach
  void payAllRecipients() {
    if (!sent.isEmpty()) {
      return;
    }
    for (Range range : RANGES) {
      Stream.concat(Stream.of(range.paying()), SPECIAL.stream())
          .forEach(ending -> sent.put(range.key(ending), send(range, ending)));
    }
  }

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  static Stream<Range> ranges() {
    return RANGES.stream();
  }

  @ParameterizedTest
  @MethodSource("ranges")
  void theDesignatedRecipientIsPaid(Range range) {
    assertPaidOnce(range, range.paying());
  }

  @ParameterizedTest
  @MethodSource("ranges")
  void aFailedPayoutReleasesItsWholeHold(Range range) {
    Sent failing = sent.get(range.key("91"));

    assertThat(failing.finalStatus()).isEqualTo(FAILURE);

    assertThat(rows.transfersOf(failing.serviceReference()))
        .containsExactlyInAnyOrder("hold", "release");
    assertWallet(failing, range.country(), WALLET, "0");
  }

  @ParameterizedTest
  @MethodSource("ranges")
  void anUnansweredPayoutStaysPendingAndHeld(Range range) {
    Sent silent = sent.get(range.key("92"));

    eventually(() -> rows.pollsOf(silent.serviceReference()), polls -> polls >= 4);

    assertThat(silent.status()).isEqualTo(PENDING);
    assertThat(rows.transfersOf(silent.serviceReference())).containsExactly("hold");
    assertWallet(silent, range.country(), WITHOUT_COST, COST);
  }

  @ParameterizedTest
  @MethodSource("ranges")
  void recipientsThatAnswerLateArePaidOnce(Range range) {
    for (String ending : List.of("94", "95")) {
      String late = sent.get(range.key(ending)).serviceReference();
      eventually(() -> rows.pollsOf(late), polls -> polls > 1);
      rows.agePayouts("2 hours", UUID.fromString(late));
    }
    for (String ending : List.of("93", "94", "95")) {
      assertPaidOnce(range, ending);
      assertThat(rows.pollsOf(sent.get(range.key(ending)).serviceReference()))
          .as("it had to be asked again")
          .isGreaterThan(1);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "UG, till, 400001, " + FAILURE + ", 10000",
    "UG, till, 400091, " + SUCCESS + ", 8980",
    "KE, paybill, 600000, " + FAILURE + ", 10000",
    "KE, paybill, 600092, " + SUCCESS + ", 8980",
    "ZA, bank, 1100000002, " + FAILURE + ", 10000",
    "ZA, bank, 1100000091, " + SUCCESS + ", 8980"
  })
  void aForcedStatusOverridesTheRecipient(
      Country country, String kind, String number, String forced, String available) {
    Map<String, Object> body = body(country, kind, number);
    body.put("forceStatus", forced);

    Sent payout = send(country, kind, body);

    assertThat(payout.finalStatus()).isEqualTo(forced);
    assertWallet(payout, country, available, "0");
  }

  /** At each recipient, whether its success was forced or not. */
  @ParameterizedTest
  @CsvSource({
    "KE, till, 174379, , true",
    "TZ, paybill, 610093, , true",
    "KE, bank, 1100000091, " + SUCCESS + ", true",
    "UG, till, 400091, , false",
    "ZA, paybill, 110000, " + FAILURE + ", false"
  })
  void asItsReferenceAsksASuccessComesBackOnce(
      Country country, String kind, String number, String forced, boolean back) {
    Map<String, Object> body = body(country, kind, number);
    body.put("businessReference", number + "-comes-back");
    if (forced != null) {
      body.put("forceStatus", forced);
    }

    Sent payout = send(country, kind, body);

    assertThat(payout.finalStatus()).isEqualTo(back ? SUCCESS : FAILURE);
    String id = payout.serviceReference();
    eventually(
        () -> rows.transfersOf(id),
        moves ->
            moves.size() == (back ? 5 : 2)
                && moves.contains("return") == back
                && moves.contains("fee_refund") == back);
    assertWallet(payout, country, WALLET, "0");
  }

  @ParameterizedTest
  @CsvSource({"TZ, till, 61000001", "TZ, paybill, 610000", "KE, bank, 1100000001"})
  void aForcedPendingStaysPending(Country country, String kind, String number) {
    Map<String, Object> body = body(country, kind, number);
    body.put("forceStatus", PENDING);

    Sent payout = send(country, kind, body);

    eventually(() -> rows.pollsOf(payout.serviceReference()), polls -> polls >= 3);
    assertThat(payout.status()).isEqualTo(PENDING);
    assertWallet(payout, country, WITHOUT_COST, COST);
  }

  private void assertPaidOnce(Range range, String ending) {
    Sent paid = sent.get(range.key(ending));
    assertThat(paid.finalStatus()).isEqualTo(SUCCESS);
    assertThat(rows.transfersOf(paid.serviceReference()))
        .containsExactlyInAnyOrder("hold", "capture", "fee");
    assertWallet(paid, range.country(), WITHOUT_COST, "0");
  }

  private static void assertWallet(Sent payout, Country country, String available, String holding) {
    String currency = country.currency().name();
    assertThat(payout.partner().available(currency)).isEqualByComparingTo(available);
    assertThat(payout.partner().holding(currency)).isEqualByComparingTo(holding);
  }

  private Sent send(Range range, String ending) {
    return send(
        range.country(),
        range.kind(),
        body(range.country(), range.kind(), range.number() + ending));
  }

  private Sent send(Country country, String kind, Map<String, Object> body) {
    Partner partner = partners.create(Map.of(country.currency(), WALLET));
    Response created = kind.equals("bank") ? partner.bank(body) : partner.payment(body);
    assertThat(created.statusCode()).as(created.asString()).isEqualTo(201);
    assertThat(created.<String>path("status")).isEqualTo(PENDING);
    return new Sent(partner, created.path("businessReference"), created.path("serviceReference"));
  }

  private static Map<String, Object> body(Country country, String kind, String number) {
    Map<String, Object> body = kind.equals("bank") ? bankPayoutOf(number) : paymentOf(number);
    body.put("senderCurrency", country.currency().name());
    body.put("receiverCurrency", country.currency().name());
    body.put("payoutCountry", country.name());
    body.put("type", kind);
    body.put("receiverLipaNumber", number);
    body.put("receiverAccount", "ACC-001");
    body.put("receiverBankCode", country == Country.ZA ? "632005" : "68");
    body.put("receiverAccountNumber", number);
    body.put("receiverEmail", "juma.mwangi@example.org");
    return body;
  }
}
