package org.mizani.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.payout.PayoutBooking.Settlement;
import org.mizani.payout.PayoutDecision.Settle;
import org.mizani.payout.record.PayoutStatus;
import org.mizani.rail.PayoutOutcome.Paid;
import org.mizani.support.Json;
import org.mizani.support.QuickProfile;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Ends of payouts: the rail fails, hangs, times out or is away; all delays are shortened. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(QuickProfile.class)
class SettlementApiTest {

  private static final String PENDING = "termination_pending";
  private static final String SUCCESS = "termination_success";
  private static final String FAILURE = "termination_failure";

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject PendingPayouts payouts;
  @Inject PayoutSettlement settlement;

  private Partner partner;

  @BeforeEach
  void aPartner() {
    partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
  }

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @Test
  void aFailureReleasesTheWholeHold() {
    String reference = create("+254712345691", null);

    assertThat(finalStatus()).isEqualTo(FAILURE);

    assertThat(partner.available("USD")).isEqualByComparingTo("100");
    assertThat(partner.holding("USD")).isEqualByComparingTo("0");
    assertThat(rows.transfersOf(reference)).containsExactlyInAnyOrder("hold", "release");
  }

  @ParameterizedTest
  @CsvSource({
    SUCCESS + ", +254712345678, 92.09",
    SUCCESS + ", +254712345691, 92.09",
    SUCCESS + ", +254712345692, 92.09",
    FAILURE + ", +254712345678, 100",
    FAILURE + ", +254712345693, 100"
  })
  void aForcedStatusOverridesTheRecipient(String forced, String phone, String available) {
    create(phone, forced);

    assertThat(finalStatus()).isEqualTo(forced);

    assertThat(partner.available("USD")).isEqualByComparingTo(available);
    assertThat(partner.holding("USD")).isEqualByComparingTo("0");
  }

  @ParameterizedTest
  @CsvSource({"+254712345692, ''", "+254712345678, " + PENDING})
  void anUnknownOutcomeKeepsThePayoutPendingAndHeld(String phone, String forced) {
    String reference = create(phone, forced.isEmpty() ? null : forced);

    eventually(() -> rows.pollsOf(reference), polls -> polls >= 4);

    assertThat(status()).isEqualTo(PENDING);
    assertThat(partner.holding("USD")).isEqualByComparingTo("7.91");
    assertThat(rows.transfersOf(reference)).containsExactly("hold");
  }

  @ParameterizedTest
  @ValueSource(strings = {"+254712345693", "+254712345694", "+254712345695"})
  void aPaymentAfterUnknownOutcomesIsCapturedOnce(String phone) {
    String reference = create(phone, null);
    if (!phone.endsWith("93")) {
      eventually(() -> rows.pollsOf(reference), polls -> polls > 1);
      rows.agePayouts("2 hours", UUID.fromString(reference));
    }

    assertThat(finalStatus()).isEqualTo(SUCCESS);

    assertThat(rows.pollsOf(reference)).as("it had to be asked again").isGreaterThan(1);
    assertThat(rows.transfersOf(reference))
        .containsExactlyInAnyOrder("hold", "capture", "fee", "exchange");
    assertThat(partner.available("USD")).isEqualByComparingTo("92.09");
    assertThat(partner.holding("USD")).isEqualByComparingTo("0");
  }

  @Test
  void ofManySettlementsOfOnePayoutOneMovesMoney() {
    String reference = create("+254712345678", PENDING);

    List<Boolean> applied =
        Uni.join()
            .all(
                Stream.concat(
                        Collections.nCopies(10, PayoutStatus.FAILURE).stream(),
                        Collections.nCopies(10, PayoutStatus.SUCCESS).stream())
                    .map(status -> settle(reference, status))
                    .toList())
            .andFailFast()
            .await()
            .atMost(PATIENCE);

    assertThat(applied).containsOnlyOnce(true);
    assertThat(partner.holding("USD")).isEqualByComparingTo("0");
    assertThat(rows.transfersOf(reference)).filteredOn("hold"::equals).hasSize(1);
    assertThat(rows.transfersOf(reference))
        .filteredOn(kind -> kind.equals("capture") || kind.equals("release"))
        .hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"0, 0", "1, 1"})
  void aWordSinceTheDecisionHasTheFinalPayoutWatched(int words, int watched) {
    UUID reference = UUID.fromString(create("+254712345678", PENDING));
    PendingPayout decided = payouts.find(reference).await().atMost(PATIENCE);
    rows.execute("UPDATE payout_due SET words = words + $2 WHERE id = $1", reference, words);

    assertThat(settle(decided, PayoutStatus.SUCCESS).await().atMost(PATIENCE)).isTrue();

    assertThat(rows.count("SELECT count(*) FROM payout_watch WHERE id = $1", reference))
        .isEqualTo(watched);
  }

  /** A clearing names the time of the newest flag: another amount is one, an end alone is none. */
  @ParameterizedTest
  @CsvSource({"false, 0, none", "false, 1, of the end", "true, 0, older", "true, 1, of the end"})
  void anotherAmountIsANewFlag(boolean overdue, long missing, String flag) {
    UUID reference = UUID.fromString(create("+254712345678", PENDING));
    if (overdue) {
      rows.execute(
          "UPDATE payout SET flagged = true, flagged_at = now() - interval '1 hour' WHERE id = $1",
          reference);
    }
    PendingPayout payout = payouts.find(reference).await().atMost(PATIENCE);
    Money paid = new Money(payout.receiver().currency(), payout.receiver().minor() - missing);

    settle(payout, Settle.of(new Paid(Optional.empty(), Optional.empty(), Optional.of(paid))))
        .await()
        .atMost(PATIENCE);

    assertThat(rows.flagOf("payout", reference)).isEqualTo(flag);
  }

  @Test
  void aFinalPayoutIsNotSettledAgain() {
    String reference = create("+254712345678", SUCCESS);
    finalStatus();

    assertThat(settle(reference, PayoutStatus.SUCCESS).await().atMost(PATIENCE)).isFalse();
    assertThat(settle(reference, PayoutStatus.FAILURE).await().atMost(PATIENCE)).isFalse();

    assertThat(status()).isEqualTo(SUCCESS);
    assertThat(partner.available("USD")).isEqualByComparingTo("92.09");
    assertThat(rows.transfersOf(reference))
        .containsExactlyInAnyOrder("hold", "capture", "fee", "exchange");
  }

  @Test
  void settlingAnUnknownPayoutMovesNoMoney() {
    long wallet = rows.count("SELECT id FROM wallet WHERE business_id = $1", partner.businessId());
    Money sender = new Money(CurrencyUnit.USD, 775);
    Money receiver = new Money(CurrencyUnit.KES, 100_000);
    PendingPayout unknown =
        PendingPayouts.of(UUID.randomUUID(), wallet, "simulator", sender, receiver);

    assertThat(settle(unknown, PayoutStatus.SUCCESS).await().atMost(PATIENCE)).isFalse();

    assertThat(partner.available("USD")).isEqualByComparingTo("100");
  }

  private Uni<Boolean> settle(String reference, PayoutStatus status) {
    return payouts.find(UUID.fromString(reference)).chain(payout -> settle(payout, status));
  }

  private Uni<Boolean> settle(PendingPayout payout, PayoutStatus status) {
    return settle(payout, Settle.byHand(status, "told"));
  }

  private Uni<Boolean> settle(PendingPayout payout, Settle decision) {
    return settlement.apply(new Settlement(payout, decision, Optional.empty()));
  }

  private String create(String phone, String forcedStatus) {
    Map<String, Object> body =
        Json.with(transferOf("settled"), "receiverPhone", "\"" + phone + "\"");
    if (forcedStatus != null) {
      body.put("forceStatus", forcedStatus);
    }
    Response created = partner.request().body(Json.of(body)).post("/business/payout/transfer");
    assertThat(created.statusCode()).as(created.asString()).isEqualTo(201);
    assertThat(created.<String>path("status")).isEqualTo(PENDING);
    return created.path("serviceReference");
  }

  private String finalStatus() {
    return eventually(this::status, status -> !status.equals(PENDING));
  }

  private String status() {
    return partner.request().get("/business/transactions/settled").path("status");
  }
}
