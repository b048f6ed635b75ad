package org.mizani.payout;

import static java.util.function.Predicate.isEqual;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.Requests.given;
import static org.mizani.support.TestPartners.collectionOf;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.mizani.business.BusinessProfile;
import org.mizani.money.CurrencyUnit;
import org.mizani.payout.MoodyRail.Mood;
import org.mizani.rail.PayoutOutcome;
import org.mizani.rail.PayoutRail;
import org.mizani.rail.RailAway;
import org.mizani.rail.guard.RailGuard;
import org.mizani.support.Eventually;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** What becomes of payouts and collections while their rail is away, and after that (ADR 10). */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(AwayRailApiTest.Short.class)
class AwayRailApiTest {

  private static final Duration DELAY = Duration.ofMillis(1500);
  private static final int WINDOW = 4;
  private static final String PENDING = "termination_pending";
  private static final String SKIPPED_POLLS = "SELECT skipped_polls FROM %s_due WHERE id = $1";

  /** A rail with moods, given up after a few calls and tried again soon. */
  public static final class Short implements QuarkusTestProfile {

    @Override
    public Map<String, String> getConfigOverrides() {
      return Map.of(
          "payments.rail.breaker.window", "4",
          "payments.rail.breaker.delay", DELAY.toMillis() + "ms",
          "payments.payout.settlement.rail-timeout", "300ms",
          "payments.payout.settlement.poll-after", "300ms",
          "payments.collection.settlement.rail-timeout", "300ms",
          "payments.collection.settlement.poll-after", "300ms");
    }

    @Override
    public Set<Class<?>> getEnabledAlternatives() {
      return Set.of(MoodyRail.class);
    }
  }

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject MoodyRail rail;
  @Inject RailGuard<PayoutRail, PayoutOutcome> guard;

  private Partner partner;

  @BeforeEach
  void aPartner() {
    partner =
        partners.create(
            BusinessProfile.named("Shop").withCollections(), Map.of(CurrencyUnit.USD, "1000"));
  }

  @AfterEach
  void theRailComesBackAndNobodyWaits() throws Exception {
    rail.become(Mood.PAYS);
    Eventually.within(
        PATIENCE,
        () -> {
          assertThat(rows.count("SELECT count(*) FROM payout WHERE status = 'pending'")).isZero();
          assertThat(rows.count("SELECT count(*) FROM collection WHERE status = 'pending'"))
              .isZero();
          assertThat(level("payouts") + level("collections")).isEqualTo(0);
        });
    rows.assertBooksBalance();
  }

  @ParameterizedTest
  @EnumSource(
      value = Mood.class,
      names = {"REFUSES_CONNECTIONS", "NEVER_ANSWERS", "HAS_AN_OPEN_BREAKER_OF_ITS_OWN"})
  void whatWasNotSubmittedIsSubmittedLaterAndWhatMayHaveBeenIsAsked(Mood mood) {
    // Given
    rail.become(mood);
    List<String> tried = payouts("tried", WINDOW);
    eventually(() -> level("payouts"), isEqual(2));
    // Each try of the rail, every 1.5 s, calls it for one of those that wait.
    List<String> waiting = new ArrayList<>();
    while (uncalled(waiting).size() < 3) {
      waiting.addAll(payouts("waiting " + waiting.size(), 1));
      waiting.forEach(id -> eventually(() -> putOff("payout", id), times -> times > 0));
    }
    assertThat(given().get("/q/health/ready").statusCode()).isEqualTo(200);

    // When
    rail.become(Mood.PAYS);
    List<String> uncalled = uncalled(waiting);

    // Then
    assertThat(
            IntStream.range(0, waiting.size())
                .mapToObj(i -> partner.finalStatus("waiting " + i + " 0")))
        .containsOnly("termination_success");
    assertThat(IntStream.range(0, WINDOW).mapToObj(i -> partner.finalStatus("tried " + i)))
        .containsOnly("termination_success");
    assertThat(tried).anySatisfy(id -> assertThat(rail.callsFor(id)).contains("ask"));
    assertThat(uncalled)
        .isNotEmpty()
        .allSatisfy(id -> assertThat(rail.callsFor(id)).containsExactly("submit"));
    assertThat(tried).allSatisfy(this::wasSubmittedOnceAndThenAsked);
    assertThat(waiting).allSatisfy(this::wasSubmittedOnceAndThenAsked);
  }

  @Test
  void aRailThatIsAwayIsLeftAlone() {
    rail.become(Mood.REFUSES_CONNECTIONS);
    payouts("tried", WINDOW);
    eventually(() -> level("payouts"), isEqual(2));
    long begun = System.nanoTime();
    int before = rail.calls();

    List<String> waiting = payouts("waiting", 20);
    waiting.forEach(id -> eventually(() -> putOff("payout", id), times -> times > 0));

    int calls = rail.calls() - before;
    long trials = 1 + Duration.ofNanos(System.nanoTime() - begun).dividedBy(DELAY);
    assertThat(calls).as("calls but those that try it").isLessThanOrEqualTo((int) (2 * trials));
  }

  /** Else one payout that is never answered could be the trial each time, and keep all others. */
  @Test
  void whatIsPutOffDoesNotComeBackInTheSameOrderEachTime() {
    rail.become(Mood.REFUSES_CONNECTIONS);
    payouts("tried", WINDOW);
    eventually(() -> level("payouts"), isEqual(2));

    List<Duration> waits =
        Stream.generate(() -> guard.ask(rail.name(), refused -> silence(), Duration.ofMillis(300)))
            .limit(200)
            .flatMap(call -> putOff(call).stream())
            .toList();

    assertThat(waits).hasSizeGreaterThan(100);
    assertThat(waits).allMatch(wait -> wait.compareTo(DELAY) >= 0);
    assertThat(waits).allMatch(wait -> wait.compareTo(DELAY.multipliedBy(5).dividedBy(4)) <= 0);
    assertThat(Set.copyOf(waits)).as("different waits").hasSizeGreaterThan(20);
  }

  private static Uni<PayoutOutcome> silence() {
    return Uni.createFrom().nothing();
  }

  /** The wait of a call that was not made; empty for one that was, as a trial. */
  private static Optional<Duration> putOff(Uni<PayoutOutcome> call) {
    return call.map(outcome -> Optional.<Duration>empty())
        .onFailure(RailAway.class)
        .recoverWithItem(away -> Optional.of(away.retryAfter()))
        .await()
        .atMost(PATIENCE);
  }

  @ParameterizedTest
  @EnumSource(
      value = Mood.class,
      names = {"DECLINES", "DOES_NOT_KNOW_YET"})
  void whateverARailSaysIsAnAnswer(Mood mood) {
    rail.become(mood);

    List<String> payouts = payouts("answered", 3 * WINDOW);

    payouts.forEach(id -> eventually(() -> rail.callsFor(id), calls -> !calls.isEmpty()));
    assertThat(level("payouts")).isEqualTo(0);
  }

  @Test
  void customersArePromptedOnceTheirRailIsBack() {
    // Given
    rail.become(Mood.REFUSES_CONNECTIONS);
    List<String> tried = collections("tried", WINDOW);
    eventually(() -> level("collections"), isEqual(2));
    String waiting = collections("waiting", 1).get(0);
    eventually(() -> putOff("collection", waiting), times -> times > 0);
    assertThat(level("payouts")).as("payouts have a breaker of their own").isEqualTo(0);

    // When
    rail.become(Mood.PAYS);

    // Then
    eventually(() -> partner.collected("KES").intValueExact(), isEqual(150 * (WINDOW + 1)));
    assertThat(rail.callsFor(waiting)).startsWith("prompt").containsOnlyOnce("prompt");
    assertThat(tried)
        .allSatisfy(
            id -> assertThat(rail.callsFor(id)).startsWith("prompt").containsOnlyOnce("prompt"));
  }

  @Test
  void aCollectionWhoseTimeIsUpIsCancelledThoughItsRailIsAway() {
    rail.become(Mood.REFUSES_CONNECTIONS);
    collections("tried", WINDOW);
    eventually(() -> level("collections"), isEqual(2));
    String id = collections("waiting", 1).get(0);
    eventually(() -> putOff("collection", id), times -> times > 0);

    rows.changeCollection(
        UUID.fromString(id),
        "created_at = now() - interval '10 s', expires_at = now() - interval '1 s'",
        "next_poll_at = now()");

    eventually(
        () -> partner.request().get("/business/collections/" + id).<String>path("status"),
        isEqual("cancelled"));
  }

  @Test
  void theSandboxHasNoBreaker() {
    assertThat(metrics()).contains("rail=\"moody\"").doesNotContain("rail=\"sandbox\"");
  }

  private List<String> uncalled(List<String> ids) {
    return ids.stream().filter(id -> rail.callsFor(id).isEmpty()).toList();
  }

  private List<String> payouts(String name, int number) {
    return IntStream.range(0, number)
        .mapToObj(i -> partner.transfer(transferOf(name + " " + i)))
        .peek(answer -> assertThat(answer.<String>path("status")).isEqualTo(PENDING))
        .map(answer -> answer.<String>path("serviceReference"))
        .toList();
  }

  private List<String> collections(String name, int number) {
    return IntStream.range(0, number)
        .mapToObj(i -> partner.collect(collectionOf(name + " " + i)).<String>path("id"))
        .toList();
  }

  private long putOff(String kind, String id) {
    return rows.count(SKIPPED_POLLS.formatted(kind), UUID.fromString(id));
  }

  private void wasSubmittedOnceAndThenAsked(String id) {
    List<String> calls = rail.callsFor(id);
    assertThat(calls).startsWith("submit").containsOnlyOnce("submit");
    assertThat(calls.subList(1, calls.size())).allMatch("ask"::equals);
    assertThat(TestOperator.request().get("/operator/payouts/" + id).<Integer>path("calls"))
        .as("calls as operators read them")
        .isEqualTo(calls.size());
  }

  private static int level(String kind) {
    return metrics()
        .lines()
        .filter(line -> line.startsWith("payments_rail_breaker{"))
        .filter(line -> line.contains("\"" + kind + "\""))
        .mapToInt(line -> line.charAt(line.lastIndexOf(' ') + 1) - '0')
        .findFirst()
        .orElseThrow();
  }

  private static String metrics() {
    return given().get("/q/metrics").asString();
  }
}
