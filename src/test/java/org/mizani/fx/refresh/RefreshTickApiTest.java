package org.mizani.fx.refresh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.fx.refresh.RateServer.answer;
import static org.mizani.support.Eventually.PATIENCE;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.io.IOException;
import java.time.Instant;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.ZoneOffset;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.support.HaltedSchedulerProfile;
import org.mizani.support.LoggedLines;
import org.mizani.support.MovableClock;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;

/** Ticks of the daily refresh, at pods with clocks that a test sets. */
@QuarkusTest
@TestProfile(HaltedSchedulerProfile.class)
@QuarkusTestResource(TestDatabase.class)
class RefreshTickApiTest {

  private static final String GOOD = "{\"rates\":{\"KES\":130,\"TZS\":2500.5}}";
  private static final String MISSED = "refresh of rates: the rates of %s were never refreshed";
  private static final AtomicLong DAYS = new AtomicLong();

  @Inject RefreshPods pods;
  @Inject Rows rows;
  @Inject MeterRegistry metrics;

  private final MovableClock clock = new MovableClock();
  private RateServer source;
  private RateRefresh pod;
  private LocalDate day;

  @BeforeEach
  void prepareDayAfterARefreshedOne() throws IOException {
    source = RateServer.listen();
    source.respondWith(answer(200, GOOD));
    pod = newPod();
    // Days are half a year apart, so that no test sees the days of another.
    day = LocalDate.of(1951, 1, 31).plusMonths(6 * DAYS.incrementAndGet());
    rows.execute(
        "INSERT INTO fx_refresh (day, attempts, next_attempt_at, done_at)"
            + " VALUES ($1, 1, now(), now())",
        day.minusDays(1));
    for (String to : List.of("KES", "TZS")) {
      rows.execute(
          "INSERT INTO fx_rate (from_currency, to_currency, rate, effective_from) VALUES ('USD',"
              + " $1, $2, $3::date - 1 + time '17:00' AT TIME ZONE 'UTC')",
          to,
          to.equals("KES") ? 129 : 2500,
          day);
    }
  }

  @AfterEach
  void stop() {
    source.close();
  }

  @Test
  void noRefreshIsDueBeforeTheChange() throws Exception {
    String logged = tickAt(day, "16:59:59.999");

    assertThat(source.requests()).isEmpty();
    assertThat(recordedDays()).isZero();
    assertThat(logged).doesNotContain("refresh of rates");
  }

  @Test
  void aDayIsRefreshedOnceAfterItsChange() throws Exception {
    tickAt(day, "17:00:00");
    String logged = tickAt(day, "17:00:15");

    assertThat(source.requests()).hasSize(1);
    assertThat(ratesOfTheDay()).isEqualTo(2);
    assertThat(logged).doesNotContain("refresh of rates");
  }

  @Test
  void aDayRefreshedInTimeIsNotMissed() throws Exception {
    tickAt(day, "18:59:59");
    double missed = missed();

    String logged = tickAt(day, "19:00:00") + tickAt(day.plusDays(1), "09:00:00");

    assertThat(source.requests()).hasSize(1);
    assertThat(logged).doesNotContain("refresh of rates");
    assertThat(missed()).isEqualTo(missed);
  }

  @Test
  void aFailingSourceIsAskedUntilTheDayIsMissed() throws Exception {
    source.respondWith(answer(500, ""));
    double missed = missed();

    String meanwhile = tickAt(day, "17:00:00") + tickAt(day, "18:59:59.999");
    String after = tickAt(day, "19:00:00");
    String later = tickAt(day, "23:59:59") + tickAt(day.plusDays(1), "00:00:00");

    assertThat(source.requests()).hasSize(2);
    assertThat(meanwhile).contains("the old rate stays").doesNotContain("never");
    assertThat(after).containsOnlyOnce(MISSED.formatted(day));
    assertThat(later).doesNotContain("refresh of rates");
    assertThat(missed() - missed).isEqualTo(1);
    assertThat(ratesOfTheDay()).isZero();
  }

  @Test
  void aDayThatLacksARateIsMissed() throws Exception {
    source.respondWith(answer(200, "{\"rates\":{\"KES\":130}}"));
    tickAt(day, "17:00:00");

    String logged = tickAt(day, "19:00:00");

    assertThat(logged).containsOnlyOnce(MISSED.formatted(day));
    assertThat(ratesOfTheDay()).isEqualTo(1);
  }

  @Test
  void aDayWithoutPodsIsReportedTheNextMorning() throws Exception {
    clock.set(at(day.plusDays(1), "08:15:00"));
    double missed = missed();

    String logged = atOnce(Stream.generate(this::newPod).limit(8).toList());

    assertThat(logged).containsOnlyOnce(MISSED.formatted(day));
    assertThat(missed() - missed).isEqualTo(1);
    assertThat(source.requests()).isEmpty();
    assertThat(tickAt(day.plusDays(1), "08:15:15")).doesNotContain("refresh of rates");
  }

  @Test
  void eachMissedDayIsReported() throws Exception {
    String logged = tickAt(day.plusDays(2), "17:30:00");

    assertThat(logged)
        .containsSubsequence(MISSED.formatted(day), MISSED.formatted(day.plusDays(1)));
    assertThat(logged).doesNotContain(MISSED.formatted(day.plusDays(2)));
    assertThat(source.requests()).hasSize(1);
  }

  @ParameterizedTest
  @ValueSource(strings = {"09:00:00", "17:30:00", "20:00:00"})
  void aFirstDeploymentReportsNoEarlierDay(String time) throws Exception {
    rows.execute("DELETE FROM fx_refresh WHERE day <= $1", day);

    String first = tickAt(day, time) + tickAt(day, time);
    String nextMorning = tickAt(day.plusDays(2), "09:00:00");

    assertThat(first).doesNotContain("refresh of rates");
    assertThat(nextMorning).containsOnlyOnce(MISSED.formatted(day.plusDays(1)));
  }

  @Test
  void podsOfAFirstDeploymentReportNoEarlierDay() throws Exception {
    rows.execute("DELETE FROM fx_refresh WHERE day <= $1", day);
    clock.set(at(day, "20:00:00"));

    String logged = atOnce(Stream.generate(this::newPod).limit(8).toList());

    assertThat(logged).doesNotContain("refresh of rates");
  }

  @Test
  void aLongPauseCountsAsAFirstDeployment() throws Exception {
    String logged = tickAt(day.plusDays(30), "20:00:00");

    assertThat(logged).doesNotContain("refresh of rates");
    assertThat(tickAt(day.plusDays(31), "20:00:00"))
        .containsOnlyOnce(MISSED.formatted(day.plusDays(31)));
  }

  @Test
  void aDayWithAnAttemptUnderWayIsNotMissed() throws Exception {
    rows.execute(
        "INSERT INTO fx_refresh (day, attempts, next_attempt_at)"
            + " VALUES ($1, 1, now() + interval '1 minute')",
        day);

    String meanwhile = tickAt(day, "19:00:00");
    rows.execute("UPDATE fx_refresh SET next_attempt_at = now() WHERE day = $1", day);
    String after = tickAt(day, "19:05:00");

    assertThat(meanwhile).doesNotContain("refresh of rates");
    assertThat(after).containsOnlyOnce(MISSED.formatted(day));
  }

  @Test
  void aPodWithAFastClockNeitherAsksNorReports() throws Exception {
    LocalDate ahead = LocalDate.now(ZoneOffset.UTC).plusDays(2);
    rows.execute(
        "INSERT INTO fx_refresh (day, attempts, next_attempt_at, done_at)"
            + " VALUES ($1, 1, now(), now())",
        ahead.minusDays(2));

    String logged = tickAt(ahead, "17:30:00") + tickAt(ahead, "20:00:00");

    rows.execute("DELETE FROM fx_refresh WHERE day = $1", ahead.minusDays(2));
    assertThat(source.requests()).isEmpty();
    assertThat(logged).doesNotContain("refresh of rates");
    assertThat(rows.count("SELECT count(*) FROM fx_refresh WHERE day > $1", ahead.minusDays(2)))
        .isZero();
  }

  private RateRefresh newPod() {
    return pods.with(clock, source.url());
  }

  private String tickAt(LocalDate date, String time) throws Exception {
    clock.set(at(date, time));
    return atOnce(List.of(pod));
  }

  private String atOnce(List<RateRefresh> ticking) throws Exception {
    try (LoggedLines lines = LoggedLines.listen()) {
      List<CompletableFuture<Void>> begun =
          ticking.stream().map(one -> pods.begin(one::tick)).toList();
      for (CompletableFuture<Void> tick : begun) {
        tick.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      }
      return lines.text();
    }
  }

  private static Instant at(LocalDate date, String time) {
    return date.atTime(LocalTime.parse(time)).toInstant(ZoneOffset.UTC);
  }

  private long recordedDays() {
    return rows.count("SELECT count(*) FROM fx_refresh WHERE day = $1", day);
  }

  private long ratesOfTheDay() {
    return rows.count(
        "SELECT count(*) FROM fx_rate"
            + " WHERE effective_from = $1::date + time '17:00' AT TIME ZONE 'UTC'",
        day);
  }

  private double missed() {
    return metrics.get("payments.fx.refresh.missed").counter().count();
  }
}
