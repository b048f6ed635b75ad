package org.mizani.collection.record;

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

/** Plan of a page of the refunds of a collection, which is read from an index, each page alone. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(HaltedSchedulerProfile.class)
class RecordedRefundsPlanApiTest {

  private static final String INDEX = "collection_refund_newest_first";

  /** Inserts 20,000 refunds of twenty collections. */
  private static final String FILL =
      """
      INSERT INTO collection_refund
        (id, collection_id, reference, amount_minor, created_at, by_business)
      SELECT lpad(to_hex(i), 32, '0')::uuid, lpad(to_hex(i % 20), 32, '0')::uuid, i::text, 100,
             now() - (20000 - i) * interval '1 ms', true
      FROM generate_series(1, 20000) AS i
      """;

  @Inject QueryPlans plans;

  @Test
  void aPageIsReadFromAnIndexWithoutSorting() {
    assertPlan(
        plans.podsPlan(List.of(FILL, "ANALYZE collection_refund"), RecordedRefunds.OF_COLLECTION));
  }

  @Test
  void aPlanThatIsMadeOnEmptyTablesIsTheSame() {
    assertPlan(plans.podsPlanOfEmptyTables(RecordedRefunds.OF_COLLECTION));
  }

  private static void assertPlan(QueryPlan plan) {
    assertThat(plan.indexes()).as("%s", plan).contains(INDEX, "payout_pkey");
    assertThat(plan.sorts()).as("%s", plan).isFalse();
    assertThat(plan.readWhole()).as("%s", plan).isEmpty();
    assertThat(plan.toString()).as("where a page begins").contains("ROW(created_at, id) < ROW(");
  }
}
