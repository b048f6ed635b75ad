package org.mizani.payout.bulk;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.mizani.support.HaltedSchedulerProfile;
import org.mizani.support.QueryPlan;
import org.mizani.support.QueryPlans;
import org.mizani.support.TestDatabase;

/** Plans of the looks for ends of batches: by indexes. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(HaltedSchedulerProfile.class)
class BulkEndPlanApiTest {

  @Inject QueryPlans plans;

  @Test
  void findsBatchesItemsAndPendingPayoutsByTheirIndexes() {
    String statement = BulkEndRepository.LOOK;
    for (QueryPlan plan :
        List.of(plans.podsPlanOfEmptyTables(statement), plans.podsPlan(statement))) {
      assertThat(plan.indexes())
          .as("%s", plan)
          .contains("payout_bulk_open_next", "payout_due_pkey");
      assertThat(plan.readWhole()).as("%s", plan).noneMatch(table -> table.startsWith("payout"));
    }
  }

  @Test
  void anEndIsFoundByItsId() {
    for (String statement : List.of(BulkEndRepository.RECORD, BulkEndRepository.RECORD_AND_TELL)) {
      QueryPlan plan = plans.podsPlanOfEmptyTables(statement);
      assertThat(plan.indexes()).as("%s", plan).contains("payout_bulk_open_pkey");
      assertThat(plan.readWhole()).as("%s", plan).isEmpty();
    }
  }
}
