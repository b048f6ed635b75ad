package org.mizani.timeline;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.List;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.support.HaltedSchedulerProfile;
import org.mizani.support.QueryPlan;
import org.mizani.support.QueryPlans;
import org.mizani.support.TestDatabase;

/** Plans of the histories that partners read: no table is read whole, however few rows it has. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(HaltedSchedulerProfile.class)
class PartnerHistoryPlanApiTest {

  private static final String EMPTY = "TRUNCATE webhook_delivery, webhook_due, webhook_dead";
  private static final String FILL =
      """
      INSERT INTO webhook_delivery (id, created_at, business_id, kind, subject_id, url, host)
      SELECT lpad(to_hex(i), 32, '0')::uuid, now() - (20000 - i) * interval '1 ms', i % 200,
             'payout', gen_random_uuid(), 'http://a/', 'a:80'
        FROM generate_series(1, 20000) AS i
      """;
  private static final String FILL_ATTEMPTS =
      """
      INSERT INTO webhook_attempt (delivery_id, attempt, duration_ms)
      SELECT lpad(to_hex(i), 32, '0')::uuid, 1, 5 FROM generate_series(1, 20000) AS i
      """;

  @Inject QueryPlans plans;

  @ParameterizedTest
  @ValueSource(booleans = {true, false})
  void allIsFoundByThePayment(boolean analyzed) {
    List<String> full =
        analyzed
            ? List.of(EMPTY, FILL, FILL_ATTEMPTS, "ANALYZE webhook_delivery, webhook_attempt")
            : List.of(EMPTY, FILL, FILL_ATTEMPTS, QueryPlans.forget("webhook%"));
    for (String statement : List.of(PartnerHistories.OF_PAYOUT, PartnerHistories.OF_COLLECTION)) {
      assertFoundByPayment(plans.podsPlanOfEmptyTables(statement));
      assertFoundByPayment(plans.podsPlan(full, statement));
    }
  }

  private static void assertFoundByPayment(QueryPlan plan) {
    assertThat(plan.toString()).contains("webhook_delivery_other_once");
    assertThat(plan.readWhole()).as("%s", plan).isEmpty();
  }
}
