package org.mizani;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;
import org.mizani.support.WebhookReceiver;

/** The webhooks that endpoints get and no call-back has are sent as the document says. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class DocumentedEventsApiTest {

  private static final String ENDPOINTS = "/business/webhook-endpoints";

  @Inject TestPartners partners;
  @Inject Rows rows;

  private WebhookReceiver receiver;
  private Partner partner;
  private String endpoint;

  @BeforeEach
  void aPartnerWithAnEndpoint() throws IOException {
    receiver = WebhookReceiver.listen();
    partner = partners.create(Map.of(CurrencyUnit.USD, "1000"));
    endpoint =
        partner
            .request()
            .body(
                Map.of("url", receiver.url("/events"), "kinds", List.of("bulk", "payout_release")))
            .post(ENDPOINTS)
            .created()
            .path("id");
  }

  @AfterEach
  void closeTheReceiver() {
    receiver.close();
    rows.assertBooksBalance();
  }

  @Test
  void aTestOfAnEndpoint() {
    assertThat(partner.request().post(ENDPOINTS + "/" + endpoint + "/test").statusCode())
        .isEqualTo(202);

    assertToldAs("endpointTested");
  }

  @Test
  void theEndOfABatch() {
    Map<String, Object> item = new HashMap<>(transferOf("of a batch"));
    item.put("kind", "transfer");
    partner.request().body(Map.of("items", List.of(item))).post("/business/payouts/bulk").created();

    assertToldAs("bulkEnded");
  }

  @Test
  void theReleaseOfAPayout() {
    Map<String, Object> body = transferOf("held");
    body.put("forceStatus", "termination_pending");
    UUID payout = UUID.fromString(partner.transfer(body).created().path("serviceReference"));
    eventually(
        () ->
            rows.execute(
                    "UPDATE payout_due SET screening = 'held', screened_at = now(),"
                        + " next_poll_at = 'infinity', leased_until = NULL WHERE id = $1"
                        + " AND (leased_until = next_poll_at AND leased_until > now()) IS NOT TRUE"
                        + " RETURNING id",
                    payout)
                .size(),
        held -> held == 1);
    TestOperator.request()
        .body(Map.of("decision", "release", "reason", "seen"))
        .post("/operator/payouts/" + payout + "/review")
        .succeeded();

    assertToldAs("payoutReleased");
  }

  private void assertToldAs(String webhookId) {
    ContractDocument document = ContractDocument.read();
    DocumentedOperation webhook =
        document.webhooks().stream()
            .filter(one -> one.id().equals(webhookId))
            .findFirst()
            .orElseThrow();
    DocumentedSchemas schemas = new DocumentedSchemas(document);

    WebhookReceiver.Received told =
        eventually(() -> receiver.at("/events"), arrived -> !arrived.isEmpty()).get(0);

    schemas.assertValid(webhookId, webhook.bodySchema(), ContractDocument.parse(told.body()));
    schemas.assertDocumentedHeaders(webhook, told.firstHeaders());
  }
}
