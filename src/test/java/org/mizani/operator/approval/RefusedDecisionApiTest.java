package org.mizani.operator.approval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.operator.approval.Requests.approve;
import static org.mizani.operator.approval.Requests.refuse;
import static org.mizani.operator.approval.Requests.status;
import static org.mizani.support.Refusals.assertRefused;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.operator.audit.AuditEntries;
import org.mizani.operator.audit.AuditEntries.Written;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestOperator.Person;

/** Decisions that an operator may not take about a request, in the audit log. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class RefusedDecisionApiTest {

  private static final String OWN = "another operator must decide this request";

  @Inject Requests requests;
  @Inject AuditEntries audit;

  private Person requester;
  private String request;

  @BeforeEach
  void askForTopUp() {
    HeldTopUps topUps = HeldTopUps.of(HeldKeys.ofNewBusiness().business(), requests);
    requester = TestOperator.person("finance");
    request = topUps.ask(requester.key(), 2000, requester.request()).path("id");
  }

  @Test
  void anApprovalByItsRequesterIsInTheAuditLog() {
    assertRefused(approve(request, requester.request()), 403, OWN);

    assertThat(status(request)).isEqualTo("waiting");
    assertThat(refusals(requester)).containsExactly(refusal("approval", "finance", OWN));
  }

  @Test
  void aRefusalByItsRequesterIsInTheAuditLog() {
    assertRefused(refuse(request, requester.request()), 403, OWN);

    assertThat(status(request)).isEqualTo("waiting");
    assertThat(refusals(requester)).containsExactly(refusal("refusal", "finance", OWN));
  }

  /** Its refusal tells no more than that. */
  @Test
  void anApprovalOfADecidedRequestIsNot() {
    approve(request).succeeded();
    Person late = TestOperator.person("finance");

    assertRefused(approve(request, late.request()), 409, "request is decided");

    assertThat(refusals(late)).isEmpty();
  }

  private List<Written> refusals(Person person) {
    return audit.of(person.subject(), person.key()).stream()
        .filter(entry -> entry.action().equals("operator.refuse-operation"))
        .toList();
  }

  private Written refusal(String decision, String role, String refusal) {
    return new Written(
        "operator.refuse-operation",
        null,
        new JsonObject(
            Map.of(
                "request",
                "POST /operator/approvals/" + request + "/" + decision,
                "role",
                role,
                "refusal",
                refusal)));
  }
}
