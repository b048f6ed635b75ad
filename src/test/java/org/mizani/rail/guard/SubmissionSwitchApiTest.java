package org.mizani.rail.guard;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Refusals.assertRefused;

import io.micrometer.core.instrument.MeterRegistry;
import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.Map;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicLong;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.database.Database;
import org.mizani.support.Defaults;
import org.mizani.support.LoggedLines;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.SwitchedSubmission;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;

/** Operators' switch of submissions: its endpoint, and how pods follow it. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class SubmissionSwitchApiTest {

  private static final String PATH = "/operator/submission";
  private static final String STATE = "SELECT count(*) FROM submission_switch WHERE mode = 'on'";

  private static final PacingConfig PACING = Defaults.of(PacingConfig.class);

  @Inject Database database;
  @Inject RailPaces paces;
  @Inject Rows rows;

  @AfterEach
  void on() {
    SwitchedSubmission.to("on");
  }

  @Test
  void anotherPodFollowsAtItsNextLook() {
    SubmissionSwitch other = pod(Map.of());
    assertThat(other.isOn()).isTrue();

    SwitchedSubmission.to("ask-only");
    look(other);

    assertThat(other.isOn()).isFalse();
    assertThat(other.heldFor(false)).isPresent();
    assertThat(other.heldFor(true)).isEmpty();
    SwitchedSubmission.to("off");
    look(other);
    assertThat(other.heldFor(true)).isPresent();
    SwitchedSubmission.to("on");
    look(other);
    assertThat(other.heldFor(false)).isEmpty();
  }

  @Test
  void theSettingIsTheStrictestBound() {
    SubmissionSwitch restored = pod(Map.of("payments.payout.submission", "ask-only"));

    assertThat(restored.isOn()).isFalse();
    assertThat(restored.heldFor(true)).isEmpty();
    assertThat(restored.state().await().atMost(PATIENCE))
        .extracting(
            SubmissionSwitch.State::pod,
            SubmissionSwitch.State::effective,
            SubmissionSwitch.State::setting,
            SubmissionSwitch.State::operators)
        .containsExactly(
            SubmissionMode.ASK_ONLY,
            SubmissionMode.ASK_ONLY,
            SubmissionMode.ASK_ONLY,
            SubmissionMode.ON);
    SwitchedSubmission.to("off");
    look(restored);
    assertThat(restored.heldFor(true)).isPresent();
  }

  /** Otherwise all that waits would be due in one moment, again and again. */
  @ParameterizedTest
  @CsvSource({"0, 45", "30000, 60", "60000, 75"})
  void paymentsArePutOffForAMinuteAQuarterMoreOrLess(long drawn, long seconds) {
    SubmissionSwitch pod =
        new SubmissionSwitch(
            database,
            paces,
            Defaults.with(SubmissionConfig.class, Map.of("payments.payout.submission", "ask-only")),
            PACING,
            System::nanoTime,
            () -> () -> drawn);
    look(pod);

    assertThat(pod.heldFor(false)).contains(Duration.ofSeconds(seconds));
  }

  @Test
  void aPodThatCannotReadTheSwitchStopsCallingInBoundedTime() {
    AtomicLong nanos = new AtomicLong();
    SubmissionSwitch cutOff =
        new SubmissionSwitch(
            database,
            paces,
            Defaults.of(SubmissionConfig.class),
            PACING,
            nanos::get,
            ThreadLocalRandom::current);
    look(cutOff);
    nanos.set(Duration.ofSeconds(30).toNanos());
    assertThat(cutOff.isOn()).isTrue();

    nanos.addAndGet(1);

    assertThat(cutOff.isOn()).isFalse();
    assertThat(cutOff.heldFor(true)).contains(Duration.ofSeconds(2));
    assertThat(cutOff.state().await().atMost(PATIENCE))
        .extracting(SubmissionSwitch.State::pod, SubmissionSwitch.State::effective)
        .containsExactly(SubmissionMode.OFF, SubmissionMode.ON);
    try (LoggedLines lines = LoggedLines.listen()) {
      look(cutOff);
      assertThat(lines.text()).containsOnlyOnce("Submission to networks is on");
    }
    assertThat(cutOff.isOn()).isTrue();
  }

  @Test
  void anOrdinaryStartSaysNothingOfTheSwitch() {
    try (LoggedLines lines = LoggedLines.listen()) {
      pod(Map.of());

      assertThat(lines.text()).doesNotContain("Submission to networks");
    }
  }

  @Test
  void aChangeIsAuditedShownAndLogged() {
    String logged;
    try (LoggedLines lines = LoggedLines.listen()) {
      Response changed = put(Map.of("mode", "ask-only", "reason", "a restore"));

      assertThat(changed.statusCode()).as(changed.asString()).isEqualTo(200);
      assertThat(changed.<String>path("effective")).isEqualTo("ask-only");
      logged = lines.text();
    }

    Response shown = TestOperator.request().get(PATH);
    assertThat(shown.<String>path("pod")).isEqualTo("ask-only");
    assertThat(shown.<String>path("effective")).isEqualTo("ask-only");
    assertThat(shown.<String>path("setting")).isEqualTo("on");
    assertThat(shown.<String>path("operators")).isEqualTo("ask-only");
    assertThat(shown.<String>path("changedAt")).endsWith("Z");
    assertThat(logged)
        .containsOnlyOnce(
            "Submission to networks is ask-only: the setting is on, the operators' switch"
                + " ask-only");
    assertThat(
            rows.count(
                "SELECT count(*) FROM audit_entry WHERE subject = 'submission'"
                    + " AND action = 'submission.change' AND operator = $1"
                    + " AND before ->> 'mode' = 'on' AND after ->> 'mode' = 'ask-only'"
                    + " AND after ->> 'reason' = 'a restore'",
                TestOperator.KEY))
        .isEqualTo(1);
  }

  @ParameterizedTest
  @CsvSource({"on, 0", "ask-only, 1", "off, 2"})
  void theGaugeTellsTheMode(String mode, double value) {
    MeterRegistry metrics = new SimpleMeterRegistry();
    SwitchedSubmission.to(mode);

    pod(Map.of()).measure(metrics);

    assertThat(metrics.get("payments.payout.submission.held").gauge().value()).isEqualTo(value);
  }

  @ParameterizedTest
  @ValueSource(strings = {"ask_only", "hold", "OFF"})
  void refusesAnUnknownMode(String mode) {
    assertRefused(
        put(Map.of("mode", mode, "reason", "x")), 400, "mode must be one of: on, ask-only, off");
    assertThat(rows.count(STATE)).isEqualTo(1);
  }

  @Test
  void refusesAChangeWithoutModeOrReason() {
    assertRefused(put(Map.of("mode", "off")), 400, "reason is required");
    assertRefused(put(Map.of("reason", "x")), 400, "mode is required");
    assertThat(put(null).statusCode()).isEqualTo(400);
    assertThat(rows.count(STATE)).isEqualTo(1);
  }

  private SubmissionSwitch pod(Map<String, String> settings) {
    SubmissionSwitch pod =
        new SubmissionSwitch(
            database, paces, Defaults.with(SubmissionConfig.class, settings), PACING);
    look(pod);
    return pod;
  }

  private static void look(SubmissionSwitch pod) {
    pod.lookEveryFewSeconds().await().atMost(PATIENCE);
  }

  private static Response put(Map<String, String> body) {
    var request = TestOperator.request();
    return (body == null ? request.body("null") : request.body(body)).put(PATH);
  }
}
