package org.mizani.operator.approval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.operator.approval.Requests.CHANGED;
import static org.mizani.operator.approval.Requests.NOT_ALLOWED;
import static org.mizani.operator.approval.Requests.approve;
import static org.mizani.operator.approval.Requests.read;
import static org.mizani.operator.approval.Requests.status;
import static org.mizani.operator.approval.Requests.waiting;
import static org.mizani.support.Refusals.assertRefused;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.operator.approval.Requests.Entry;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestOperator.Person;

/** Operations that are asked for again, while nobody can approve the request that waits. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class LapsedRequestApiTest {

  @Inject Rows rows;
  @Inject Requests requests;

  private HeldKeys keys;
  private HeldTopUps topUps;
  private Person requester;

  @BeforeEach
  void createBusiness() {
    keys = HeldKeys.ofNewBusiness();
    topUps = HeldTopUps.of(keys.business(), requests);
    requester = TestOperator.person("administrator");
  }

  @Test
  void aKeyIsAskedForAnewByANewSecret() {
    String lapsed = keys.issue("{}", requester.request()).path("id");
    Person renewed = requester.withNewSecret();

    Response answer = keys.issue("{}", renewed.request());

    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(202);
    String request = answer.path("id");
    assertLapsed(lapsed, CHANGED);
    approve(request).succeeded();
    String key = keys.listed().get(0).getString("apiKey");
    assertThat(keys.draw(key, renewed.request()).statusCode()).isEqualTo(201);
  }

  @LostAccess
  void aMovementIsAskedForAnewByAnotherOperator(String change) {
    String lapsed = topUp(2000);
    rows.execute("UPDATE operator SET " + change + " WHERE key = $1", requester.key());

    String request = waiting(topUps.ask(requester.key(), 2000, TestOperator.request()));

    assertLapsed(lapsed, NOT_ALLOWED);
    assertRefused(approve(lapsed), 409, "request is decided");
    approve(request).succeeded();
    assertThat(topUps.entered()).containsExactly(new Entry("wallet.top-up", TestOperator.KEY));
  }

  @Test
  void itsReferenceIsFreeForOtherValues() {
    String lapsed = topUp(2000);
    rows.execute("UPDATE operator SET disabled = true WHERE key = $1", requester.key());

    String request = waiting(topUps.ask(requester.key(), 3000, TestOperator.request()));

    assertLapsed(lapsed, NOT_ALLOWED);
    assertThat(status(request)).isEqualTo("waiting");
  }

  /** Which a new secret of its requester does not hinder. */
  @Test
  void aMovementThatCanBeApprovedIsTheSameRequest() {
    String known = topUp(2000);
    requester.withNewSecret();

    Response again = topUps.ask(requester.key(), 2000, TestOperator.request());

    assertThat(again.<String>path("id")).isEqualTo(known);
    assertThat(again.<String>path("requestedBy")).isEqualTo(requester.key());
    assertRefused(
        topUps.ask(requester.key(), 3000, TestOperator.request()),
        409,
        "reference of another movement");
    assertThat(status(known)).isEqualTo("waiting");
  }

  private String topUp(int amount) {
    return topUps.ask(requester.key(), amount, requester.request()).path("id");
  }

  private void assertLapsed(String request, String why) {
    Response lapsed = read(request);
    assertThat(lapsed.<String>path("status")).isEqualTo("expired");
    assertThat(lapsed.<String>path("reason")).isEqualTo(why);
    assertThat(requests.holdsOperation(request)).isFalse();
    assertThat(requests.entriesOf(request))
        .containsExactly(
            new Entry("approval.request", requester.key()),
            new Entry("approval.expire", "approval-expiry"));
    assertThat(requests.lastEntry("approval/" + request).getString("reason")).isEqualTo(why);
  }
}
