package org.mizani.operator.approval;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.support.GivenDatabase;
import org.mizani.support.ServiceClient;
import org.mizani.support.ServiceClient.Answer;
import org.mizani.support.ServiceProcess;
import org.mizani.support.TestSecrets;

/**
 * A day of two persons at the packaged service: a top-up and a rate that take both of them, and the
 * audit log of that, which one of them then alters.
 */
class TwoPersonsIT {

  private static final Map<String, Object> TOP_UP =
      Map.of(
          "currency", "KES",
          "purpose", "payout",
          "amount", 2_000_000,
          "reference", "bank-receipt-17",
          "reason", "receipt of the bank");

  @TempDir Path directory;

  @Test
  void whatOneMayNotDoAloneTakesTwoAndIsInTheLog() throws Exception {
    try (GivenDatabase database = GivenDatabase.create()) {
      try (ServiceProcess service = service(database)) {
        ServiceClient administrator = ServiceClient.operator(service);
        ServiceClient amina = person(service, administrator, "amina", "finance");
        ServiceClient juma = person(service, administrator, "juma", "finance");

        aTopUpTakesBoth(administrator, amina, juma);
        aRateThatIsFarFromTheOneInForceTakesBoth(amina, juma);
        aThirdPersonWaits(amina, person(service, administrator, "kito", "finance"));

        assertThat(service.log()).doesNotContain("ERROR");
      }
      theAuditLogTellsThatAnEntryWasAltered(database);
    }
  }

  /** The first person is made by the environment's credential, and makes the second one. */
  @Test
  void anAdministratorWhoMakesASecondPersonIsNotTwo() throws Exception {
    try (GivenDatabase database = GivenDatabase.create();
        ServiceProcess service = service(database)) {
      ServiceClient amina =
          person(service, ServiceClient.operator(service), "amina", "administrator");
      String topUps = topUpsOfNewBusiness(amina);
      ServiceClient made = person(service, amina, "juma", "finance");

      assertThat(created(amina, "amina").path("approvesAtOnce").asBoolean()).isTrue();
      assertThat(created(amina, "juma").has("approvesAtOnce")).isFalse();
      String own = approvalOf(amina.post(topUps, TOP_UP));
      assertThat(refusal(made.post(own, Map.of())))
          .startsWith("your access is new: you may approve from 20");
      String ofTheMade =
          approvalOf(made.post(topUps, with(TOP_UP, "reference", "bank-receipt-18")));
      assertThat(refusal(amina.post(ofTheMade, Map.of())))
          .startsWith("access of its requester is new: it may be approved from 20");

      assertThat(refusedOperations(amina, "juma"))
          .singleElement()
          .asString()
          .startsWith("POST " + own);
      assertThat(refusedOperations(amina, "amina"))
          .singleElement()
          .asString()
          .startsWith("POST " + ofTheMade);
      database.execute(
          "UPDATE operator SET access_given_at = access_given_at - interval '24 hours'"
              + " WHERE key = 'juma'");
      made.post(own, Map.of()).succeeded();
      amina.post(ofTheMade, Map.of()).succeeded();
    }
  }

  private void aTopUpTakesBoth(ServiceClient administrator, ServiceClient amina, ServiceClient juma)
      throws IOException {
    String topUps = topUpsOfNewBusiness(administrator);
    String business = topUps.split("/")[3];

    String approval = approvalOf(amina.post(topUps, TOP_UP));
    assertThat(available(juma, business)).isEqualTo("0");

    assertThat(refusal(amina.post(approval, Map.of())))
        .isEqualTo("another operator must decide this request");
    assertThat(available(juma, business)).isEqualTo("0");
    assertThat(refusedOperations(administrator, "amina"))
        .containsExactly("POST " + approval + ": another operator must decide this request");

    juma.post(approval, Map.of()).succeeded();
    assertThat(available(amina, business)).isEqualTo("2000000");
    assertThat(juma.post(approval, Map.of()).status()).as("once").isEqualTo(409);
    assertThat(available(amina, business)).isEqualTo("2000000");
  }

  private void aRateThatIsFarFromTheOneInForceTakesBoth(ServiceClient amina, ServiceClient juma)
      throws IOException {
    Answer first = amina.put("/operator/rates", rate(25));
    assertThat(first.status()).as("the first of its pair, %s", first.body()).isEqualTo(202);
    juma.post("/operator/approvals/" + text(first, "id") + "/approval", Map.of()).succeeded();

    Answer far = amina.put("/operator/rates", rate(30));

    assertThat(far.status()).as("20 %% off, %s", far.body()).isEqualTo(202);
    assertThat(inForce(juma)).isEqualTo("25");
    juma.post("/operator/approvals/" + text(far, "id") + "/refusal", Map.of("reason", "a typo"))
        .succeeded();
    assertThat(inForce(amina)).isEqualTo("25");
  }

  /** The first two are as old as the installation. */
  private static void aThirdPersonWaits(ServiceClient amina, ServiceClient third)
      throws IOException {
    String approval = approvalOf(amina.put("/operator/rates", rate(30)));

    assertThat(refusal(third.post(approval, Map.of())))
        .startsWith("your access is new: you may approve from 20");
    assertThat(inForce(amina)).isEqualTo("25");
  }

  private void theAuditLogTellsThatAnEntryWasAltered(GivenDatabase database) {
    try (ServiceProcess whole = auditCheck(database)) {
      assertThat(whole.awaitExit()).as(whole.log()).isZero();
    }
    database.execute(
        "SET session_replication_role = replica;"
            + " UPDATE audit_entry SET operator = 'juma'"
            + " WHERE operator = 'amina' AND action = 'wallet.top-up'");
    try (ServiceProcess altered = auditCheck(database)) {
      assertThat(altered.awaitExit()).as(altered.log()).isEqualTo(1);
      assertThat(altered.errors()).matches("Link \\d+: entry \\d+ is not as it was written\\.\n");
    }
  }

  private ServiceProcess service(GivenDatabase database) {
    return ServiceProcess.in(directory)
        .database(database)
        .secrets(TestSecrets.write(directory))
        .operator()
        .unhurried()
        .environment("PAYMENTS_APPROVAL_MOVEMENT_ABOVE", "KES:1000000")
        .environment("PAYMENTS_APPROVAL_RATE_CHANGE_PERCENT", "10")
        .environment("PAYMENTS_APPROVAL_NEW_ACCESS_WAITS", "24h")
        .start()
        .awaitReady();
  }

  private ServiceProcess auditCheck(GivenDatabase database) {
    return ServiceProcess.in(directory)
        .database(database)
        .environment("PAYMENTS_ENVIRONMENT", "") // it needs none
        .argument("audit-check")
        .start();
  }

  /** The path of the top-ups of a new business. */
  private static String topUpsOfNewBusiness(ServiceClient administrator) throws IOException {
    Answer made = administrator.post("/operator/businesses", Map.of("name", "Acacia Traders"));
    return "/operator/businesses/" + text(made, "businessId") + "/top-ups";
  }

  /** The path that approves a request, from the answer that it waits. */
  private static String approvalOf(Answer asked) {
    assertThat(asked.status()).as("%s", asked.body()).isEqualTo(202);
    return "/operator/approvals/" + text(asked, "id") + "/approval";
  }

  private static String refusal(Answer answer) {
    assertThat(answer.status()).as("%s", answer.body()).isEqualTo(403);
    return answer.body().get("error").textValue();
  }

  private static Map<String, Object> with(Map<String, Object> body, String field, Object value) {
    Map<String, Object> changed = new HashMap<>(body);
    changed.put(field, value);
    return changed;
  }

  /** Another person of this role, logged in. */
  private static ServiceClient person(
      ServiceProcess service, ServiceClient administrator, String name, String role)
      throws IOException {
    String secret =
        text(
            administrator.post("/operator/operators", Map.of("operatorKey", name, "role", role)),
            "operatorSecret");
    ServiceClient client = ServiceClient.of(service);
    Answer session =
        client.post("/operator/auth", Map.of("operatorKey", name, "operatorSecret", secret));
    return client.with(text(session, "accessToken"));
  }

  /** The audit log's fields of a person as it was made. */
  private static JsonNode created(ServiceClient administrator, String operator) throws IOException {
    for (JsonNode entry :
        administrator
            .get("/operator/audit-log?subject=operator/" + operator)
            .succeeded()
            .get("items")) {
      if ("operator.create".equals(entry.get("action").textValue())) {
        return entry.get("after");
      }
    }
    throw new AssertionError(operator + " was not made");
  }

  /** The entries of the audit log of operations refused to this operator. */
  private static List<String> refusedOperations(ServiceClient administrator, String operator)
      throws IOException {
    List<String> refused = new ArrayList<>();
    for (var entry :
        administrator
            .get("/operator/audit-log?subject=operator/" + operator)
            .succeeded()
            .get("items")) {
      if ("operator.refuse-operation".equals(entry.get("action").textValue())) {
        var after = entry.get("after");
        refused.add(after.get("request").textValue() + ": " + after.get("refusal").textValue());
      }
    }
    return refused;
  }

  private static Map<String, Object> rate(int kesToTzs) {
    return Map.of("from", "KES", "to", "TZS", "rate", kesToTzs);
  }

  private static String inForce(ServiceClient operator) throws IOException {
    return operator
        .get("/operator/rates?from=KES&to=TZS")
        .succeeded()
        .get("items")
        .get(0)
        .get("rate")
        .asText();
  }

  /** What its payout wallet in KES has available: nothing before the first top-up makes it. */
  private static String available(ServiceClient operator, String business) throws IOException {
    for (var wallet :
        operator.get("/operator/businesses/" + business + "/wallets").succeeded().get("items")) {
      if ("KES".equals(wallet.get("currency").textValue())
          && "payout".equals(wallet.get("purpose").textValue())) {
        return wallet.get("available").asText();
      }
    }
    return "0";
  }

  private static String text(Answer answer, String field) {
    return answer.succeeded().get(field).textValue();
  }
}
