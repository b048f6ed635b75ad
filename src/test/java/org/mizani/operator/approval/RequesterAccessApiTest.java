package org.mizani.operator.approval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.operator.approval.Requests.CHANGED;
import static org.mizani.operator.approval.Requests.NOT_ALLOWED;
import static org.mizani.operator.approval.Requests.approve;
import static org.mizani.operator.approval.Requests.refuse;
import static org.mizani.operator.approval.Requests.status;
import static org.mizani.support.Refusals.assertRefused;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.operator.approval.Requests.Entry;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestOperator.Person;

/** Requests whose requesters have another access by the time of the approval, or after it. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class RequesterAccessApiTest {

  @Inject Rows rows;
  @Inject Requests requests;

  private HeldKeys keys;
  private HeldTopUps topUps;

  @BeforeEach
  void createBusiness() {
    keys = HeldKeys.ofNewBusiness();
  }

  @Test
  void anApproverDoesNotDrawTheSecretInItsRequestersName() {
    Person requester = TestOperator.person("administrator");
    approve(askedForKey(requester)).succeeded();
    String key = onlyKey();

    assertRefused(keys.draw(key, requester.withNewSecret().request()), 409, CHANGED);

    assertThat(requests.entries(keys.subjectOf(key)))
        .containsExactly(new Entry("api-key.create", requester.key()));
    assertThat(TestOperator.request().delete(keys.pathOf(key)).statusCode()).isEqualTo(200);
  }

  @Test
  void noSecretIsDrawnAfterARemovalOfTheRequestersSecondFactor() {
    Person requester = TestOperator.person("administrator");
    approve(askedForKey(requester)).succeeded();
    String key = onlyKey();

    removeSecondFactor(requester);

    assertRefused(keys.draw(key, requester.request()), 409, CHANGED);
  }

  @ParameterizedTest
  @ValueSource(strings = {"{'expiresAt':'2036-01-01T00:00:00Z'}", "{'disabled':true}"})
  void noSecretIsDrawnAfterAnotherEndOrADisablementThatIsOver(String change) {
    Person requester = TestOperator.person("administrator");
    approve(askedForKey(requester)).succeeded();
    String key = onlyKey();

    change(requester, change.replace('\'', '"'));
    change(requester, "{\"disabled\":false}");

    assertRefused(keys.draw(key, requester.request()), 409, CHANGED);
    assertThat(requests.entries(keys.subjectOf(key)))
        .containsExactly(new Entry("api-key.create", requester.key()));
  }

  @Test
  void aKeyIsNotMadeForARequesterWhoHasANewSecret() {
    Person requester = TestOperator.person("administrator");
    String request = askedForKey(requester);
    Person renewed = requester.withNewSecret();

    assertRefused(approve(request), 409, CHANGED);

    assertThat(status(request)).isEqualTo("waiting");
    assertThat(keys.listed()).isEmpty();
    Requests.withdraw(request, renewed.request()).succeeded();
    approve(askedForKey(renewed)).succeeded();
    assertThat(keys.draw(onlyKey(), renewed.request()).statusCode()).isEqualTo(201);
  }

  /** As after a change of the environment's key: the person has its name, and not its access. */
  @Test
  void aPersonDoesNotDrawForTheEnvironmentsCredential() {
    Person person = TestOperator.person("administrator");
    String key = keys.approved("{}");
    rows.execute("UPDATE api_key SET secret_for = $1 WHERE key = $2", person.key(), key);

    assertRefused(keys.draw(key, person.request()), 409, CHANGED);
  }

  @LostAccess
  void nothingIsCarriedOutForARequesterWhoMayNotDoItAnyMore(String change) {
    Person requester = TestOperator.person("finance");
    String request = askedForTopUp(requester);
    rows.execute("UPDATE operator SET " + change + " WHERE key = $1", requester.key());

    assertRefused(approve(request), 409, NOT_ALLOWED);

    assertThat(status(request)).isEqualTo("waiting");
    assertThat(requests.holdsOperation(request)).isTrue();
    assertThat(topUps.entered()).isEmpty();
    refuse(request, TestOperator.second()).succeeded();
    assertThat(status(request)).isEqualTo("refused");
  }

  @Test
  void aRequestIsCarriedOutOnceItsRequesterMayDoItAgain() {
    Person requester = TestOperator.person("finance");
    String request = askedForTopUp(requester);
    changeRole(requester, "viewer");
    assertRefused(approve(request), 409, NOT_ALLOWED);
    changeRole(requester, "finance");

    assertThat(approve(request).statusCode()).isEqualTo(200);

    assertThat(topUps.entered()).containsExactly(new Entry("wallet.top-up", requester.key()));
  }

  @Test
  void aKeyIsNotMadeForARequesterOfTheRoleOfMovements() {
    Person requester = TestOperator.person("administrator");
    String request = askedForKey(requester);
    changeRole(requester, "finance");

    assertRefused(approve(request), 409, NOT_ALLOWED);

    assertThat(keys.listed()).isEmpty();
  }

  /** The request is approved as it was asked for; whose secret is new was the requester. */
  @Test
  void aMovementDoesNotWantTheSameSecretOfItsRequester() {
    Person requester = TestOperator.person("finance");
    String request = askedForTopUp(requester);
    requester.withNewSecret();

    assertThat(approve(request).statusCode()).isEqualTo(200);

    assertThat(topUps.entered()).containsExactly(new Entry("wallet.top-up", requester.key()));
  }

  private String askedForKey(Person requester) {
    return waiting(requester, requester.request().body("{}").post(keys.path()));
  }

  private String askedForTopUp(Person requester) {
    topUps = HeldTopUps.of(keys.business(), requests);
    return waiting(requester, topUps.ask(requester.key(), 2000, requester.request()));
  }

  private static String waiting(Person requester, Response answer) {
    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(202);
    assertThat(answer.<String>path("requestedBy")).isEqualTo(requester.key());
    return answer.path("id");
  }

  private String onlyKey() {
    assertThat(keys.listed()).hasSize(1);
    return keys.listed().get(0).getString("apiKey");
  }

  private static void removeSecondFactor(Person person) {
    TestOperator.second().delete("/operator/operators/" + person.key() + "/totp").succeeded();
  }

  private static void changeRole(Person person, String role) {
    change(person, "{\"role\":\"" + role + "\"}");
  }

  private static void change(Person person, String fields) {
    TestOperator.second().body(fields).patch("/operator/operators/" + person.key()).succeeded();
  }
}
