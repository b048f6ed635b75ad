package org.mizani.payout.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.mizani.support.QueryPlan;
import org.mizani.support.QueryPlans;
import org.mizani.support.TestDatabase;

/** How PostgreSQL finds the batches that are due, and those of a business that wait. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class SchedulePlanApiTest {

  /** Of many businesses: half of the batches wait, half are executed. */
  private static final List<String> MANY =
      List.of(
          """
          INSERT INTO payout_bulk_schedule (
            id, business_id, api_key_id, execute_at, atomic, status, due_at, ended_at, results,
            claimed_references, items_encrypted)
          SELECT gen_random_uuid(), i / 2 % 100, 1, now(), false,
                 CASE WHEN i % 2 = 0 THEN 'scheduled' ELSE 'executed' END,
                 CASE WHEN i % 2 = 0 THEN now() + (i - 5000) * interval '1 minute' END,
                 CASE WHEN i % 2 = 1 THEN now() END, '[]', '{}',
                 CASE WHEN i % 2 = 0 THEN '\\x00'::bytea END
          FROM generate_series(1, 10000) AS i
          """,
          "ANALYZE payout_bulk_schedule");

  @Inject QueryPlans plans;

  @Test
  void aTickReadsTheIndexOfOpenBatchesOnly() {
    assertReads(DueBulks.CLAIM, "payout_bulk_schedule_due", "payout_bulk_schedule_pkey");
  }

  @Test
  void anOrderReadsTheOpenBatchesOfItsBusinessOnly() {
    assertReads(OpenSchedules.OPEN, "payout_bulk_schedule_open", "payout_bulk_schedule_open");
  }

  @Test
  void aListReadsTheOpenBatchesOfItsBusinessOnly() {
    assertReads(OpenSchedules.LIST, "payout_bulk_schedule_open");
  }

  @Test
  void theGreatestLatenessIsRead() {
    assertReads(OverdueBulks.MEASURE, "payout_bulk_schedule_time");
  }

  @Test
  void aBatchIsFoundByItsId() {
    assertReads(ScheduleRepository.FIND, "payout_bulk_schedule_pkey");
    assertReads(ScheduleRepository.CANCEL, "payout_bulk_schedule_pkey");
    assertReads(DueBulks.EXPIRE, "payout_bulk_schedule_pkey");
    assertReads(DueBulks.END, "payout_bulk_schedule_pkey");
    assertReads(DueBulks.GIVE_BACK, "payout_bulk_schedule_pkey");
  }

  private void assertReads(String statement, String... indexes) {
    for (QueryPlan plan :
        List.of(plans.podsPlanOfEmptyTables(statement), plans.podsPlan(MANY, statement))) {
      assertThat(plan.indexes()).as("%s", plan).containsExactly(indexes);
      assertThat(plan.readWhole()).as("%s", plan).isEmpty();
    }
  }
}
