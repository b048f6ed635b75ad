package org.mizani.operator.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Refusals.assertRefused;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.mizani.audit.Actor;
import org.mizani.audit.AuditLog;
import org.mizani.operator.approval.ApprovalAction;
import org.mizani.operator.approval.Approvals;
import org.mizani.operator.approval.Asked;
import org.mizani.operator.approval.RequestWaits;
import org.mizani.operator.sweep.SweepChanges.HeldSweep;
import org.mizani.support.Response;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;

/** Destinations of sweeps that wait for approval. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class HeldSweepApiTest {

  @Inject Approvals approvals;

  @Test
  void aDestinationOfAnotherHolderThanTheApproverWasShownIsRefused() {
    UUID business =
        UUID.fromString(
            TestOperator.request()
                .body(Map.of("name", "Held sweep"))
                .post("/operator/businesses")
                .path("businessId"));
    SweepForm form =
        new SweepForm(
            "KES", "mobile", "+254712345678", null, null, new BigDecimal("1000"), "23:00", true);
    String request = request(new HeldSweep(business, form, "SOMEBODY ELSE"));

    Response answer = TestOperator.second().post("/operator/approvals/" + request + "/approval");

    assertRefused(answer, 409, "destination has another holder by now");
    assertThat(
            TestOperator.request()
                .get("/operator/businesses/" + business + "/sweeps")
                .<Iterable<?>>path("items"))
        .isEmpty();
  }

  private String request(HeldSweep held) {
    String subject = AuditLog.business(held.businessId()) + "/sweeps/KES";
    return approvals
        .request(
            new Actor(TestOperator.KEY, "a-request"),
            Asked.once(ApprovalAction.SWEEP, subject, Map.of(), held))
        .onItemOrFailure()
        .transform((none, waits) -> ((RequestWaits) waits).request().id().toString())
        .await()
        .atMost(PATIENCE);
  }
}
