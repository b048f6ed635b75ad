package org.mizani.payout;

import static java.util.function.Predicate.isEqual;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.TestPartners.collectionOf;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.QuarkusTestProfile;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.business.BusinessProfile;
import org.mizani.money.CurrencyUnit;
import org.mizani.payout.MoodyRail.Mood;
import org.mizani.rail.RailCapabilities;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** What becomes of payouts and prompts that their network says it does not have (ADR 18). */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(LostPaymentApiTest.Soon.class)
class LostPaymentApiTest {

  private static final Duration VISIBLE_AFTER = Duration.ofMillis(1500);
  private static final RailCapabilities IDEMPOTENT = new RailCapabilities(true, VISIBLE_AFTER);
  private static final RailCapabilities NOT_IDEMPOTENT =
      new RailCapabilities(false, Duration.ofMillis(300));

  /** A rail with moods that is asked again soon. */
  public static final class Soon implements QuarkusTestProfile {

    @Override
    public Map<String, String> getConfigOverrides() {
      return Map.of(
          "payments.rail.breaker.off", "moody",
          "payments.payout.settlement.poll-after", "200ms",
          "payments.collection.settlement.poll-after", "200ms");
    }

    @Override
    public Set<Class<?>> getEnabledAlternatives() {
      return Set.of(MoodyRail.class);
    }
  }

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject MoodyRail rail;

  private Partner partner;

  @BeforeEach
  void aPartnerOfARailThatLosesAll() {
    partner =
        partners.create(
            BusinessProfile.named("Shop").withCollections(), Map.of(CurrencyUnit.USD, "1000"));
    rail.become(Mood.LOSES_ALL);
  }

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @Test
  void whatIsPaidOnceIsSubmittedAgainWhenTheWordCounts() {
    rail.declare(IDEMPOTENT);
    long begun = System.nanoTime();
    String id = payout("lost");

    eventually(() -> submissions(id), isEqual(2L));
    Duration until = Duration.ofNanos(System.nanoTime() - begun);
    rail.become(Mood.PAYS);

    assertThat(until).as("the word counts from then on").isGreaterThanOrEqualTo(VISIBLE_AFTER);
    assertThat(partner.finalStatus("lost")).isEqualTo("termination_success");
    List<String> calls = rail.callsFor(id);
    assertThat(calls.subList(0, 2)).as("asked before").containsExactly("submit", "ask");
    assertThat(calls.get(calls.lastIndexOf("submit") - 1)).isEqualTo("ask");
    assertThat(rows.transfersOf(id))
        .containsExactlyInAnyOrder("hold", "capture", "fee", "exchange");
  }

  @Test
  void eachSubmissionHasItsTimeToArrive() {
    rail.declare(IDEMPOTENT);
    String id = payout("lost twice");
    eventually(() -> submissions(id), isEqual(2L));
    long second = System.nanoTime();

    eventually(() -> submissions(id), isEqual(3L));

    assertThat(Duration.ofNanos(System.nanoTime() - second))
        .as("with what the looks of this test take")
        .isGreaterThanOrEqualTo(VISIBLE_AFTER.minusMillis(200));
  }

  @Test
  void whatMayBePaidTwiceIsNeverSubmittedAgain() {
    rail.declare(NOT_IDEMPOTENT);
    String id = payout("at most once");

    eventually(() -> rail.callsFor(id).size(), calls -> calls > 5);

    assertThat(rail.callsFor(id)).startsWith("submit", "ask").containsOnlyOnce("submit");
    assertThat(partner.request().get("/business/transactions/at most once").<String>path("status"))
        .isEqualTo("termination_pending");
    eventually(
        () ->
            TestOperator.request()
                .body(Map.of("status", "termination_failure", "reason", "not on their statement"))
                .post("/operator/payouts/" + id + "/settle")
                .statusCode(),
        isEqual(200));
    assertThat(partner.available("USD")).isEqualByComparingTo("1000");
  }

  @Test
  void aCustomerIsPromptedAgainByTheSameRule() {
    rail.declare(IDEMPOTENT);
    String id = collection("lost");

    eventually(() -> prompts(id), isEqual(2L));
    rail.become(Mood.PAYS);

    eventually(() -> partner.collected("KES").intValueExact(), isEqual(150));
    assertThat(rail.callsFor(id)).startsWith("prompt", "ask");
  }

  @Test
  void aPromptThatMayComeTwiceIsNeverSentAgain() {
    rail.declare(NOT_IDEMPOTENT);
    String id = collection("at most once");

    eventually(() -> rail.callsFor(id).size(), calls -> calls > 5);

    assertThat(rail.callsFor(id)).startsWith("prompt", "ask").containsOnlyOnce("prompt");
  }

  @Test
  void nobodyIsPromptedForWhatHasEnded() {
    rail.declare(new RailCapabilities(true, Duration.ofMinutes(1)));
    String id = collection("over");
    eventually(() -> rail.callsFor(id).size(), calls -> calls > 1);

    rows.execute(
        "UPDATE collection SET expires_at = now() WHERE id = $1 RETURNING id", UUID.fromString(id));
    eventually(
        () -> partner.request().get("/business/collections/" + id).<String>path("status"),
        isEqual("cancelled"));
    rows.execute(
        "UPDATE collection_due SET prompted_at = now() - interval '1 minute', next_poll_at = now()"
            + " WHERE id = $1 RETURNING id",
        UUID.fromString(id));

    eventually(
        () -> rows.count("SELECT count(*) FROM collection_due WHERE id = $1", UUID.fromString(id)),
        isEqual(0L));
    assertThat(rail.callsFor(id)).containsOnlyOnce("prompt");
    assertThat(
            rows.count(
                "SELECT count(*) FROM collection WHERE id = $1 AND flagged", UUID.fromString(id)))
        .as("nothing is left to find out")
        .isZero();
  }

  private long submissions(String id) {
    return rail.callsFor(id).stream().filter("submit"::equals).count();
  }

  private long prompts(String id) {
    return rail.callsFor(id).stream().filter("prompt"::equals).count();
  }

  private String payout(String reference) {
    return partner.transfer(transferOf(reference)).path("serviceReference");
  }

  private String collection(String reference) {
    return partner.collect(collectionOf(reference)).path("id");
  }
}
