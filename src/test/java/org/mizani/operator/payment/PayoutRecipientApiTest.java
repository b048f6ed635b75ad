package org.mizani.operator.payment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.bankPayoutOf;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.operator.business.Desk;
import org.mizani.support.Request;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestOperator.Person;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** The whole recipient of a payout, for operators who say why. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class PayoutRecipientApiTest {

  private static final Map<String, String> WHY = Map.of("reason", "ticket 4711");

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject Desk desk;

  private Partner partner;

  @BeforeEach
  void createPartner() {
    partner = partners.create(Map.of(CurrencyUnit.USD, "1000", CurrencyUnit.KES, "100000"));
  }

  @Test
  void showsTheWholeRecipientAndAuditsWhoAndWhy() {
    Map<String, Object> request = transferOf("phone");
    String payout = partner.transfer(request).path("serviceReference");
    Person support = TestOperator.person("support");

    Response answer = seenBy(support, payout);

    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(200);
    assertThat(answer.json().getMap(""))
        .containsEntry("serviceReference", payout)
        .containsEntry("channel", "mobile")
        .containsEntry("country", "KE")
        .containsEntry("number", request.get("receiverPhone"))
        .doesNotContainKeys("account", "bankCode");
    Row entry =
        rows.execute(
                "SELECT operator, action, after ->> 'reason' AS reason, after::text AS after"
                    + " FROM audit_entry WHERE subject = $1",
                "payout/" + payout)
            .get(0);
    assertThat(entry.getString("operator")).isEqualTo(support.key());
    assertThat(entry.getString("action")).isEqualTo("payout.reveal-recipient");
    assertThat(entry.getString("reason")).isEqualTo("ticket 4711");
    assertThat(entry.getString("after")).doesNotContain("254712345678");
    assertThat(
            Desk.get("/operator/payouts/" + payout, Map.of()).<List<String>>path("timeline.action"))
        .contains("payout.reveal-recipient");
  }

  @Test
  void showsTheBankOfABankAccount() {
    Map<String, Object> request = bankPayoutOf("bank");
    String payout = partner.bank(request).path("serviceReference");

    Response answer = seenBy(TestOperator.person("finance"), payout);

    assertThat(answer.json().getMap(""))
        .containsEntry("channel", "bank")
        .containsEntry("number", request.get("receiverAccountNumber"))
        .containsEntry("bankCode", request.get("receiverBankCode"));
  }

  @Test
  void aViewerSeesNoneAndNothingIsRevealed() {
    String payout = partner.transfer(transferOf("hidden")).path("serviceReference");

    Response answer = seenBy(TestOperator.person("viewer"), payout);

    assertRefused(answer, 403, "role support required");
    assertThat(desk.actionsOn("payout/" + payout)).isEmpty();
  }

  @Test
  void withoutAReasonNothingIsRevealed() {
    String payout = partner.transfer(transferOf("no reason")).path("serviceReference");

    Response answer = Desk.post("/operator/payouts/" + payout + "/recipient", Map.of());

    assertRefused(answer, 400, "reason is required");
    assertThat(desk.actionsOn("payout/" + payout)).isEmpty();
  }

  @Test
  void aReasonInTheUrlIsRefusedAndNothingIsRevealed() {
    String payout = partner.transfer(transferOf("in the url")).path("serviceReference");
    String path = "/operator/payouts/" + payout + "/recipient";

    assertRefused(Desk.get(path, WHY), 405, "method not allowed");
    assertRefused(
        TestOperator.request().queryParams(WHY).body(WHY).post(path),
        400,
        "reason is not a parameter of this operation");
    assertThat(desk.actionsOn("payout/" + payout)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"told", "00000000-0000-0000-0000-000000000000"})
  void anUnknownPayoutHasNone(String reference) {
    assertRefused(
        Desk.post("/operator/payouts/" + reference + "/recipient", WHY), 404, "payout not found");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DELETE FROM payout_detail WHERE payout_id = $1",
        "UPDATE payout_detail SET parties_encrypted = '\\x00' WHERE payout_id = $1"
      })
  void aRecipientThatWasErasedOrCannotBeDecryptedIsNotShown(String loss) {
    String payout = partner.transfer(transferOf("lost " + loss.charAt(0))).path("serviceReference");
    partner.finalStatus("lost " + loss.charAt(0));
    rows.execute(loss, UUID.fromString(payout));

    Response answer = Desk.post("/operator/payouts/" + payout + "/recipient", WHY);

    assertRefused(answer, 409, "recipient cannot be read any more");
    assertThat(desk.actionsOn("payout/" + payout)).isEmpty();
  }

  private static Response seenBy(Person person, String payout) {
    return Request.given()
        .header("Authorization", "Bearer " + person.token())
        .contentType("application/json")
        .body(WHY)
        .post("/operator/payouts/" + payout + "/recipient");
  }
}
