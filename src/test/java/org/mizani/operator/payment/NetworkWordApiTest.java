package org.mizani.operator.payment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.TestPartners.collectionOf;
import static org.mizani.support.TestPartners.paymentOf;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.net.URI;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.money.CurrencyUnit;
import org.mizani.rail.ConnectedProfile;
import org.mizani.rail.StandIns;
import org.mizani.rail.daraja.DarajaStandIn;
import org.mizani.rail.daraja.StandInFault;
import org.mizani.rail.daraja.StandInOperation;
import org.mizani.rail.daraja.StandInPlan;
import org.mizani.rail.pawapay.PawapayStandIn;
import org.mizani.rail.pawapay.PaymentKind;
import org.mizani.rail.pawapay.StandInConduct;
import org.mizani.support.Response;
import org.mizani.support.ServicePort;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Words of networks in the timelines of payments, as operators read them. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(ConnectedProfile.class)
class NetworkWordApiTest {

  /** Fields of a callback without personal data. */
  private static final Set<String> FIELDS =
      Set.of(
          "at",
          "event",
          "reason",
          "outcome",
          "failureCode",
          "receipt",
          "networkReference",
          "networkIds",
          "signed",
          "counted");

  @Inject TestPartners partners;
  @Inject StandIns standIns;

  private DarajaStandIn kenya;
  private PawapayStandIn momo;
  private Partner partner;

  @BeforeEach
  void aPartner() {
    kenya = standIns.kenya();
    momo = standIns.momo();
    partner = partners.createShop(Map.of(CurrencyUnit.KES, "1000000", CurrencyUnit.TZS, "1000000"));
  }

  @Test
  void theResultThatSettledAPayoutHasItsReceipt() {
    Map<String, Object> body = transferOf("phone");
    body.put("senderCurrency", "KES");
    body.put("amount", new BigDecimal("5000"));
    String payout = "/operator/payouts/" + idOf(partner.transfer(body), "serviceReference");
    partner.finalStatus("phone");

    Map<String, Object> word = countedWord(payout);

    assertThat(word)
        .containsEntry("outcome", "paid")
        .containsEntry("receipt", read(payout).path("receipt"))
        .containsEntry("signed", false)
        .containsEntry("counted", true);
    assertThat(read(payout).<List<Object>>path("networkIds"))
        .containsAll((List<?>) word.get("networkIds"))
        .isNotEmpty();
    assertThat(FIELDS).containsAll(word.keySet());
  }

  /** Its receipt is the one that the network was asked about. */
  @Test
  void theResultOfATillThatWasNotAcknowledgedCountsOnceTheNetworkBearsItOut() {
    kenya.plan(StandInPlan.inTurn(StandInFault.ACKNOWLEDGEMENT_LOST).only(StandInOperation.B2B));
    Map<String, Object> body = paymentOf("till");
    body.put("senderCurrency", "KES");
    body.put("receiverLipaNumber", "561020");
    body.put("amount", new BigDecimal("5000"));
    String payout = "/operator/payouts/" + idOf(partner.payment(body), "serviceReference");
    partner.finalStatus("till");

    List<Map<String, Object>> words = words(payout, 2);

    assertThat(words)
        .allSatisfy(
            word ->
                assertThat(word)
                    .containsEntry("outcome", "paid")
                    .containsEntry("receipt", read(payout).path("receipt"))
                    .containsEntry("signed", false)
                    .containsEntry("counted", true));
    assertThat(read(payout).<String>path("status")).isEqualTo("termination_success");
  }

  /** By it the person at the till sees the words of the callback. */
  @Test
  void theResultOfATillThatTheNetworkIsNotAskedAboutYetDidNotCount() {
    kenya.plan(
        (operation, request) ->
            switch (operation) {
              case B2B -> StandInFault.ACKNOWLEDGEMENT_LOST;
              case STATUS -> StandInFault.REQUEST_LOST;
              default -> StandInFault.NONE;
            });
    Map<String, Object> body = paymentOf("unasked");
    body.put("senderCurrency", "KES");
    body.put("receiverLipaNumber", "561021");
    body.put("amount", new BigDecimal("5000"));
    String payout = "/operator/payouts/" + idOf(partner.payment(body), "serviceReference");

    Map<String, Object> word = words(payout, 1).get(0);

    assertThat(word)
        .containsEntry("outcome", "paid")
        .containsEntry("signed", false)
        .containsEntry("counted", false);
    assertThat(word.get("receipt").toString()).isNotBlank();
    assertThat(read(payout).<String>path("status")).isEqualTo("termination_pending");
    assertThat(read(payout).<List<Object>>path("networkIds")).isEmpty();
  }

  @Test
  void aForgedCallbackDidNotCountAndTheSignedOneDid() {
    momo.conduct()
        .callsBack(
            PaymentKind.PAYOUT,
            URI.create(
                "http://localhost:"
                    + ServicePort.number()
                    + "/rails/momo/"
                    + ConnectedProfile.SECRET))
        .callbacks(StandInConduct.Plan.always(StandInConduct.CallbackFault.FORGED))
        .questions(StandInConduct.Plan.always(StandInConduct.AnswerFault.MAINTENANCE));
    Map<String, Object> body = transferOf("forged");
    body.put("senderCurrency", "TZS");
    body.put("receiverCurrency", "TZS");
    body.put("payoutCountry", "TZ");
    body.put("receiverPhone", "+255754000000");
    body.put("amount", new BigDecimal("5000"));
    String payout = "/operator/payouts/" + idOf(partner.transfer(body), "serviceReference");
    partner.finalStatus("forged");

    List<Map<String, Object>> words = words(payout, 2);

    assertThat(words)
        .anySatisfy(
            word -> assertThat(word).containsEntry("signed", false).containsEntry("counted", false))
        .anySatisfy(
            word ->
                assertThat(word)
                    .containsEntry("outcome", "paid")
                    .containsEntry("signed", true)
                    .containsEntry("counted", true));
  }

  @Test
  void aDeclinedPromptHasItsFailureCode() {
    Map<String, Object> body = collectionOf("declined");
    body.put("mobile", "+254712341032");
    String collection = "/operator/collections/" + idOf(partner.collect(body), "id");

    Map<String, Object> word = countedWord(collection);

    assertThat(word)
        .containsEntry("outcome", "failed")
        .containsEntry("failureCode", "customer_declined")
        .containsEntry("counted", true);
    assertThat(read(collection).<List<Object>>path("networkIds")).isEqualTo(word.get("networkIds"));
  }

  private static String idOf(Response created, String field) {
    assertThat(created.statusCode()).as(created.asString()).isEqualTo(201);
    return created.path(field);
  }

  /** So many words at least, in their order: a network that was slow is asked, and answers too. */
  private static List<Map<String, Object>> words(String payment, int number) {
    return eventually(() -> words(payment), words -> words.size() >= number);
  }

  /** The first word that counts: it does once the acknowledgement of its payment is stored. */
  private static Map<String, Object> countedWord(String payment) {
    return eventually(
            () ->
                words(payment).stream()
                    .filter(word -> Boolean.TRUE.equals(word.get("counted")))
                    .findFirst(),
            Optional::isPresent)
        .orElseThrow();
  }

  /** The words that the timeline has read in time. */
  private static List<Map<String, Object>> words(String payment) {
    return read(payment).<List<Map<String, Object>>>path("timeline").stream()
        .filter(event -> "network_callback".equals(event.get("event")))
        .filter(event -> event.containsKey("counted"))
        .toList();
  }

  private static Response read(String payment) {
    return TestOperator.request().get(payment);
  }
}
