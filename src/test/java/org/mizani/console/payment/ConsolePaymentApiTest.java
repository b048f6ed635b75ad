package org.mizani.console.payment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.jsoup.nodes.Document;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.console.Browser;
import org.mizani.money.CurrencyUnit;
import org.mizani.operator.business.Desk;
import org.mizani.support.Response;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Screens of payments: searches, and a payment with its timeline. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class ConsolePaymentApiTest {

  private static final String HOSTILE = "<img src=x onerror=alert(1)>{frame.formToken}&amp;'\"";

  @Inject TestPartners partners;

  private final Browser browser = Browser.of("viewer");
  private Partner partner;
  private String businessId;

  @BeforeEach
  void createPartner() {
    partner = partners.createShop(Map.of(CurrencyUnit.USD, "1000"));
    businessId = Desk.idOf(partner);
  }

  @Test
  void findsPayoutsAndCollectionsByAReference() {
    String reference = "invoice-" + businessId;
    String payout = partner.transfer(transferOf(reference)).created().path("serviceReference");
    String collection = partner.collect(TestPartners.collectionOf(reference)).created().path("id");

    Document page = browser.page("/console/payments?reference=" + reference);

    assertThat(page.select("tbody th a").eachAttr("href"))
        .containsExactly("/console/payouts/" + payout, "/console/collections/" + collection);
    assertThat(page.select("tbody tr").first().select("td.amount").text())
        .isEqualTo("1,000.00 KES 7.75 USD");
    assertThat(page.select("#reference").val()).isEqualTo(reference);
    assertThat(page.text()).doesNotContain("254712345678").contains("***678");
  }

  @Test
  void aSearchWithoutAPaymentSaysSo() {
    Document page = browser.page("/console/payments?reference=none-" + businessId);

    assertThat(page.select("p.empty").eachText())
        .containsExactly("No payout is found.", "No collection is found.");
  }

  @Test
  void findsThePaymentsOfAPersonWithoutTheNumberInAUrl() {
    Browser support = Browser.of("support");
    String payout = partner.transfer(transferOf("to person")).created().path("serviceReference");
    String collection = partner.collect(TestPartners.collectionOf("order")).created().path("id");
    Document form = support.page("/console/payments/person");

    Document page =
        Browser.page(support.send(form, "/console/payments/person", person("+254712345678")));

    assertThat(page.select("tbody th a").eachAttr("href"))
        .containsExactly("/console/payouts/" + payout, "/console/collections/" + collection);
    assertThat(page.select("#number").val()).isEqualTo("+254712345678");
    assertThat(page.select("[href*=712345678], [action*=712345678]")).isEmpty();
  }

  @Test
  void aRefusedSearchForAPersonTellsTheFieldAndNoPayments() {
    Browser support = Browser.of("support");
    Document form = support.page("/console/payments/person");

    Response answer = support.send(form, "/console/payments/person", person("0712345678"));

    assertThat(answer.statusCode()).isEqualTo(400);
    Document page = Browser.page(answer);
    assertThat(page.select("#refusal").text())
        .isEqualTo("number must be a valid phone number with country code");
    assertThat(page.select("#number[aria-invalid=true]")).hasSize(1);
    assertThat(page.select("p.empty, h2")).isEmpty();
  }

  @Test
  void aViewerMayNotSearchForAPerson() {
    Document form = browser.page("/console/payments/person");

    Response answer = browser.send(form, "/console/payments/person", person("+254712345678"));

    assertThat(answer.statusCode()).isEqualTo(403);
  }

  private Map<String, String> person(String number) {
    Map<String, String> fields = new HashMap<>();
    Desk.aroundNow().forEach((name, time) -> fields.put(name, time.toString()));
    fields.putAll(Map.of("channel", "mobile", "number", number, "businessId", businessId));
    return fields;
  }

  /** An operator that reads of no payout may pay a second time. */
  @Test
  void aRefusedSearchDoesNotSayThatNoPaymentIsFound() {
    Response answer = browser.get("/console/payments?businessId=nothing");

    assertThat(answer.statusCode()).isGreaterThanOrEqualTo(400);
    Document page = Browser.page(answer);
    assertThat(page.select("#refusal").text()).isNotBlank();
    assertThat(page.select("p.empty, h2")).isEmpty();
    assertThat(page.select("#businessId").val()).isEqualTo("nothing");
  }

  @Test
  void aSearchOfBothKindsLeadsToTheOlderOnes() {
    for (int i = 0; i < 26; i++) {
      partner.transfer(transferOf("p-" + i)).created();
    }
    partner.collect(TestPartners.collectionOf("order")).created();

    Document page = browser.page("/console/payments?businessId=" + businessId);

    assertThat(page.select("tbody tr")).hasSize(26);
    assertThat(page.text()).contains("These are the newest 25.");
    assertThat(page.select("#next-collections")).isEmpty();
    Document older = browser.page(page.select("#next-payouts").attr("href"));
    assertThat(older.select("#rows th").eachText()).containsExactly("p-0");
  }

  @Test
  void fieldsThatAreLeftEmptyDoNotCount() {
    partner.transfer(transferOf("one")).created();

    Document page =
        browser.page(
            "/console/payouts?id=&reference=&businessId="
                + businessId
                + "&from=&to=&amount=&currency=&status=&olderThan=");

    assertThat(page.select("#rows tr")).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({
    "payouts, amount=ten&currency=KES, amount, amount must be a number",
    "payouts, amount=10, currency, currency is required",
    "payouts, currency=KES, from, from is required",
    "payouts, from=yesterday, from, from must be an ISO 8601 date and time",
    "collections, olderThan=1h, olderThan, olderThan must be an ISO 8601 duration such as PT1H"
  })
  void aRefusedSearchNamesItsField(String list, String query, String field, String refusal) {
    Response answer = browser.get("/console/" + list + "?" + query);

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(Browser.refusal(answer)).isEqualTo(refusal);
    assertThat(Browser.page(answer).select("[aria-invalid=true]").eachAttr("name"))
        .containsExactly(field);
  }

  @ParameterizedTest
  @ValueSource(strings = {"payments", "payouts", "collections"})
  void anUnknownParameterIsRefused(String list) {
    Response answer = browser.get("/console/" + list + "?bussinessId=1");

    assertThat(answer.statusCode()).isEqualTo(400);
    assertThat(Browser.refusal(answer))
        .isEqualTo("bussinessId is not a parameter of this operation");
  }

  @Test
  void eachPageLeadsToTheNextWithTheSameSearch() {
    List<String> references = List.of("p-1", "p-2", "p-3");
    references.forEach(reference -> partner.transfer(transferOf(reference)).created());

    Document first = browser.page("/console/payouts?limit=2&businessId=" + businessId);
    Document second = browser.page(first.select("#next").attr("href"));

    assertThat(first.select("#rows th").eachText()).containsExactly("p-3", "p-2");
    assertThat(second.select("#rows th").eachText()).containsExactly("p-1");
    assertThat(second.select("#next")).isEmpty();
    assertThat(first.select("#next").attr("hx-get"))
        .isEqualTo(first.select("#next").attr("href"))
        .contains("businessId=" + businessId);
  }

  @Test
  void showsAPayoutWithItsTimeline() {
    Map<String, Object> pending = new HashMap<>(transferOf("timeline"));
    pending.put("forceStatus", "termination_pending");
    String id = partner.transfer(pending).created().path("serviceReference");

    Document page = browser.page("/console/payouts/" + id);

    assertThat(page.select("h1").text()).isEqualTo("Payout of 1,000.00 KES");
    assertThat(page.select(".mark").text()).isEqualTo("termination pending");
    assertThat(page.select("ol.timeline strong").eachText())
        .startsWith("Created", "Money put on hold");
    assertThat(page.select("ol.timeline time").first().attr("datetime")).endsWith("Z");
    assertThat(facts(page))
        .containsEntry("Business", businessId)
        .containsEntry("Reference of the business", "timeline")
        .containsEntry("Sent by the business", "7.75 USD")
        .containsEntry("Fee", "0.16 USD")
        .containsEntry("Recipient", "***678")
        .doesNotContainKey("Receipt");
    assertThat(page.select("dd a").attr("href")).isEqualTo("/console/businesses/" + businessId);
  }

  /** Its status stays a success: the mark beside it tells that the money is back. */
  @Test
  void aReturnedPayoutIsMarkedAsSuch() {
    String id = partner.transfer(transferOf("back")).created().path("serviceReference");
    partner.finalStatus("back");
    Desk.post(
            "/operator/payouts/" + id + "/return",
            Map.of("reference", "back " + businessId, "reason", "closed"))
        .succeeded();

    assertThat(browser.page("/console/payouts/" + id).select("h1 + p .mark").eachText())
        .containsExactly("termination success", "returned");
    assertThat(
            browser.page("/console/payouts?businessId=" + businessId).select("td .mark").eachText())
        .containsExactly("termination success", "returned");
  }

  @Test
  void showsACollectionWithItsTimeline() {
    String id = partner.collect(TestPartners.collectionOf("order")).created().path("id");

    Document page = browser.page("/console/collections/" + id);

    assertThat(page.select("h1").text()).isEqualTo("Collection of 150.00 KES");
    assertThat(facts(page))
        .containsEntry("Reference of the business", "order")
        .containsEntry("Narration", "Order of order")
        .containsEntry("Customer", "***678");
    assertThat(page.select("ol.timeline strong").eachText()).startsWith("Created");
  }

  private static Map<String, String> facts(Document page) {
    Map<String, String> facts = new HashMap<>();
    page.select("dl.facts dt")
        .forEach(name -> facts.put(name.text(), name.nextElementSibling().text()));
    return facts;
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "/console/payouts/nothing",
        "/console/payouts/00000000-0000-0000-0000-000000000000",
        "/console/collections/nothing"
      })
  void anUnknownPaymentIsNotFound(String path) {
    Response answer = browser.get(path);

    assertThat(answer.statusCode()).isEqualTo(404);
    Document page = Browser.page(answer);
    assertThat(page.select("h1").text()).isEqualTo("Not found");
    assertThat(page.select("form.session button").text()).isEqualTo("Log out");
  }

  /** References are as partners write them. */
  @Test
  void referencesAreShownAsText() {
    Map<String, Object> order = TestPartners.collectionOf(HOSTILE);
    order.put("narration", HOSTILE);
    String payout = partner.transfer(transferOf(HOSTILE)).created().path("serviceReference");
    String collection = partner.collect(order).created().path("id");

    List<Document> pages =
        List.of(
            browser.page("/console/payments?businessId=" + businessId),
            browser.page("/console/payouts?businessId=" + businessId),
            browser.page("/console/payouts/" + payout),
            browser.page("/console/collections/" + collection));

    assertThat(pages)
        .allSatisfy(
            page -> {
              assertThat(page.text()).contains(HOSTILE);
              assertThat(page.select("img, script:not([src]), [onerror]")).isEmpty();
            });
    Document searched =
        Browser.page(browser.request().queryParam("reference", HOSTILE).get("/console/payouts"));
    assertThat(searched.select("#reference").val()).isEqualTo(HOSTILE);
    assertThat(searched.select("#rows tr")).isNotEmpty();
  }
}
