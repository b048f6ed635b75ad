package org.mizani.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Request.given;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.HaltedSchedulerProfile;
import org.mizani.support.LoggedLines;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Payouts without a known outcome are flagged, and stay pending. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(HaltedSchedulerProfile.class)
class OverduePayoutsApiTest {

  private static final String SILENT = "+254712345692";

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject FlaggedPayouts overdue;

  private Partner partner;

  @BeforeEach
  void noPayoutIsOverdue() {
    rows.agePayouts(
        "0",
        rows.execute("SELECT id FROM payout_due").stream()
            .map(pending -> pending.getUUID("id"))
            .toArray(UUID[]::new));
    partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
  }

  @Test
  void anUnansweredPayoutIsFlaggedOnceAfterAnHour() {
    String id = silentPayout("old");
    String young = silentPayout("young");
    age(id, "61 minutes");
    age(young, "59 minutes");

    String first = flag();
    String second = flag();

    assertThat(first).contains("1 payouts", id).doesNotContain(young);
    assertThat(second).doesNotContain(id);
    assertThat(shown(id))
        .containsEntry("flagged", true)
        .containsEntry("status", "termination_pending");
    assertThat(shown(young)).containsEntry("flagged", false);
    assertThat(partner.holding("USD")).isEqualByComparingTo("15.82");
  }

  @Test
  void aFinalPayoutIsNotFlaggedHoweverOld() {
    partner.transfer(transferOf("paid"));
    assertThat(partner.finalStatus("paid")).isEqualTo("termination_success");
    String id = partner.request().get("/business/transactions/paid").path("serviceReference");
    age(id, "2 days");

    assertThat(flag()).doesNotContain(id);

    assertThat(shown(id)).containsEntry("flagged", false);
  }

  @Test
  void theOverdueGaugeCountsPayoutsUntilTheirSettlement() {
    flag();
    int before = gauge("payments_payout_overdue");
    String id = silentPayout("stuck");
    age(id, "2 hours");

    flag();

    assertThat(gauge("payments_payout_overdue")).isEqualTo(before + 1);
    endPollUnderWay(id);
    TestOperator.request()
        .body(Map.of("status", "termination_failure", "reason", "the network told by phone"))
        .post("/operator/payouts/" + id + "/settle")
        .succeeded();
    flag();
    assertThat(gauge("payments_payout_overdue")).isEqualTo(before);
    assertThat(partner.available("USD")).isEqualByComparingTo("100");
  }

  @Test
  void theDiscrepancyGaugeCountsPayoutsUntilTheirFlagIsCleared() {
    flag();
    int before = gauge("payments_payout_discrepancies");
    partner.transfer(transferOf("denied"));
    assertThat(partner.finalStatus("denied")).isEqualTo("termination_success");
    String id = partner.request().get("/business/transactions/denied").path("serviceReference");
    rows.execute(
        "UPDATE payout SET flagged = true, flagged_at = now(), discrepancy_at = now() WHERE id = $1",
        UUID.fromString(id));
    flag();
    assertThat(gauge("payments_payout_discrepancies")).isEqualTo(before + 1);

    String flaggedAt = TestOperator.request().get("/operator/payouts/" + id).path("flaggedAt");
    TestOperator.request()
        .body(Map.of("flaggedAt", flaggedAt, "reason", "the network told by phone"))
        .post("/operator/payouts/" + id + "/clear-flag")
        .succeeded();

    flag();
    assertThat(gauge("payments_payout_discrepancies")).isEqualTo(before);
    int flagged = gauge("payments_payout_flagged");
    rows.execute(
        "UPDATE payout SET flagged = true, flagged_at = now() WHERE id = $1", UUID.fromString(id));
    flag();
    assertThat(gauge("payments_payout_discrepancies")).as("for another reason").isEqualTo(before);
    assertThat(gauge("payments_payout_flagged")).isEqualTo(flagged + 1);
  }

  private String silentPayout(String reference) {
    Map<String, Object> body = transferOf(reference);
    body.put("receiverPhone", SILENT);
    return partner.transfer(body).path("serviceReference");
  }

  private void age(String id, String age) {
    rows.agePayouts(age, UUID.fromString(id));
  }

  /** Ends the poll under way as if it had no answer. */
  private void endPollUnderWay(String id) {
    rows.execute(
        "UPDATE payout_due SET next_poll_at = now() + interval '1 hour' WHERE id = $1",
        UUID.fromString(id));
  }

  private String flag() {
    try (LoggedLines logged = LoggedLines.listen()) {
      overdue.flagOverdue().await().atMost(PATIENCE);
      return logged.text();
    }
  }

  private static Map<String, Object> shown(String id) {
    return TestOperator.request().get("/operator/payouts/" + id).path("");
  }

  private static int gauge(String name) {
    return given()
        .get("/q/metrics")
        .asString()
        .lines()
        .filter(line -> line.startsWith(name))
        .mapToInt(line -> (int) Double.parseDouble(line.substring(line.lastIndexOf(' ') + 1)))
        .findFirst()
        .orElseThrow();
  }
}
