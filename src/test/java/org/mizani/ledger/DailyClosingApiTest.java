package org.mizani.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mizani.support.Eventually.PATIENCE;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import java.time.LocalDate;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.MethodOrderer;
import org.junit.jupiter.api.Order;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.api.TestMethodOrder;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.ledger.LedgerMovements.Entry;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;

/** Days are closed once and exactly, and what is read from closings is what it was before. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(BooksDayProfile.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
@TestMethodOrder(MethodOrderer.OrderAnnotation.class)
class DailyClosingApiTest {

  private static final int AT_ONCE = 6;

  @Inject PastDays past;
  @Inject DailyClosing closing;
  @Inject LedgerMovements movements;
  @Inject Rows rows;

  private final List<LocalDate> closed = new ArrayList<>();
  private Map<String, String> before;
  private Map<String, String> after;

  @BeforeAll
  void daysThatManyPodsClose() {
    past.write();
    before = PastDayReads.of(business());
    for (int i = 0; i < AT_ONCE; i++) {
      List<Optional<LocalDate>> days =
          await(
              Uni.join()
                  .all(Stream.generate(closing::closeNext).limit(AT_ONCE).toList())
                  .andFailFast());
      days.forEach(day -> day.ifPresent(closed::add));
    }
    after = PastDayReads.of(business());
  }

  @Test
  @Order(1)
  void closesEachDayOnceAndInTheirOrder() {
    assertThat(closed)
        .containsExactlyInAnyOrder(PastDays.FIRST, PastDays.QUIET, PastDays.YESTERDAY);
    assertThat(rows.execute("SELECT transfers FROM closed_day ORDER BY day"))
        .extracting(row -> row.getLong(0))
        .containsExactly(5L, 0L, 5L);
    assertThat(rows.execute("SELECT day FROM closed_day ORDER BY closed_at"))
        .extracting(row -> row.getLocalDate(0))
        .containsExactly(PastDays.FIRST, PastDays.QUIET, PastDays.YESTERDAY);
    assertThat(rows.count("SELECT count(*) FROM daily_closing WHERE day = $1", PastDays.QUIET))
        .isZero();
    assertThat(await(closing.closeNext())).isEmpty();
  }

  @Test
  @Order(1)
  void aClosingIsTheSumOfAllTransfersUntilThen() {
    rows.assertClosingsAreSums();
    assertThat(rows.count("SELECT count(*) FROM daily_closing")).isGreaterThan(8);
  }

  @Test
  @Order(1)
  void statementsAndTheTrialBalanceReadTheSameFromClosings() {
    assertThat(before.values()).allSatisfy(answer -> assertThat(answer).startsWith("{"));
    assertThat(after).isEqualTo(before);
    rows.assertBooksBalance();
  }

  @Test
  @Order(1)
  void aTransferOfAClosedDayIsRefused() {
    assertThatThrownBy(
            () ->
                past.move(
                    PastDays.YESTERDAY,
                    "top_up",
                    "bank.id",
                    "w.available_account_id",
                    1,
                    UUID.randomUUID()))
        .hasMessageContaining("the books of this day are closed");
  }

  @Test
  @Order(1)
  void theSummaryHasThePositionsOfTheLastClosing() {
    JsonObject last =
        new JsonObject(PastDayReads.get("/operator/summary")).getJsonObject("lastClosing");

    assertThat(last.getString("day")).isEqualTo(PastDays.YESTERDAY.toString());
    assertThat(last.getLong("differences")).isZero();
    PastDayReads.assertAmount(position(last, "USD"), "balance", "150");
    PastDayReads.assertAmount(position(last, "KES"), "balance", "-19300");
  }

  private static JsonObject position(JsonObject closing, String currency) {
    return PastDayReads.position(
        new JsonObject().put("currencies", closing.getJsonArray("fxPositions")), currency);
  }

  /** 12,850 KES at 129 are 99.61 USD, 6,450 at 128.5 are 50.19. */
  @ParameterizedTest
  @Order(1)
  @CsvSource({
    "3,    0, 100, 100,      0, 12850, -12850, 129,   -99.61,  0.39",
    "2,  100,   0, 100, -12850,     0, -12850,    ,        0,     0",
    "1,  100,  50, 150, -12850,  6450, -19300, 128.5, -50.19, -0.19",
    "0,  150,   0, 150, -19300,     0, -19300,    ,        0,     0"
  })
  void theProfitOfADayIsWhatAnAccountantComputes(
      int daysAgo,
      String dollars,
      String bought,
      String dollarsAfter,
      String shillings,
      String sold,
      String shillingsAfter,
      String rate,
      String result,
      String profit) {
    JsonObject answer =
        new JsonObject(
            PastDayReads.get("/operator/fx-positions?day=" + PastDays.TODAY.minusDays(daysAgo)));

    JsonObject usd = PastDayReads.position(answer, "USD");
    JsonObject kes = PastDayReads.position(answer, "KES");
    assertThat(answer.getString("reportingCurrency")).isEqualTo("USD");
    PastDayReads.assertAmount(usd, "opening", dollars);
    PastDayReads.assertAmount(usd, "in", bought);
    PastDayReads.assertAmount(usd, "closing", dollarsAfter);
    PastDayReads.assertAmount(usd, "result", bought);
    PastDayReads.assertAmount(kes, "opening", shillings);
    PastDayReads.assertAmount(kes, "out", sold);
    PastDayReads.assertAmount(kes, "closing", shillingsAfter);
    PastDayReads.assertAmount(kes, "result", result);
    PastDayReads.assertAmount(answer, "profit", profit);
    assertThat(kes.getString("pair")).isEqualTo(rate == null ? null : "USD_KES");
    if (rate != null) {
      PastDayReads.assertAmount(kes, "rate", rate);
    }
  }

  @Test
  @Order(2)
  void noMoreFeesAreTakenThanClosedDaysHaveEarned() {
    Money dollar = new Money(CurrencyUnit.USD, 100);
    assertThat(take(new Money(CurrencyUnit.USD, 301), "all and a cent"))
        .isEqualTo(MovementOutcome.INSUFFICIENT_BALANCE);

    List<MovementOutcome> outcomes =
        await(
            Uni.join()
                .all(
                    IntStream.range(0, 8)
                        .mapToObj(i -> movements.takeFees(dollar, new Entry("fees " + i, "test")))
                        .toList())
                .andFailFast());

    assertThat(outcomes).filteredOn(MovementOutcome.MOVED::equals).hasSize(3);
    assertThat(outcomes).filteredOn(MovementOutcome.INSUFFICIENT_BALANCE::equals).hasSize(5);
    String paid = "fees " + outcomes.indexOf(MovementOutcome.MOVED);
    assertThat(take(dollar, paid)).isEqualTo(MovementOutcome.REPEATED);
    assertThat(take(new Money(CurrencyUnit.USD, 99), paid))
        .isEqualTo(MovementOutcome.REFERENCE_TAKEN);
    assertThat(take(new Money(CurrencyUnit.USD, 1), "a cent more"))
        .isEqualTo(MovementOutcome.INSUFFICIENT_BALANCE);
  }

  private MovementOutcome take(Money amount, String reference) {
    return await(movements.takeFees(amount, new Entry(reference, "test")));
  }

  private String business() {
    return rows.execute("SELECT public_id FROM business WHERE id = $1", past.partner().businessId())
        .get(0)
        .getUUID(0)
        .toString();
  }

  private static <T> T await(Uni<T> uni) {
    return uni.await().atMost(PATIENCE);
  }
}
