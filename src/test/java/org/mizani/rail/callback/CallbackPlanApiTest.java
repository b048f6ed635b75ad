package org.mizani.rail.callback;

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

/** Plan of the statement that reads the callbacks about payments. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(HaltedSchedulerProfile.class)
class CallbackPlanApiTest {

  private static final String FILL =
      """
      INSERT INTO rail_callback
        (id, rail, kind, payment_id, by_path, allowed_source, speaks, source,
         body_encrypted)
      SELECT gen_random_uuid(), 'kenya', 'payout', gen_random_uuid(), true, true, i % 2 = 0,
             '192.0.2.1', '\\x00'
      FROM generate_series(1, 20000) AS i
      """;

  @Inject QueryPlans plans;

  @Test
  void callbacksAreReadOffAnIndexOfTheirPaymentInEmptyAndFullTables() {
    List<QueryPlan> found =
        List.of(
            plans.podsPlanOfEmptyTables(CallbackStore.READ),
            plans.podsPlan(List.of(FILL, "ANALYZE rail_callback"), CallbackStore.READ));

    assertThat(found)
        .allSatisfy(
            plan -> {
              assertThat(plan.readWhole()).as("%s", plan).isEmpty();
              assertThat(plan.indexes())
                  .as("%s", plan)
                  .isNotEmpty()
                  .allMatch(index -> index.contains("payment_id_speaks_received_at"));
            });
  }
}
