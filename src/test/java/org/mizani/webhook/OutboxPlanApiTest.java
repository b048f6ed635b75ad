package org.mizani.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.List;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.mizani.support.HaltedSchedulerProfile;
import org.mizani.support.QueryPlans;
import org.mizani.support.TestDatabase;
import org.mizani.webhook.delivery.CountedPending;
import org.mizani.webhook.order.PaymentOrder;

/**
 * Plans of the outbox's statements. PostgreSQL makes a plan once, for any parameters, and keeps it.
 * It must be the right one whether the tables are empty, full or emptied then, before an ANALYZE or
 * after it.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(HaltedSchedulerProfile.class)
class OutboxPlanApiTest {

  private static final String EMPTY =
      "TRUNCATE webhook_delivery, webhook_body, webhook_due, webhook_dead";
  private static final String ANALYZE =
      "ANALYZE webhook_delivery, webhook_body, webhook_due, webhook_dead";

  /** Ids grow with the time, as those of the service do. */
  private static final String FILL =
      """
      WITH delivery AS (
        INSERT INTO webhook_delivery (id, created_at, business_id, kind, subject_id, url, host)
        SELECT lpad(to_hex(i), 32, '0')::uuid, now() - (20000 - i) * interval '1 ms', i % 200,
               'payout', gen_random_uuid(), 'http://dead/', 'dead:80'
          FROM generate_series(1, 20000) AS i
        RETURNING id, business_id, created_at, host
      ), body AS (
        INSERT INTO webhook_body (delivery_id, created_at, body_encrypted)
        SELECT id, created_at, '\\x00' FROM delivery
      ), dead AS (
        INSERT INTO webhook_dead (id, business_id, created_at)
        SELECT id, business_id, created_at FROM delivery WHERE business_id < 40
      )
      INSERT INTO webhook_due (id, business_id, created_at, next_attempt_at, host)
      SELECT id, business_id, created_at, created_at, host FROM delivery WHERE business_id >= 40
      """;

  @Inject QueryPlans plans;

  private enum State {
    NEW,
    ANALYZED_WHILE_EMPTY(ANALYZE),
    FULL(FILL),
    FULL_AND_ANALYZED(FILL, ANALYZE),
    EMPTIED(FILL, ANALYZE, EMPTY),
    EMPTIED_AND_ANALYZED(FILL, ANALYZE, EMPTY, ANALYZE);

    private final List<String> statements;

    State(String... statements) {
      this.statements =
          Stream.concat(Stream.of(EMPTY, QueryPlans.forget("webhook%")), Stream.of(statements))
              .toList();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aQueryForDueReceiversStepsThroughTheIndex(State state) {
    assertThat(plan(state, DueReceivers.STATEMENT))
        .contains(
            "(business_id > business_1.id)",
            "((business_id = business.id) AND (host > COALESCE(begun.host, ''::text)))",
            "((business_id = business.id) AND (host > step_1.host))")
        .doesNotContain("Seq Scan");
  }

  @ParameterizedTest
  @EnumSource
  void aClaimFindsItsRowsByIndexes(State state) {
    assertThat(plan(state, Outbox.CLAIM))
        .contains("webhook_due_next on webhook_due", "webhook_due_pkey", "webhook_body_other_pkey")
        .satisfies(OutboxPlanApiTest::findsDeliveriesByTheirIds)
        .doesNotContain("Hash Join", "Merge Join");
  }

  @ParameterizedTest
  @EnumSource
  void anEarlierDeliveryOfAPaymentIsFoundByItsId(State state) {
    assertThat(plan(state, PaymentOrder.POSTPONE))
        .contains("webhook_due_pkey")
        .doesNotContain("Seq Scan", "webhook_due_next", "Hash Join", "Merge Join");
  }

  @ParameterizedTest
  @EnumSource
  void aRecordOfAttemptsFindsDeliveriesById(State state) {
    assertThat(plan(state, Attempt.RECORD))
        .contains("webhook_due_pkey")
        .satisfies(OutboxPlanApiTest::findsDeliveriesByTheirIds)
        .doesNotContain("webhook_due_next");
  }

  @ParameterizedTest
  @EnumSource
  void aLookForLockedDeliveriesFindsThemById(State state) {
    assertThat(plan(state, Attempt.LOCKED))
        .contains("webhook_due_pkey")
        .satisfies(OutboxPlanApiTest::findsDeliveriesByTheirIds)
        .doesNotContain("webhook_due_next");
  }

  @ParameterizedTest
  @EnumSource
  void aReplayFindsADeliveryByItsId(State state) {
    assertThat(plan(state, WebhookReplays.REPLAY))
        .contains("webhook_dead_pkey", "webhook_body_other_pkey")
        .satisfies(OutboxPlanApiTest::findsDeliveriesByTheirIds)
        .doesNotContain("webhook_dead_of_business");
  }

  @ParameterizedTest
  @EnumSource
  void aReplayOfDeadDeliveriesReadsTheirIndex(State state) {
    assertThat(plan(state, WebhookReplays.REPLAY_DEAD))
        .contains("webhook_dead_of_business on webhook_dead", "webhook_body_other_pkey")
        .satisfies(OutboxPlanApiTest::findsDeliveriesByTheirIds)
        .doesNotContain("Sort", "Hash Join", "Merge Join");
  }

  @ParameterizedTest
  @EnumSource
  void theCapOfABusinessReadsItsOwnRows(State state) {
    assertThat(plan(state, PendingWebhooks.GIVE_UP))
        .contains("webhook_due_next on webhook_due", "webhook_due_pkey")
        .satisfies(OutboxPlanApiTest::findsDeliveriesByTheirIds);
  }

  @ParameterizedTest
  @EnumSource
  void withheldDeliveriesAreFoundByTheirReceiver(State state) {
    assertThat(plan(state, PendingWebhooks.WITHHOLD))
        .contains("webhook_due_next on webhook_due", "webhook_due_pkey")
        .satisfies(OutboxPlanApiTest::findsDeliveriesByTheirIds);
  }

  @ParameterizedTest
  @EnumSource
  void aCountOfPendingOnesWalksAlongTheIndex(State state) {
    assertThat(plan(state, CountedPending.STATEMENT))
        .contains("webhook_due_next on webhook_due")
        .doesNotContain("Seq Scan", "Sort", "Bitmap");
  }

  private static void findsDeliveriesByTheirIds(String plan) {
    assertThat(plan)
        .contains("webhook_delivery_other_pkey")
        .doesNotContain("Seq Scan", "business_id_created_at", "_once");
  }

  /** Returns the plan for any parameters that is made while the tables are in this state. */
  private String plan(State state, String statement) {
    return plans.podsPlan(state.statements, statement).toString();
  }
}
