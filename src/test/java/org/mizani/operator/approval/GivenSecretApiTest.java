package org.mizani.operator.approval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.operator.approval.Requests.approve;
import static org.mizani.operator.approval.Requests.refuse;
import static org.mizani.operator.approval.Requests.status;
import static org.mizani.support.Refusals.assertCoded;
import static org.mizani.support.Refusals.assertRefused;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.Map;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.fault.ErrorCode;
import org.mizani.operator.approval.Requests.Entry;
import org.mizani.operator.audit.AuditEntries;
import org.mizani.support.Response;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestOperator.Person;

/** Four eyes with persons whose secret another operator has given them, and so may know. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class GivenSecretApiTest {

  private static final String REFUSAL =
      "your secret was given by another operator: replace it at /operator/auth/secret";
  private static final String OF_REQUESTER =
      "secret of its requester was given by another operator: the requester replaces it";

  @Inject Requests requests;
  @Inject AuditEntries audit;

  private HeldTopUps topUps;

  @BeforeEach
  void createBusiness() {
    topUps = HeldTopUps.of(HeldKeys.ofNewBusiness().business(), requests);
    ApprovalLimits.set(Map.of("movement-above", "KES:1000", "own-secrets", "true"));
  }

  @Test
  void aPersonApprovesOnceItHasReplacedItsSecret() {
    String request = topUps.askedByEnvironment();
    Person approver = TestOperator.person("finance");

    Response answer = approve(request, approver.request());

    assertRefused(answer, 403, REFUSAL);
    assertCoded(answer, ErrorCode.OTHER_OPERATOR_REQUIRED, "");
    assertThat(status(request)).isEqualTo("waiting");
    assertThat(topUps.entered()).isEmpty();
    assertThat(audit.refusalsOf(approver)).containsExactly(REFUSAL);

    approve(request, approver.withOwnSecret().request()).succeeded();
    assertThat(topUps.entered()).containsExactly(new Entry("wallet.top-up", TestOperator.KEY));
  }

  /** Otherwise who knows the secret asks as that person, and approves. */
  @Test
  void nobodyApprovesTheRequestOfSuchAPerson() {
    Person requester = TestOperator.person("finance");
    Person approver = TestOperator.person("finance").withOwnSecret();
    String request = topUps.askedBy(requester);

    assertRefused(approve(request, approver.request()), 403, OF_REQUESTER);

    assertThat(topUps.entered()).isEmpty();
    requester.withOwnSecret();
    approve(request, approver.request()).succeeded();
    assertThat(topUps.entered()).containsExactly(new Entry("wallet.top-up", requester.key()));
  }

  @Test
  void aSecretThatWasRenewedByAnotherIsReplacedAgain() {
    String request = topUps.askedByEnvironment();
    Person approver = TestOperator.person("finance").withOwnSecret().withNewSecret();

    assertRefused(approve(request, approver.request()), 403, REFUSAL);

    approve(request, approver.withOwnSecret().request()).succeeded();
  }

  /** Which moves nothing. */
  @Test
  void suchAPersonRefuses() {
    String request = topUps.askedByEnvironment();

    refuse(request, TestOperator.person("finance").request()).succeeded();

    assertThat(status(request)).isEqualTo("refused");
  }
}
