package org.mizani.retention;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.support.QueryPlan;
import org.mizani.support.QueryPlans;
import org.mizani.support.TestDatabase;

/** How PostgreSQL finds words that are too old, in tables that grow for ever. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class RetentionPlanApiTest {

  @Inject QueryPlans plans;

  @ParameterizedTest
  @ValueSource(strings = {"payout_failed", "payout_screening", "collection_unpaid"})
  void theyAreReadOffAnIndexOfTheRowsThatStillHaveThem(String table) {
    String statement = DataRetention.WITHOUT_MONTHS.get(table);

    for (QueryPlan plan :
        List.of(plans.podsPlanOfEmptyTables(statement), plans.podsPlan(statement))) {
      assertThat(plan.indexes())
          .as("%s", plan)
          .containsExactly(table + "_pkey", table + "_with_reason");
      assertThat(plan.readWhole()).as("%s", plan).isEmpty();
      assertThat(plan.sorts()).as("%s", plan).isFalse();
    }
  }

  @Test
  void oldKeysAreReadOffTheIndexOfTheirAge() {
    assertReadOff("idempotency_key", "idempotency_key_age");
  }

  @Test
  void oldQuotesAreReadOffTheIndexOfTheirEnds() {
    assertReadOff("fx_quote", "fx_quote_age", "fx_quote_pkey");
  }

  @Test
  void oldBatchesAreReadOffTheIndexOfTheirAge() {
    assertReadOff("payout_bulk", "payout_bulk_age", "payout_bulk_pkey");
  }

  @Test
  void endedSchedulesAreReadOffTheIndexOfTheirEnds() {
    assertReadOff(
        "payout_bulk_schedule", "payout_bulk_schedule_ended", "payout_bulk_schedule_pkey");
  }

  @Test
  void deletedEndpointsAndOldSecretsAreReadOffTheIndexesOfTheirEnds() {
    assertReadOff(
        "webhook_endpoint",
        "webhook_endpoint_deleted",
        "webhook_endpoint_pkey",
        "webhook_endpoint_pkey",
        "webhook_endpoint_rotated");
  }

  private void assertReadOff(String table, String... indexes) {
    String statement = DataRetention.WITHOUT_MONTHS.get(table);
    for (QueryPlan plan :
        List.of(plans.podsPlanOfEmptyTables(statement), plans.podsPlan(statement))) {
      assertThat(plan.indexes()).as("%s", plan).containsExactly(indexes);
      assertThat(plan.readWhole()).as("%s", plan).isEmpty();
      assertThat(plan.sorts()).as("%s", plan).isFalse();
    }
  }
}
