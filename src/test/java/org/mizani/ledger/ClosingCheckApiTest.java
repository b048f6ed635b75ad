package org.mizani.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.time.LocalDate;
import java.util.List;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.database.Database;
import org.mizani.support.LoggedLines;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;

/** Closed days are summed up again, by all pods together, and a restart forgets nothing. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(BooksDayProfile.class)
class ClosingCheckApiTest {

  private static final String TRIGGER =
      "ALTER TABLE ONLY ledger_transfer %s TRIGGER ledger_transfer_check";

  @Inject PastDays past;
  @Inject DailyClosing closing;
  @Inject Database database;
  @Inject LedgerConfig.Books config;
  @Inject Rows rows;

  @BeforeEach
  void threeClosedDays() {
    past.write();
    for (LocalDate day : List.of(PastDays.FIRST, PastDays.QUIET, PastDays.YESTERDAY)) {
      assertThat(await(closing.closeNext())).contains(day);
    }
  }

  @AfterEach
  void booksWithoutDifferences() {
    past.write();
  }

  /** A pod that was just started. */
  private final class Started {
    private final MeterRegistry meters = new SimpleMeterRegistry();
    private final ClosingCheck check = new ClosingCheck(database, config, meters);

    private void checks() {
      await(check.check());
    }

    private void reads() {
      await(check.readDifferences());
    }

    private double differences() {
      return meters.get("payments.ledger.closing.differences").gauge().value();
    }
  }

  @Test
  void aDifferenceIsReportedByThePodThatFindsItAndToldByAllOthersAfterARestart() {
    stray(PastDays.YESTERDAY);
    Started finder = new Started();
    try (LoggedLines log = LoggedLines.listen()) {
      finder.checks();

      assertThat(log.text())
          .containsOnlyOnce(
              "The closing of "
                  + PastDays.YESTERDAY
                  + " differs from the sum of its transfers in 2 accounts.");
    }
    Started restarted = new Started();
    restarted.reads();

    assertThat(finder.differences()).isEqualTo(2);
    assertThat(restarted.differences()).isEqualTo(2);
  }

  @Test
  void eachPodGoesOnWithTheDayThatWasNotCheckedForTheLongest() {
    new Started().checks();
    assertThat(checkedLast()).containsExactlyInAnyOrder(PastDays.YESTERDAY, PastDays.QUIET);

    new Started().checks();
    assertThat(checkedLast()).containsExactlyInAnyOrder(PastDays.YESTERDAY, PastDays.FIRST);

    new Started().checks();
    assertThat(checkedLast()).containsExactlyInAnyOrder(PastDays.YESTERDAY, PastDays.QUIET);
  }

  @Test
  void aDifferenceIsCheckedEachTimeUntilItIsMended() {
    stray(PastDays.FIRST);
    new Started().checks();
    new Started().checks();
    Started pod = new Started();
    pod.reads();
    assertThat(pod.differences()).isEqualTo(2);
    rows.execute(
        """
        DO $$
        BEGIN
          SET LOCAL session_replication_role = replica;
          DELETE FROM ledger_transfer WHERE amount_minor = 1;
        END $$
        """);

    pod.checks();

    assertThat(pod.differences()).isZero();
    assertThat(checkedLast())
        .containsExactlyInAnyOrder(PastDays.YESTERDAY, PastDays.QUIET, PastDays.FIRST);
  }

  /** A transfer of a closed day, written past the database's check. */
  private void stray(LocalDate day) {
    rows.execute(TRIGGER.formatted("DISABLE"));
    past.move(day, "top_up", "bank.id", "w.available_account_id", 1, UUID.randomUUID());
    rows.execute(TRIGGER.formatted("ENABLE"));
  }

  /** The days whose last check was the last that ran; each puts all earlier ones an hour back. */
  private List<LocalDate> checkedLast() {
    List<LocalDate> days =
        rows
            .execute("SELECT day FROM closing_check WHERE checked_at > now() - interval '1 hour'")
            .stream()
            .map(row -> row.getLocalDate("day"))
            .toList();
    rows.execute("UPDATE closing_check SET checked_at = checked_at - interval '1 hour'");
    return days;
  }

  private static <T> T await(Uni<T> uni) {
    return uni.await().atMost(PATIENCE);
  }
}
