package org.mizani.fx.refresh;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.fx.refresh.RateServer.answer;
import static org.mizani.fx.refresh.RateServer.hanging;
import static org.mizani.fx.refresh.RateServer.trickling;
import static org.mizani.support.Eventually.PATIENCE;

import com.sun.net.httpserver.HttpHandler;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.inject.Inject;
import java.io.IOException;
import java.time.Duration;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.OffsetDateTime;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicLong;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterAll;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.mizani.support.HaltedSchedulerProfile;
import org.mizani.support.LoggedLines;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;

/** Daily refresh of rates, with sources that answer correctly, wrongly or not in time. */
@QuarkusTest
@TestProfile(HaltedSchedulerProfile.class)
@QuarkusTestResource(TestDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class RateRefreshApiTest {

  private static final String GOOD = "{\"rates\":{\"KES\":130,\"TZS\":2500.5}}";
  private static final AtomicLong DAYS = new AtomicLong();

  @Inject RefreshPods pods;
  @Inject Rows rows;
  @Inject MeterRegistry metrics;

  private RateServer source;
  private RateRefresh refresh;
  private LocalDate day;

  @BeforeAll
  void listen() throws IOException {
    source = RateServer.listen();
    refresh = pods.with(InstantSource.system(), source.url());
  }

  @BeforeEach
  void prepareDay() {
    // Days are a month apart, so that no test sees the rates of another.
    day = LocalDate.of(2001, 1, 31).plusMonths(DAYS.incrementAndGet());
    source.clearRequests();
    enter("KES", "129");
    enter("TZS", "2500");
  }

  private void enter(String to, String rate) {
    rows.execute(
        "INSERT INTO fx_rate (from_currency, to_currency, rate, effective_from)"
            + " VALUES ('USD', $1, $2::text::numeric, $3::date - 1 + time '17:00' AT TIME ZONE 'UTC')",
        to,
        rate,
        day);
  }

  @AfterAll
  void stop() {
    source.close();
  }

  @Test
  void entersTheRatesOfTheDay() throws Exception {
    source.respondWith(answer(200, GOOD));

    attempt();

    assertThat(ratesOfTheDay()).containsExactly("KES 130", "TZS 2500.5");
    assertThat(source.requests()).containsExactly("GET /latest Key abc");
    assertThat(isDone()).isTrue();
    List<Row> entries =
        rows.execute("SELECT * FROM audit_entry WHERE request_id = $1", "rate-refresh-" + day);
    assertThat(entries).extracting(e -> e.getString("operator")).containsOnly("rate-refresh");
    assertThat(entries)
        .extracting(e -> e.getString("subject"))
        .containsExactlyInAnyOrder("rate/USD_KES", "rate/USD_TZS");
  }

  static Stream<Arguments> faultySources() {
    return Stream.of(
        Arguments.of("an error", answer(500, GOOD), "the answer is 500"),
        Arguments.of("a redirect", answer(302, GOOD), "the answer is 302"),
        Arguments.of("nothing", answer(204, ""), "the answer is 204"),
        Arguments.of("no JSON", answer(200, "<html>"), "the answer is not JSON"),
        Arguments.of("half of it", answer(200, GOOD.substring(0, 30)), "the answer is not JSON"),
        Arguments.of("more than JSON", answer(200, GOOD + "}"), "the answer is not JSON"),
        Arguments.of("too much", answer(200, GOOD + " ".repeat(10000)), "longer than 10000 bytes"),
        Arguments.of("a broken line", (HttpHandler) exchange -> {}, "losed"));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("faultySources")
  void aFaultyAnswerKeepsTheOldRatesAndAlarms(String name, HttpHandler fault, String why)
      throws Exception {
    assertKeepsTheOldRates(refresh, fault, why);
  }

  static Stream<Arguments> endlessSources() {
    return Stream.of(Arguments.of("silence", hanging()), Arguments.of("a trickle", trickling()));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("endlessSources")
  void anEndlessAnswerKeepsTheOldRatesAndAlarms(String name, HttpHandler fault) throws Exception {
    RateRefresh impatient = pods.with(InstantSource.system(), source.url(), Duration.ofMillis(300));

    assertKeepsTheOldRates(impatient, fault, "no complete answer in time");
  }

  private void assertKeepsTheOldRates(RateRefresh pod, HttpHandler fault, String why)
      throws Exception {
    source.respondWith(fault);
    double kept = kept();

    String logged = attempt(pod);

    assertThat(ratesOfTheDay()).isEmpty();
    assertThat(isDone()).isFalse();
    assertThat(kept() - kept).isEqualTo(2);
    assertThat(logged)
        .contains("refresh of rates: the old rate stays, for the rates of " + day + ": ")
        .contains(why);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      quoteCharacter = '`',
      value = {
        "null                 | is missing",
        "0                    | is 0.0000000000",
        "0.00000000001        | is 0.0000000000",
        "-129                 | is -129.0000000000",
        "\"129\"                | is not a number",
        "true                 | is not a number",
        "{}                   | is not a number",
        "141.91               | is 141.91 after 129, a change of more than 10 %",
        "116.0999999999       | is 116.0999999999 after 129, a change of more than 10 %",
        "1e15                 | is 1000000000000000.0000000000",
        "1e999999             | has too many digits",
        "1e-999999            | has too many digits"
      })
  void anInvalidRateKeepsThePairsOldRateAndAlarms(String offered, String why) throws Exception {
    source.respondWith(answer(200, "{\"rates\":{\"KES\":" + offered + ",\"TZS\":2500.5}}"));
    double kept = kept();

    String logged = attempt();

    assertThat(ratesOfTheDay()).containsExactly("TZS 2500.5");
    assertThat(isDone()).isFalse();
    assertThat(kept() - kept).isEqualTo(1);
    assertThat(logged)
        .contains("refresh of rates: the old rate stays, for USD_KES of " + day + ": " + why);
  }

  @ParameterizedTest
  @CsvSource({"141.9, 141.9", "116.1, 116.1", "129.12345678905, 129.1234567891"})
  void entersARateWithinTheBoundsOfChange(String offered, String entered) throws Exception {
    source.respondWith(answer(200, "{\"rates\":{\"KES\":" + offered + ",\"TZS\":2500.5}}"));

    attempt();

    assertThat(ratesOfTheDay()).containsExactly("KES " + entered, "TZS 2500.5");
  }

  @Test
  void aLaterAttemptEntersTheMissingRates() throws Exception {
    source.respondWith(answer(200, "{\"rates\":{\"TZS\":2500.5}}"));
    attempt();
    source.respondWith(answer(200, "{\"rates\":{\"KES\":130,\"TZS\":2600}}"));

    attempt();

    assertThat(ratesOfTheDay()).containsExactly("KES 130", "TZS 2500.5");
    assertThat(isDone()).isTrue();
  }

  @Test
  void aDayThatIsDoneIsNotRefreshedAgain() throws Exception {
    source.respondWith(answer(200, GOOD));
    attempt();

    attempt();

    assertThat(source.requests()).hasSize(1);
    assertThat(entriesOfTheDay()).isEqualTo(2);
  }

  @Test
  void anOperatorsRateOfTheDayStays() throws Exception {
    source.respondWith(answer(200, GOOD));
    rows.execute(
        "INSERT INTO fx_rate (from_currency, to_currency, rate, effective_from)"
            + " VALUES ('USD', 'KES', 131, $1::date + time '17:00' AT TIME ZONE 'UTC')",
        day);

    attempt();

    assertThat(ratesOfTheDay()).containsExactly("KES 131", "TZS 2500.5");
    assertThat(entriesOfTheDay()).isEqualTo(1);
  }

  @Test
  void manyPodsEnterEachRateOnce() throws Exception {
    source.respondWith(answer(200, GOOD));

    List<CompletableFuture<Void>> attempts =
        IntStream.range(0, 8).mapToObj(pod -> begin(refresh)).toList();
    for (CompletableFuture<Void> pod : attempts) {
      pod.get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
    }

    assertThat(ratesOfTheDay()).containsExactly("KES 130", "TZS 2500.5");
    assertThat(entriesOfTheDay()).isEqualTo(2);
  }

  private String attempt() throws Exception {
    return attempt(refresh);
  }

  private String attempt(RateRefresh pod) throws Exception {
    try (LoggedLines lines = LoggedLines.listen()) {
      begin(pod).get(PATIENCE.toSeconds(), TimeUnit.SECONDS);
      return lines.text();
    }
  }

  private CompletableFuture<Void> begin(RateRefresh pod) {
    return pods.begin(() -> pod.attempt(day));
  }

  private List<String> ratesOfTheDay() {
    return rows
        .execute(
            "SELECT to_currency || ' ' || trim_scale(rate) FROM fx_rate WHERE from_currency = 'USD'"
                + " AND effective_from = $1::timestamptz ORDER BY 1",
            OffsetDateTime.parse(day + "T17:00:00Z"))
        .stream()
        .map(row -> row.getString(0))
        .toList();
  }

  private long entriesOfTheDay() {
    return rows.count(
        "SELECT count(*) FROM audit_entry WHERE request_id = $1", "rate-refresh-" + day);
  }

  private boolean isDone() {
    return rows.count("SELECT count(*) FROM fx_refresh WHERE day = $1 AND done_at < now()", day)
        == 1;
  }

  private double kept() {
    return metrics.get("payments.fx.refresh.kept").counter().count();
  }
}
