package org.mizani.console.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.console.Browser;
import org.mizani.operator.approval.HeldRequest;
import org.mizani.operator.audit.AuditEntries;
import org.mizani.operator.audit.AuditEntries.Written;
import org.mizani.operator.business.Desk;
import org.mizani.support.Response;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestOperator.Person;

/** Work queue: requests for approval, and their decisions by another operator. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class ConsoleWorkApiTest {

  @Inject AuditEntries audit;
  @Inject Desk desk;

  private Person requester;
  private String request;
  private String path;

  @BeforeEach
  void askForTopUp() {
    requester = TestOperator.person("finance");
    request = HeldRequest.of(requester);
    path = "/console/approvals/" + request;
  }

  @Test
  void theQueueHasTheRequest() {
    Document page = Browser.of("finance").page("/console/work");

    Element row = row(page);
    assertThat(row.text()).contains("Wallet top up", "amount 2,000", requester.key());
    assertThat(row.select("th a").attr("href")).isEqualTo(path);
    assertThat(page.select("h2").eachText())
        .containsExactly(
            "Requests for approval",
            "Payouts held for review",
            "Payouts flagged",
            "Collections flagged");
  }

  /** Those of a person do not hide the ones of others, which expire first. */
  @Test
  void theQueueHasTheOlderRequestsToo() {
    Person another = TestOperator.person("finance");
    for (int i = 0; i < 21; i++) {
      HeldRequest.of(another);
    }

    Document page = Browser.of(another).page("/console/work");

    assertThat(row(page).select("th a").attr("href")).isEqualTo(path);
    assertThat(page.text()).doesNotContain("These are the newest");
  }

  /** Its whole content is for those that decide. */
  @Test
  void aViewerReadsTheQueueAndNotTheRequest() {
    Browser viewer = Browser.of("viewer");

    assertThat(row(viewer.page("/console/work")).select("a")).isEmpty();
    Response refused = viewer.get(path);
    assertThat(refused.statusCode()).isEqualTo(403);
    assertThat(Browser.refusal(refused)).isEqualTo("role finance required");
  }

  private Element row(Document page) {
    return page.select("tbody tr").stream()
        .filter(row -> row.text().contains(requester.key()))
        .findFirst()
        .orElseThrow();
  }

  @Test
  void anotherOperatorApproves() {
    Person approver = TestOperator.person("finance");
    Browser browser = Browser.of(approver);
    Document page = browser.page(path);
    assertThat(page.select("dd").eachText()).contains("2,000", "KES");

    Response decided = browser.send(page, path + "/approval", Map.of());

    assertThat(decided.statusCode()).as(decided.asString()).isEqualTo(303);
    assertThat(decided.header("Location")).isEqualTo(path);
    assertThat(HeldRequest.status(request)).isEqualTo("approved");
    Document after = browser.page(path);
    assertThat(after.select(".mark").text()).isEqualTo("approved");
    assertThat(after.select("form[action^=/console/approvals]")).isEmpty();
    assertThat(desk.actionsOn("approval/" + request))
        .containsExactly("approval.request", "approval.approve");
  }

  @Test
  void anotherOperatorRefusesWithAReason() {
    Browser browser = Browser.of("finance");

    Response decided =
        browser.send(
            browser.page(path), path + "/refusal", Map.of("reason", "<b>no</b> such payment"));

    assertThat(decided.statusCode()).as(decided.asString()).isEqualTo(303);
    assertThat(HeldRequest.status(request)).isEqualTo("refused");
    Document after = browser.page(path);
    assertThat(after.text()).contains("<b>no</b> such payment");
    assertThat(after.select("dd b")).isEmpty();
  }

  @Test
  void aRefusalWithoutAReasonChangesNothing() {
    Browser browser = Browser.of("finance");

    Response refused = browser.send(browser.page(path), path + "/refusal", Map.of());

    assertThat(refused.statusCode()).isEqualTo(400);
    assertThat(Browser.refusal(refused)).isEqualTo("reason is required");
    assertThat(HeldRequest.status(request)).isEqualTo("waiting");
  }

  @Test
  void itsRequesterWithdrawsAndCannotApprove() {
    Browser browser = Browser.of(requester);
    Document page = browser.page(path);
    assertThat(page.select("form[action^=/console/approvals]").eachAttr("action"))
        .isEqualTo(List.of(path + "/withdrawal"));

    Response refused = browser.submit(path + "/approval", Map.of("formToken", browser.formToken()));

    assertThat(refused.statusCode()).isEqualTo(403);
    assertThat(Browser.refusal(refused)).isEqualTo("another operator must decide this request");
    assertThat(HeldRequest.status(request)).isEqualTo("waiting");
    assertThat(audit.of(requester.subject(), requester.key()))
        .extracting(Written::action)
        .contains("operator.refuse-operation");
    assertThat(browser.send(page, path + "/withdrawal", Map.of()).statusCode()).isEqualTo(303);
    assertThat(HeldRequest.status(request)).isEqualTo("withdrawn");
  }

  @Test
  void aViewersFormIsRefused() {
    Browser viewer = Browser.of("viewer");

    Response refused = viewer.submit(path + "/approval", Map.of("formToken", viewer.formToken()));

    assertThat(refused.statusCode()).isEqualTo(403);
    assertThat(HeldRequest.status(request)).isEqualTo("waiting");
  }

  @Test
  void aSecondDecisionIsToldThatItIsTooLate() {
    Browser first = Browser.of("finance");
    Browser second = Browser.of("finance");
    Document read = second.page(path);
    first.send(first.page(path), path + "/approval", Map.of());

    Response late = second.send(read, path + "/approval", Map.of());

    assertThat(late.statusCode()).isEqualTo(409);
    assertThat(Browser.refusal(late)).isEqualTo("request is decided");
    assertThat(Browser.page(late).select("h1").text()).isEqualTo("Not possible now");
  }

  @Test
  void anUnknownRequestIsNotFound() {
    assertThat(Browser.of("finance").get("/console/approvals/nothing").statusCode()).isEqualTo(404);
  }
}
