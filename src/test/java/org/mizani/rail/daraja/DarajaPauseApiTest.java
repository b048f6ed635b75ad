package org.mizani.rail.daraja;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.restassured.response.Response;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.money.CurrencyUnit;
import org.mizani.rail.ConnectedProfile;
import org.mizani.rail.StandIns;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Payouts through Daraja while its gateway does not offer our contract an operation. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(ConnectedProfile.class)
class DarajaPauseApiTest {

  private static final String PENDING = "termination_pending";
  private static final String DONE = "termination_success";

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject StandIns standIns;

  private DarajaStandIn network;
  private Partner partner;

  @BeforeEach
  void resetNetworkAndCreatePartner() {
    network = standIns.kenya();
    partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
  }

  @AfterEach
  void offerAllAgain() {
    network.withdraw();
    resume();
    rows.assertBooksBalance();
  }

  @Test
  void payoutsThatAreNotOfferedWaitForAnOperator() {
    network.withdraw(StandInOperation.B2C);

    pay("withdrawn");

    eventually(() -> pauses("reason"), List.of("credentials")::equals);
    assertThat(pauses("words")).singleElement().asString().contains("404.002.01");
    assertThat(statusOf("withdrawn")).isEqualTo(PENDING);

    network.withdraw();
    resume();
    assertThat(partner.finalStatus("withdrawn")).isEqualTo(DONE);
  }

  @Test
  void questionsThatAreNotOfferedPauseNoPayouts() {
    network.withdraw(StandInOperation.STATUS);
    network.plan(StandInPlan.inTurn(StandInFault.CALLBACK_NEVER).only(StandInOperation.B2C));
    pay("without an answer");
    eventually(() -> network.requests(StandInOperation.STATUS), asked -> asked > 1);

    pay("next");

    assertThat(partner.finalStatus("next")).isEqualTo(DONE);
    assertThat(pauses("reason")).isEmpty();
    assertThat(statusOf("without an answer")).isEqualTo(PENDING);
  }

  private void pay(String reference) {
    Map<String, Object> body = transferOf(reference);
    body.put("receiverPhone", "+254712345678");
    Response created = partner.transfer(body);
    assertThat(created.statusCode()).as(created.asString()).isEqualTo(201);
  }

  private String statusOf(String reference) {
    return partner.request().get("/business/transactions/" + reference).path("status");
  }

  private static List<String> pauses(String field) {
    return TestOperator.request()
        .get("/operator/rails")
        .path("items.find { it.name == 'kenya' }.pauses.collect { it.%s }".formatted(field));
  }

  private static void resume() {
    TestOperator.request()
        .contentType("application/json")
        .body(Map.of("reason", "the contract is mended"))
        .post("/operator/rails/kenya/resume")
        .then()
        .statusCode(200);
  }
}
