package org.mizani.payout.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.payout.bulk.BulkOrders.PATH;
import static org.mizani.payout.bulk.BulkOrders.send;
import static org.mizani.payout.bulk.BulkOrders.transfers;
import static org.mizani.payout.bulk.ScheduledOrders.read;
import static org.mizani.payout.bulk.ScheduledOrders.scheduled;
import static org.mizani.support.Refusals.assertRefused;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.Collections;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.mizani.database.ImpatientProfile;
import org.mizani.database.SameEventLoop;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.Eventually;
import org.mizani.support.JsonValues;
import org.mizani.support.LoggedLines;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Settings of batches at their ends: each item counts as a request, and none is judged in time. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(ImpatientProfile.class)
class BulkSettingsApiTest {

  @Inject ScheduledBulkExecutor executor;
  @Inject SameEventLoop loop;

  private final TestPartners partners = TestPartners.here();
  private final Rows rows = Rows.here();

  @Test
  void asManyItemsAsThereMayBeAreCountedEach() {
    Partner partner = partners.create(Map.of());

    Response answer = send(partner, Collections.nCopies(10_000, 7));

    assertThat(Long.parseLong(answer.header("X-RateLimit-Remaining"))).isLessThan(10_001);
    assertThat(answer.statusCode()).isNotEqualTo(500);
  }

  @Test
  void itemsThatAreNotJudgedInTimeCreateNothing() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "10000"));

    assertRefused(send(partner, transfers("late", 1000)), 503, "service unavailable");

    assertThat(rows.payoutsOf(partner.businessId())).isZero();
    assertThat(
            rows.count(
                "SELECT count(*) FROM payout_bulk WHERE business_id = $1", partner.businessId()))
        .isZero();
    assertThat(partner.holding("USD")).isZero();
    assertThat(partner.request().get(PATH + "/none").statusCode()).isEqualTo(404);
  }

  @Test
  void aScheduledBatchThatNeverFitsTheTimeIsRefusedInTheEnd() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "10000"));
    String id = scheduled(partner, transfers("slow", 100));

    try (LoggedLines log = LoggedLines.listen()) {
      Eventually.eventually(
          () -> {
            comes(id);
            loop.run(executor::executeDue).await().atMost(Eventually.PATIENCE);
            return read(partner, id).getString("status");
          },
          "executed"::equals);

      assertThat(log.text())
          .contains("Batch " + id + " of 100 items was not judged within 1 ms")
          .contains("given back after try 10 of 10");
    }
    JsonValues read = read(partner, id);
    assertThat(read.getLong("counts.refused")).isEqualTo(100);
    assertThat(read.getString("items[0].refusal.code")).isEqualTo("bulk_not_executed");
    assertThat(rows.payoutsOf(partner.businessId())).isZero();
  }

  private void comes(String id) {
    rows.execute(
        "UPDATE payout_bulk_schedule SET execute_at = now(), due_at = now()"
            + " WHERE id = $1 AND status = 'scheduled'",
        UUID.fromString(id));
  }
}
