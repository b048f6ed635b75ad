package org.mizani.rail.daraja;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.Refusals.assertCoded;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.paymentOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.mizani.fault.ErrorCode;
import org.mizani.money.CurrencyUnit;
import org.mizani.rail.ConnectedProfile;
import org.mizani.rail.StandIns;
import org.mizani.support.Response;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Names of tills and paybills from Daraja, on which no payout depends. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(ConnectedProfile.class)
class DarajaNamesApiTest {

  private static final String UNKNOWN = "550404";

  @Inject TestPartners partners;

  @Inject StandIns standIns;

  private DarajaStandIn network;
  private Partner partner;

  @BeforeEach
  void resetNetworkAndCreatePartner() {
    standIns.kenya();
    partner = partners.create(Map.of(CurrencyUnit.KES, "1000000"));
    // With a token, for which a call waits for some seconds only.
    eventually(() -> verify("till", "174379").statusCode(), status -> status == 200);
    network = standIns.kenya();
  }

  @ParameterizedTest
  @CsvSource({"till, 174379", "till, 000174379", "paybill, 888880"})
  void namesAMerchant(String type, String number) {
    Response answer = verify(type, number);

    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(200);
    assertThat(answer.<Boolean>path("verified")).isTrue();
    assertThat(answer.<String>path("displayName"))
        .isEqualTo(type.equals("till") ? "Duka 174379" : "Duka 888880");
  }

  @Test
  void anUnknownTillIsNotVerified() {
    Response answer = verify("till", UNKNOWN);

    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(200);
    assertThat(answer.<Boolean>path("verified")).isFalse();
    assertThat(answer.<String>path("displayName")).isEmpty();
  }

  @ParameterizedTest
  @EnumSource(
      value = StandInFault.class,
      names = {"REQUEST_LOST", "ERROR_AFTER_EFFECT", "HTML", "SLOW", "SPIKE_ARREST", "MAINTENANCE"})
  void anUnclearAnswerMeansServiceUnavailable(StandInFault fault) {
    network.slowness(Duration.ofHours(1));
    network.plan(StandInPlan.always(fault));

    assertRefused(verify("till", "174379"), 503, "service unavailable");
  }

  @Test
  void anUnreachableNetworkMeansServiceUnavailable() {
    network.shut();
    try {
      assertRefused(verify("till", "174379"), 503, "service unavailable");
    } finally {
      network.open();
    }
    eventually(() -> verify("till", "174379").statusCode(), status -> status == 200);
  }

  @Test
  void phonesHaveNoNames() {
    Response refused =
        partner
            .request()
            .body(Map.of("countryCode", "KE", "phoneNumber", "+254712345678"))
            .post("/business/verify-transfer");

    assertRefused(refused, 422, "corridor not available");
    assertCoded(refused, ErrorCode.RECIPIENT_UNVERIFIABLE, "");
  }

  @Test
  void aPayoutNeedsNoNameLookup() {
    network.plan(StandInPlan.always(StandInFault.MAINTENANCE).only(StandInOperation.MERCHANT));
    Map<String, Object> body = paymentOf("till");
    body.put("senderCurrency", "KES");
    body.put("amount", new BigDecimal("5000"));

    Response created = partner.payment(body);

    assertThat(created.statusCode()).as(created.asString()).isEqualTo(201);
    assertThat(partner.finalStatus("till")).isEqualTo("termination_success");
    assertThat(network.books().paidFor(created.path("serviceReference"))).isEqualTo(5000);
    assertThat(network.requests(StandInOperation.MERCHANT)).isZero();
  }

  private Response verify(String type, String number) {
    return partner
        .request()
        .body(
            Map.of(
                "countryCode", "KE", "type", type, "lipaNumber", number, "accountReference", "A-1"))
        .post("/business/verify-payment");
  }
}
