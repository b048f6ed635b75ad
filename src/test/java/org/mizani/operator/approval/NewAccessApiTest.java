package org.mizani.operator.approval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.operator.approval.Requests.approve;
import static org.mizani.operator.approval.Requests.refuse;
import static org.mizani.operator.approval.Requests.status;
import static org.mizani.operator.approval.Requests.waiting;
import static org.mizani.support.Refusals.assertCoded;
import static org.mizani.support.Refusals.assertRefused;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.fault.ErrorCode;
import org.mizani.operator.approval.Requests.Entry;
import org.mizani.operator.audit.AuditEntries;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestOperator.Person;

/** Four eyes with persons whose access others have given them a short time ago. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class NewAccessApiTest {

  private static final String AGE =
      "UPDATE operator SET access_given_at = now() - interval '24 hours' WHERE key = $1";

  @Inject Rows rows;
  @Inject Requests requests;
  @Inject AuditEntries audit;

  private HeldTopUps topUps;

  @BeforeEach
  void createBusiness() {
    topUps = HeldTopUps.of(HeldKeys.ofNewBusiness().business(), requests);
    ApprovalLimits.set(Map.of("movement-above", "KES:1000", "new-access-waits", "24h"));
  }

  @Test
  void aNewPersonDoesNotApprove() {
    String request = topUps.askedByEnvironment();
    Person approver = TestOperator.person("finance");

    Response answer = approve(request, approver.request());

    String refusal = "your access is new: you may approve from " + untilOf(approver) + " on";
    assertRefused(answer, 403, refusal);
    assertCoded(answer, ErrorCode.OTHER_OPERATOR_REQUIRED, "");
    assertThat(status(request)).isEqualTo("waiting");
    assertThat(topUps.entered()).isEmpty();
    assertThat(audit.refusalsOf(approver)).containsExactly(refusal);
  }

  @Test
  void itApprovesOnceTheTimeIsOver() {
    String request = topUps.askedByEnvironment();
    Person approver = oldPerson("finance");

    approve(request, approver.request()).succeeded();

    assertThat(topUps.entered()).containsExactly(new Entry("wallet.top-up", TestOperator.KEY));
  }

  /** It moves no money. */
  @Test
  void aNewPersonRefuses() {
    String request = topUps.askedByEnvironment();

    refuse(request, TestOperator.person("finance").request()).succeeded();

    assertThat(status(request)).isEqualTo("refused");
  }

  /** Otherwise who makes a person asks as that one, and approves. */
  @Test
  void nobodyApprovesTheRequestOfANewPerson() {
    Person requester = TestOperator.person("finance");
    Person approver = oldPerson("finance");
    String request = topUps.askedBy(requester);

    Response answer = approve(request, approver.request());

    String refusal =
        "access of its requester is new: it may be approved from " + untilOf(requester) + " on";
    assertRefused(answer, 403, refusal);
    assertCoded(answer, ErrorCode.OTHER_OPERATOR_REQUIRED, "");
    assertThat(audit.refusalsOf(approver)).containsExactly(refusal);
    assertThat(status(request)).isEqualTo("waiting");
    assertThat(topUps.entered()).isEmpty();
    age(requester);
    approve(request, approver.request()).succeeded();
    assertThat(topUps.entered()).containsExactly(new Entry("wallet.top-up", requester.key()));
  }

  /** It neither lapses nor blocks others: they refuse it, and ask for the same. */
  @Test
  void theRequestOfANewPersonMakesWayForAnother() {
    Person requester = TestOperator.person("finance");
    String request = topUps.askedBy(requester);

    assertThat(topUps.ask(requester.key(), 2000, TestOperator.request()).<String>path("id"))
        .isEqualTo(request);
    refuse(request, TestOperator.request()).succeeded();
    String again = waiting(topUps.ask(requester.key(), 2000, TestOperator.request()));

    approve(again, oldPerson("finance").request()).succeeded();
  }

  /** Each as a change by another operator; the person before it is old. */
  @ParameterizedTest
  @ValueSource(
      strings = {
        "POST /secret",
        "DELETE /totp",
        "PATCH  {\"role\":\"administrator\"}",
        "PATCH  {\"disabled\":false} of disabled = true",
        "PATCH  {\"expiresAt\":null} of expires_at = now() - interval '1 second'"
      })
  void whatGivesAccessMakesItNew(String change) {
    Person approver = oldPerson("finance");
    String request = topUps.askedByEnvironment();

    Person changed = changed(approver, change);

    assertRefused(
        approve(request, changed.request()),
        403,
        "your access is new: you may approve from " + untilOf(approver) + " on");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "PATCH  {\"displayName\":\"Amina\"}",
        "PATCH  {\"role\":\"finance\"}",
        "PATCH  {\"expiresAt\":\"2036-01-01T00:00:00Z\"}",
        "PATCH  {\"expiresAt\":null} of expires_at = now() + interval '1 day'"
      })
  void whatGivesNoneLeavesItOld(String change) {
    Person approver = oldPerson("administrator");
    String request = topUps.askedByEnvironment();

    approve(request, changed(approver, change).request()).succeeded();
  }

  private Person oldPerson(String role) {
    Person person = TestOperator.person(role);
    age(person);
    return person;
  }

  private void age(Person person) {
    rows.execute(AGE, person.key());
  }

  /** Changes a person: {@code METHOD path body of state-before}. */
  private Person changed(Person person, String change) {
    String[] parts = change.split(" of ");
    if (parts.length > 1) {
      rows.execute("UPDATE operator SET " + parts[1] + " WHERE key = $1", person.key());
    }
    String[] call = parts[0].split(" ", 3);
    String path = "/operator/operators/" + person.key() + call[1];
    switch (call[0]) {
      case "POST" -> {
        return person.withNewSecret();
      }
      case "DELETE" -> TestOperator.second().delete(path).succeeded();
      default -> TestOperator.second().body(call[2]).patch(path).succeeded();
    }
    return person;
  }

  /** The end of a day from when its access was given on, as it is shown: in whole seconds. */
  private Instant untilOf(Person person) {
    Instant given =
        rows.execute("SELECT access_given_at FROM operator WHERE key = $1", person.key())
            .get(0)
            .getOffsetDateTime(0)
            .toInstant();
    return given.plus(Duration.ofHours(24)).plusNanos(999_999_999).truncatedTo(ChronoUnit.SECONDS);
  }
}
