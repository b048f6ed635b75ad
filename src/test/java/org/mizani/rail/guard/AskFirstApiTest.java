package org.mizani.rail.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.assertRefused;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.SwitchedSubmission;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;

/** Endpoint by which payments from before a restore are asked about first: its refusals. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class AskFirstApiTest {

  /** The first of a row's updates fails; what a sequence counts, no rollback takes back. */
  private static final List<String> DEADLOCK_ONCE =
      List.of(
          "CREATE SEQUENCE deadlocks",
          """
          CREATE FUNCTION deadlock_once() RETURNS trigger LANGUAGE plpgsql AS $$
          BEGIN
            IF nextval('deadlocks') = 1 THEN
              RAISE EXCEPTION 'deadlock detected' USING ERRCODE = '40P01';
            END IF;
            RETURN NEW;
          END $$
          """,
          "CREATE TRIGGER deadlock_once BEFORE UPDATE ON payout_due FOR EACH ROW"
              + " WHEN (NEW.business_id = -7) EXECUTE FUNCTION deadlock_once()");

  private static final List<String> NO_DEADLOCK =
      List.of(
          "DROP TRIGGER deadlock_once ON payout_due",
          "DROP FUNCTION deadlock_once()",
          "DROP SEQUENCE deadlocks");

  @Inject Rows rows;

  @AfterEach
  void on() {
    SwitchedSubmission.to("on");
  }

  @ParameterizedTest
  @CsvSource({
    "2999-01-01T00:00:00Z, createdBefore must not be in the future",
    "yesterday, createdBefore must be an ISO 8601 date and time",
    "'', createdBefore is required"
  })
  void refusesATimeThatCannotBeOfARestore(String time, String sentence) {
    assertRefused(askFirst(Map.of("createdBefore", time, "reason", "x")), 400, sentence);
  }

  /** Its settlers would submit what is not noted yet. */
  @Test
  void refusesToAskFirstWhileThisPodSubmits() {
    UUID row = createRow();

    assertRefused(
        askFirst(Map.of("createdBefore", rows.now().toString(), "reason", "x")),
        409,
        "submission is on: set it to ask-only first");
    assertThat(pollsOf(row)).isZero();
    rows.execute("DELETE FROM payout_due WHERE id = $1", row);
  }

  @Test
  void aPageThatMeetsADeadlockIsNotedAgain() {
    UUID row = createRow();
    SwitchedSubmission.to("ask-only");
    DEADLOCK_ONCE.forEach(rows::execute);

    Response noted = askFirst(Map.of("createdBefore", rows.now().toString(), "reason", "x"));

    long updates = rows.count("SELECT nextval('deadlocks')") - 1;
    NO_DEADLOCK.forEach(rows::execute);
    assertThat(updates).as("one met the deadlock, one did not").isEqualTo(2);
    assertThat(noted.statusCode()).as(noted.asString()).isEqualTo(200);
    assertThat(pollsOf(row)).isEqualTo(1);
    rows.execute("DELETE FROM payout_due WHERE id = $1", row);
  }

  @Test
  void refusesToAskFirstWithoutAReason() {
    assertRefused(
        askFirst(Map.of("createdBefore", "2026-01-01T00:00:00Z")), 400, "reason is required");
  }

  private long pollsOf(UUID id) {
    return rows.count("SELECT polls::bigint FROM payout_due WHERE id = $1", id);
  }

  /** Creates a row that is due in an hour. */
  private UUID createRow() {
    UUID id = UUID.randomUUID();
    rows.execute(
        """
        INSERT INTO payout_due (id, business_id, created_at, next_poll_at, polls)
        VALUES ($1, -7, now(), now() + interval '1 hour', 0)
        """,
        id);
    return id;
  }

  private static Response askFirst(Map<String, String> body) {
    return TestOperator.request().body(body).post("/operator/submission/ask-first");
  }
}
