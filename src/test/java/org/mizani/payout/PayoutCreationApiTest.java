package org.mizani.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.Refusals.assertRefused;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.util.Map;
import java.util.Set;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;
import org.mizani.support.WebhookReceiver;

/** Effects of the creation of a payout, and its refusals, for every kind of payout. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class PayoutCreationApiTest {

  private final TestPartners partners = TestPartners.here();
  private final Rows rows = Rows.here();

  /** Kinds of payouts, each with an inactive recipient in a country without a rate from USD. */
  private enum Kind {
    TRANSFER("transfer", "TZ", "TZS", Map.of("receiverPhone", "+255754999999")) {
      @Override
      Map<String, Object> of(String reference) {
        return TestPartners.transferOf(reference);
      }
    },
    PAYMENT("payment", "UG", "UGX", Map.of("receiverLipaNumber", "400002")) {
      @Override
      Map<String, Object> of(String reference) {
        return TestPartners.paymentOf(reference);
      }

      /** Leaves the names out, so that a lookup of the merchant's name would be needed. */
      @Override
      Map<String, Object> withoutRate(String reference) {
        Map<String, Object> body = super.withoutRate(reference);
        body.keySet().removeAll(Set.of("receiverFirstName", "receiverLastName"));
        return body;
      }
    },
    BANK(
        "bank",
        "ZA",
        "ZAR",
        Map.of(
            "receiverBankCode", "632005",
            "receiverAccountNumber", "9",
            "receiverEmail", "juma.mwangi@example.org")) {
      @Override
      Map<String, Object> of(String reference) {
        return TestPartners.bankPayoutOf(reference);
      }
    };

    private final String path;
    private final String country;
    private final String currency;
    private final Map<String, String> inactive;

    Kind(String path, String country, String currency, Map<String, String> inactive) {
      this.path = path;
      this.country = country;
      this.currency = currency;
      this.inactive = inactive;
    }

    /** A payout with all fields valid: 1000 KES, 7.75 USD and a fee of 0.16. */
    abstract Map<String, Object> of(String reference);

    /** A payout from US dollars to an inactive recipient, in a currency without a rate. */
    Map<String, Object> withoutRate(String reference) {
      Map<String, Object> body = of(reference);
      body.put("payoutCountry", country);
      body.put("receiverCurrency", currency);
      body.putAll(inactive);
      return body;
    }

    Response create(Partner partner, Map<String, ?> body) {
      return partner.request().body(body).post("/business/payout/" + path);
    }

    Response create(Partner partner, String reference) {
      return create(partner, of(reference));
    }
  }

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void holdsItsCostAsLongAsItIsPending(Kind kind) {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    Map<String, Object> body = kind.of("pending");
    body.put("forceStatus", "termination_pending");

    kind.create(partner, body);

    assertThat(partner.available("USD")).isEqualByComparingTo("92.09");
    assertThat(partner.holding("USD")).isEqualByComparingTo("7.91");
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void recordsAPendingPayoutAndCapturesItOnSuccess(Kind kind) {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));

    Response created = kind.create(partner, "first");

    assertThat(created.statusCode()).isEqualTo(201);
    String reference = created.path("serviceReference");
    assertThat(created.asString())
        .isEqualTo(
            "{\"serviceReference\":\""
                + reference
                + "\",\"businessReference\":\"first\",\"status\":\"termination_pending\","
                + "\"senderAmount\":7.75,\"senderCurrency\":\"USD\","
                + "\"receiverAmount\":1000,\"receiverCurrency\":\"KES\",\"totalDebited\":7.91}");
    assertThat(partner.available("USD")).isEqualByComparingTo("92.09");
    assertThat(partner.finalStatus("first")).isEqualTo("termination_success");
    assertThat(partner.available("USD")).isEqualByComparingTo("92.09");
    assertThat(partner.holding("USD")).isEqualByComparingTo("0");
    assertThat(rows.transfersOf(reference))
        .containsExactlyInAnyOrder("hold", "capture", "fee", "exchange");
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void refusesInTheContractsOrder(Kind kind) {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "7.91"));
    String noRate = "rate USD_%s not configured".formatted(kind.currency);

    assertRefused(kind.create(partner, kind.withoutRate("no rate")), 404, noRate);
    assertThat(kind.create(partner, "used").statusCode()).isEqualTo(201);
    assertRefused(kind.create(partner, "used"), 409, "duplicate reference");
    assertRefused(kind.create(partner, kind.withoutRate("used")), 409, "duplicate reference");
    assertRefused(kind.create(partner, "next"), 412, "insufficient available balance");
    assertThat(rows.payoutsOf(partner.businessId())).isEqualTo(1);
    assertThat(partner.available("USD")).isEqualByComparingTo("0");
  }

  /** All kinds of payouts share their references. */
  @ParameterizedTest
  @EnumSource(Kind.class)
  void aReferenceIsUniqueAcrossKinds(Kind kind) {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    kind.create(partner, "used");

    for (Kind other : Kind.values()) {
      assertRefused(other.create(partner, "used"), 409, "duplicate reference");
    }
    assertThat(partner.available("USD")).isEqualByComparingTo("92.09");
  }

  @ParameterizedTest
  @EnumSource(Kind.class)
  void sendsAWebhookOfItsSuccess(Kind kind) throws Exception {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    try (WebhookReceiver receiver = WebhookReceiver.listen()) {
      Map<String, Object> body = kind.of("told");
      body.put("callbackUrl", receiver.url());

      String reference = kind.create(partner, body).path("serviceReference");

      eventually(receiver::bodies, bodies -> !bodies.isEmpty());
      assertThat(receiver.bodies()).hasSize(1);
      assertThat(receiver.bodies().get(0))
          .contains(
              "\"businessReference\":\"told\"",
              "\"serviceReference\":\"" + reference + "\"",
              "\"status\":\"termination_success\"",
              "\"receiverCurrency\":\"KES\"",
              "\"receiverAmount\":1000");
    }
  }
}
