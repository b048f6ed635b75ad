package org.mizani.payout;

import static java.util.function.Predicate.isEqual;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.Request.given;
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
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.payout.ScriptedRail.Behaviour;
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

/** Payouts and collections while their rail is away, and after its return (ADR 10). */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(AwayRailApiTest.EagerBreakerProfile.class)
class AwayRailApiTest {

  private static final Duration DELAY = Duration.ofMillis(1500);
  private static final int WINDOW = 4;
  private static final String PENDING = "termination_pending";
  private static final String SKIPPED_POLLS = "SELECT skipped_polls FROM %s_due WHERE id = $1";

  /** Profile of a scripted rail that is given up after a few calls and tried again soon. */
  public static final class EagerBreakerProfile implements QuarkusTestProfile {

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
      return Set.of(ScriptedRail.class);
    }
  }

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject ScriptedRail rail;
  @Inject RailGuard<PayoutRail, PayoutOutcome> guard;

  private Partner partner;

  @BeforeEach
  void aPartner() {
    partner = partners.createShop(Map.of(CurrencyUnit.USD, "100000"));
  }

  @AfterEach
  void theRailReturnsAndAllPaymentsAreSettled() throws Exception {
    rail.behave(Behaviour.PAYS);
    Eventually.within(
        PATIENCE,
        () -> {
          assertThat(pendingPayouts()).isZero();
          assertThat(rows.count("SELECT count(*) FROM collection WHERE status = 'pending'"))
              .isZero();
          assertThat(breakerLevel("payouts") + breakerLevel("collections")).isEqualTo(0);
        });
    rows.assertBooksBalance();
  }

  @ParameterizedTest
  @EnumSource(
      value = Behaviour.class,
      names = {"REFUSES_CONNECTIONS", "NEVER_ANSWERS", "HAS_AN_OPEN_BREAKER_OF_ITS_OWN"})
  void uncalledPayoutsAreSubmittedLaterAndTriedOnesQueried(Behaviour behaviour) {
    // Given
    rail.behave(behaviour);
    List<String> tried = payouts("tried", WINDOW);
    eventually(() -> breakerLevel("payouts"), isEqual(2));
    assertThat(given().get("/q/health/ready").statusCode()).isEqualTo(200);
    // Each trial of the rail, every 1.5 s, calls it for one or two of the waiting payouts: there
    // are enough of them for the trials of a stall before its behaviour changes.
    List<String> waiting = new ArrayList<>();
    for (int round = 0; round < 50 && uncalledDuring(behaviour, waiting).size() < 6; round++) {
      List<String> added = payouts("waiting", waiting.size(), 12);
      added.forEach(id -> eventually(() -> skippedPolls("payout", id), times -> times > 0));
      waiting.addAll(added);
    }

    // When
    rail.behave(Behaviour.PAYS);

    // Then
    eventually(this::pendingPayouts, isEqual(0L));
    assertThat(
            IntStream.range(0, waiting.size()).mapToObj(i -> partner.finalStatus("waiting " + i)))
        .containsOnly("termination_success");
    assertThat(IntStream.range(0, WINDOW).mapToObj(i -> partner.finalStatus("tried " + i)))
        .containsOnly("termination_success");
    assertThat(tried).anySatisfy(id -> assertThat(rail.callsFor(id)).contains("ask"));
    assertThat(uncalledDuring(behaviour, waiting))
        .isNotEmpty()
        .allSatisfy(id -> assertThat(rail.callsFor(id)).containsExactly("submit"));
    assertThat(tried).allSatisfy(this::assertSubmittedOnceThenQueried);
    assertThat(waiting).allSatisfy(this::assertSubmittedOnceThenQueried);
  }

  @Test
  void aRailThatIsAwayGetsTrialCallsOnly() {
    rail.behave(Behaviour.REFUSES_CONNECTIONS);
    payouts("tried", WINDOW);
    eventually(() -> breakerLevel("payouts"), isEqual(2));
    long begun = System.nanoTime();
    int before = rail.calls();

    List<String> waiting = payouts("waiting", 20);
    waiting.forEach(id -> eventually(() -> skippedPolls("payout", id), times -> times > 0));

    int calls = rail.calls() - before;
    long trials = 1 + Duration.ofNanos(System.nanoTime() - begun).dividedBy(DELAY);
    assertThat(calls).as("calls but those that try it").isLessThanOrEqualTo((int) (2 * trials));
  }

  /**
   * With equal waits, one payout that is never answered could be the trial each time, and hold up
   * all others.
   */
  @Test
  void skippedCallsWaitForDifferentTimes() {
    rail.behave(Behaviour.REFUSES_CONNECTIONS);
    payouts("tried", WINDOW);
    eventually(() -> breakerLevel("payouts"), isEqual(2));

    List<Duration> waits =
        Stream.generate(() -> guard.ask(rail.name(), refused -> silence(), Duration.ofMillis(300)))
            .limit(200)
            .flatMap(call -> waitOf(call).stream())
            .toList();

    assertThat(waits).hasSizeGreaterThan(100);
    assertThat(waits).allMatch(wait -> wait.compareTo(DELAY) >= 0);
    assertThat(waits).allMatch(wait -> wait.compareTo(DELAY.multipliedBy(5).dividedBy(4)) <= 0);
    assertThat(Set.copyOf(waits)).as("different waits").hasSizeGreaterThan(20);
  }

  /** The database did not note it, say: its network has not failed. */
  @Test
  void callsThatAreNotMadeAfterAllDoNotOpenTheBreaker() {
    AtomicInteger letIn = new AtomicInteger();

    for (int call = 0; call < 3 * WINDOW; call++) {
      assertThat(waitOf(notMade(letIn))).isPresent();
    }

    assertThat(letIn).hasValue(3 * WINDOW);
    assertThat(breakerLevel("payouts")).isEqualTo(0);
  }

  @Test
  void aTrialThatIsNotMadeAfterAllEndsNoOutage() {
    rail.behave(Behaviour.REFUSES_CONNECTIONS);
    payouts("tried", WINDOW);
    eventually(() -> breakerLevel("payouts"), isEqual(2));
    AtomicInteger letIn = new AtomicInteger();

    eventually(() -> waitOf(notMade(letIn)).isPresent() && letIn.get() > 2, isEqual(true));

    assertThat(breakerLevel("payouts")).isNotEqualTo(0);
  }

  private Uni<PayoutOutcome> notMade(AtomicInteger letIn) {
    return guard.submit(
        rail.name(),
        called -> {
          letIn.incrementAndGet();
          return Uni.createFrom()
              .failure(() -> RailAway.notCalled(rail.name(), Duration.ofSeconds(1)));
        },
        Duration.ofSeconds(1));
  }

  private static Uni<PayoutOutcome> silence() {
    return Uni.createFrom().nothing();
  }

  /** The wait of a skipped call; empty for a call that was made, as a trial. */
  private static Optional<Duration> waitOf(Uni<PayoutOutcome> call) {
    return call.map(outcome -> Optional.<Duration>empty())
        .onFailure(RailAway.class)
        .recoverWithItem(away -> Optional.of(away.retryAfter()))
        .await()
        .atMost(PATIENCE);
  }

  @ParameterizedTest
  @EnumSource(
      value = Behaviour.class,
      names = {"DECLINES", "DOES_NOT_KNOW_YET"})
  void declinesAndUnknownOutcomesKeepTheBreakerClosed(Behaviour behaviour) {
    rail.behave(behaviour);

    List<String> payouts = payouts("answered", 3 * WINDOW);

    payouts.forEach(id -> eventually(() -> rail.callsFor(id), calls -> !calls.isEmpty()));
    assertThat(breakerLevel("payouts")).isEqualTo(0);
  }

  @Test
  void customersArePromptedAfterTheRailsReturn() {
    // Given
    rail.behave(Behaviour.REFUSES_CONNECTIONS);
    List<String> tried = collections("tried", WINDOW);
    eventually(() -> breakerLevel("collections"), isEqual(2));
    String waiting = collections("waiting", 1).get(0);
    eventually(() -> skippedPolls("collection", waiting), times -> times > 0);
    assertThat(breakerLevel("payouts")).as("payouts have a breaker of their own").isEqualTo(0);

    // When
    rail.behave(Behaviour.PAYS);

    // Then
    eventually(
        () -> {
          makeAllDue();
          return partner.collected("KES").intValueExact();
        },
        isEqual(150 * (WINDOW + 1)));
    assertThat(rail.callsFor(waiting)).startsWith("prompt").containsOnlyOnce("prompt");
    assertThat(tried)
        .allSatisfy(
            id -> assertThat(rail.callsFor(id)).startsWith("prompt").containsOnlyOnce("prompt"));
  }

  @Test
  void anExpiredCollectionIsCancelledWhileItsRailIsAway() {
    rail.behave(Behaviour.REFUSES_CONNECTIONS);
    collections("tried", WINDOW);
    eventually(() -> breakerLevel("collections"), isEqual(2));
    String id = collections("waiting", 1).get(0);
    eventually(() -> skippedPolls("collection", id), times -> times > 0);

    rows.changeCollection(
        UUID.fromString(id),
        "created_at = now() - interval '10 s', expires_at = now() - interval '1 s'",
        "next_poll_at = now()");

    eventually(
        () -> partner.request().get("/business/collections/" + id).<String>path("status"),
        isEqual("cancelled"));
  }

  @Test
  void theSimulatorHasNoBreaker() {
    assertThat(breakerLevels().map(line -> line.replaceAll(".*rail=\"(\\w+)\".*", "$1")))
        .contains("moody")
        .doesNotContain("simulator");
  }

  /** How many payouts are pending, of which those that wait for the rail are due at once. */
  private long pendingPayouts() {
    makeAllDue();
    return rows.count("SELECT count(*) FROM payout WHERE status = 'pending'");
  }

  /** A payment that waits longer than its rail is left alone would keep the test waiting. */
  private void makeAllDue() {
    for (String table : List.of("payout_due", "collection_due")) {
      rows.execute("UPDATE " + table + " SET next_poll_at = now() WHERE leased_until IS NULL");
    }
  }

  private List<String> uncalledDuring(Behaviour behaviour, List<String> ids) {
    return ids.stream().filter(id -> !rail.wasCalledDuring(behaviour, id)).toList();
  }

  private List<String> payouts(String name, int number) {
    return payouts(name, 0, number);
  }

  private List<String> payouts(String name, int first, int number) {
    return IntStream.range(first, first + number)
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

  private long skippedPolls(String kind, String id) {
    return rows.count(SKIPPED_POLLS.formatted(kind), UUID.fromString(id));
  }

  private void assertSubmittedOnceThenQueried(String id) {
    List<String> calls = rail.callsFor(id);
    assertThat(calls).startsWith("submit").containsOnlyOnce("submit");
    assertThat(calls.subList(1, calls.size())).allMatch("ask"::equals);
    assertThat(TestOperator.request().get("/operator/payouts/" + id).<Integer>path("calls"))
        .as("calls as operators read them")
        .isEqualTo(calls.size());
  }

  private static int breakerLevel(String kind) {
    return breakerLevels()
        .filter(line -> line.contains("\"" + kind + "\""))
        .mapToInt(line -> line.charAt(line.lastIndexOf(' ') + 1) - '0')
        .findFirst()
        .orElseThrow();
  }

  private static Stream<String> breakerLevels() {
    return given()
        .get("/q/metrics")
        .asString()
        .lines()
        .filter(line -> line.startsWith("payments_rail_breaker{"));
  }
}
