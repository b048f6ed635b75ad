package org.mizani.payout.schedule;

import static org.assertj.core.api.Assertions.assertThat;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.mizani.AloneProfile;
import org.mizani.database.SameEventLoop;
import org.mizani.support.Eventually;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;

/** Gauge of the batch that is late most: other tests leave some that are late by hours. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(AloneProfile.class)
class OverdueBulksApiTest {

  private static final double THIRTY_DAYS = 30.0 * 24 * 60 * 60;

  @Inject OverdueBulks overdue;
  @Inject MeterRegistry registry;
  @Inject SameEventLoop loop;

  private final Rows rows = Rows.here();

  @Test
  void tellsHowLateABatchIsUntilItEnds() {
    UUID id = UUID.randomUUID();
    rows.execute(
        """
        INSERT INTO payout_bulk_schedule (
          id, business_id, api_key_id, execute_at, atomic, due_at, results, claimed_references,
          items_encrypted)
        VALUES ($1, -1, 1, now() - interval '30 days', false, now() + interval '1 day', '[]', '{}',
                '\\x00')
        """,
        id);

    double late = measured();
    rows.execute(
        """
        UPDATE payout_bulk_schedule
        SET status = 'cancelled', ended_at = now(), due_at = NULL, items_encrypted = NULL
        WHERE id = $1
        """,
        id);

    assertThat(late).isGreaterThanOrEqualTo(THIRTY_DAYS);
    assertThat(measured()).isNotNegative().isLessThan(THIRTY_DAYS);
  }

  private double measured() {
    loop.run(overdue::measure).await().atMost(Eventually.PATIENCE);
    return registry.get("payments.bulk.overdue").gauge().value();
  }
}
