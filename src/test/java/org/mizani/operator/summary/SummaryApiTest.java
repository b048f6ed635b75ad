package org.mizani.operator.summary;

import static java.util.function.Predicate.isEqual;
import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.TestPartners.collectionOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.support.HaltedSchedulerProfile;
import org.mizani.support.JsonValues;
import org.mizani.support.QueryPlan;
import org.mizani.support.QueryPlans;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Summary that an operator opens first. No job changes what it counts meanwhile. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(HaltedSchedulerProfile.class)
class SummaryApiTest {

  private static final String NEVER_ANSWERS = "254712345692";
  private static final String DUE =
      "INSERT INTO payout_due (id, business_id, created_at, next_poll_at, screening, screened_at)"
          + " SELECT $1, 1, now() - $2::text::interval, 'infinity', $3,"
          + " CASE $3 WHEN 'held' THEN now() - $2::text::interval END";
  private static final String WEBHOOK_DUE =
      "INSERT INTO webhook_due (id, business_id, created_at, next_attempt_at, host)"
          + " VALUES ($1, 1, now() - interval '2 days', now() + $2::text::interval, 'a:1')";
  private static final String WEBHOOK_DEAD =
      "INSERT INTO webhook_dead (id, business_id, created_at)"
          + " VALUES ($1, 1, now() - interval '5 minutes')";
  private static final String APPROVAL =
      "INSERT INTO approval (id, action, subject, key, asked, request_encrypted, status,"
          + " requested_by, requested_at, expires_at) VALUES ($1, 'rate.enter', 'rate/USD_KES',"
          + " $1::text, '{}', '\\x00', 'waiting', 'amina', now() - interval '2 hours',"
          + " now() + $2::text::interval)";

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject QueryPlans plans;
  @Inject Summaries summaries;

  private final List<UUID> made = new ArrayList<>();
  private JsonValues before;

  @BeforeEach
  void readBefore() {
    before = summary();
  }

  @AfterEach
  void removeRowsWithoutAPayment() {
    for (String table : List.of("payout_due", "webhook_due", "webhook_dead", "approval")) {
      made.forEach(id -> rows.execute("DELETE FROM " + table + " WHERE id = $1", id));
    }
  }

  @Test
  void hasEveryQueueAndRail() {
    assertThat(before.<String>getList("queues.queue")).isEqualTo(WorkQueues.NAMES);
    assertThat(before.<String>getList("rails.rail")).contains("simulator");
    assertThat(before.getString("submissions")).isEqualTo("on");
    assertThat(Instant.parse(before.getString("at"))).isNotNull();
    assertThat(before.getMap(""))
        .containsOnlyKeys("at", "submissions", "queues", "rails", "lastClosing", "openQuotes");
  }

  @Test
  void countsPayoutsByAge() {
    assertComeMore(
        () -> {
          for (String age : List.of("10 seconds", "2 minutes", "11 minutes", "2 hours", "3 days")) {
            insert(DUE, age, "none");
          }
          insert(DUE, "2 hours", "held");
        },
        Map.of("payouts_pending", List.of(6, 5, 4, 3, 1), "payouts_held", List.of(1, 1, 1, 1, 0)));
  }

  @Test
  void tellsTheOldestOfAQueue() {
    insert(DUE, "2 hours", "held");
    insert(DUE, "9000 days", "none");

    JsonValues after = summary();

    assertThat(Instant.parse((String) queue(after, "payouts_pending").get("oldestAt")))
        .isBefore(Instant.parse((String) queue(after, "payouts_held").get("oldestAt")));
  }

  @Test
  void countsWebhooksAndThoseThatAreDue() {
    assertComeMore(
        () -> {
          insert(WEBHOOK_DUE, "1 hour");
          insert(WEBHOOK_DUE, "-2 minutes");
          insert(WEBHOOK_DEAD);
        },
        Map.of(
            "webhooks_pending", List.of(2, 2, 2, 2, 2),
            "webhooks_due", List.of(1, 1, 0, 0, 0),
            "webhooks_dead", List.of(1, 1, 0, 0, 0)));
  }

  @Test
  void countsRequestsThatCanBeApprovedYet() {
    assertComeMore(
        () -> {
          insert(APPROVAL, "1 hour");
          insert(APPROVAL, "-1 minute");
        },
        Map.of("approvals_waiting", List.of(1, 1, 1, 1, 0)));
  }

  @Test
  void countsFlaggedCollections() {
    Partner partner = partners.createShop(Map.of());
    UUID flagged = UUID.fromString(partner.collect(collectionOf("flagged")).path("id"));

    assertComeMore(
        () ->
            rows.execute(
                "UPDATE collection SET flagged = true, flagged_at = now() - interval '2 hours'"
                    + " WHERE id = $1",
                flagged),
        () -> rows.execute("UPDATE collection SET flagged = false WHERE id = $1", flagged),
        Map.of("collections_flagged", List.of(1, 1, 1, 1, 0)));
  }

  /** Those of other tests end meanwhile. */
  @Test
  void countsCollectionsWithoutAnAnswer() {
    partners.createShop(Map.of()).collectFrom(NEVER_ANSWERS);

    eventually(
        () -> (Integer) queue(summary(), "collections_pending").get("total") - pendingCollections(),
        isEqual(0L));
    assertThat(pendingCollections()).isPositive();
  }

  private long pendingCollections() {
    return rows.count("SELECT count(*) FROM collection WHERE status = 'pending'");
  }

  private void assertComeMore(Runnable change, Map<String, List<Integer>> expected) {
    assertComeMore(change, this::removeRowsWithoutAPayment, expected);
  }

  /** Rows of other tests reach another age now and then: then it is looked at again. */
  private void assertComeMore(
      Runnable change, Runnable undoing, Map<String, List<Integer>> expected) {
    eventually(
        () -> {
          before = summary();
          change.run();
          JsonValues after = summary();
          undoing.run();
          return expected.keySet().stream()
              .collect(toMap(queue -> queue, queue -> more(after, queue)));
        },
        isEqual(expected));
  }

  @Test
  void showsWhyARailWaitsWithoutTheWords() {
    change("pause");
    String paused = answer();
    change("resume");

    assertThat(paused).contains("\"reason\":\"operator\"").doesNotContain("their works");
    assertThat(answer()).doesNotContain("\"reason\":\"operator\"");
  }

  @Test
  void manyAtOnceAreAllAnswered() {
    List<SummaryAnswer> answers =
        Uni.join()
            .all(List.of(summaries.read(), summaries.read(), summaries.read(), summaries.read()))
            .andFailFast()
            .await()
            .atMost(PATIENCE);

    assertThat(answers).hasSize(4);
  }

  @Test
  void ofPaymentsOnlyTheFlaggedAndPendingOnesAreRead() {
    QueryPlan plan = plans.podsPlanOfEmptyTables(WorkQueues.READ);

    assertThat(plan.indexes())
        .as("%s", plan)
        .contains("payout_flagged", "collection_flagged", "collection_pkey", "payout_due_held");
    assertThat(plan.toString()).doesNotContain("Seq Scan on payout ", "Seq Scan on collection ");
  }

  private void insert(String sql, Object... more) {
    UUID id = UUID.randomUUID();
    made.add(id);
    List<Object> parameters = new ArrayList<>(List.of(id));
    parameters.addAll(List.of(more));
    rows.execute(sql, parameters.toArray());
  }

  private static void change(String verb) {
    TestOperator.request()
        .body(Map.of("reason", "their works"))
        .post("/operator/rails/simulator/" + verb)
        .succeeded();
  }

  private static String answer() {
    return TestOperator.request().get("/operator/summary").succeeded().asString();
  }

  private static JsonValues summary() {
    return TestOperator.request().get("/operator/summary").succeeded().json();
  }

  private static Map<String, Object> queue(JsonValues summary, String name) {
    return summary.<Map<String, Object>>getList("queues").stream()
        .filter(queue -> queue.get("queue").equals(name))
        .findFirst()
        .orElseThrow();
  }

  /** What has come to a queue since: all, over a minute, ten minutes, an hour and a day. */
  private List<Integer> more(JsonValues after, String name) {
    return List.of("total", "overMinute", "overTenMinutes", "overHour", "overDay").stream()
        .map(
            field ->
                (Integer) queue(after, name).get(field) - (Integer) queue(before, name).get(field))
        .toList();
  }
}
