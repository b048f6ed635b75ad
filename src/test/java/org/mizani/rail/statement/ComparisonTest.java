package org.mizani.rail.statement;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.rail.statement.KnownPayment.Kind;
import org.mizani.rail.statement.KnownPayment.State;
import org.mizani.rail.statement.StatementLine.References;
import org.mizani.rail.statement.StatementLine.Word;

class ComparisonTest {

  private static final UUID ID = UUID.fromString("0199b0c2-7a10-7abc-8def-0123456789ab");
  private static final Money AMOUNT = new Money(CurrencyUnit.KES, 150_000);

  private final Comparison comparison = new Comparison("kenya");

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "DONE, PENDING, PENDING_HERE",
        "DONE, DONE, -",
        "DONE, FAILED, PAID_THERE",
        "DONE, RETURNED, RETURNED_HERE",
        "FAILED, PENDING, PENDING_HERE",
        "FAILED, DONE, FAILED_THERE",
        "FAILED, FAILED, -",
        "FAILED, RETURNED, -",
        "OPEN, PENDING, -",
        "OPEN, DONE, PENDING_THERE",
        "OPEN, FAILED, PENDING_THERE",
        "OPEN, RETURNED, PENDING_THERE",
        "RETURNED, PENDING, PENDING_HERE",
        "RETURNED, DONE, CAME_BACK",
        "RETURNED, FAILED, -",
        "RETURNED, RETURNED, -"
      })
  void eachWordIsComparedWithEachState(Word there, State here, Difference.Kind expected) {
    for (Kind kind : Kind.values()) {
      Optional<Difference> found =
          comparison.of(line(there, kind.direction(), AMOUNT, "TKL1AAA111"), ours(kind, here));

      assertThat(found.map(Difference::kind)).isEqualTo(Optional.ofNullable(expected));
      assertThat(found.map(Difference::amount).orElse(AMOUNT)).isEqualTo(AMOUNT);
    }
  }

  @Test
  void aSecondReceiptIsFoundWhereThereIsNoneHere() {
    KnownPayment ours =
        new KnownPayment(ID, Kind.COLLECTION, "kenya", AMOUNT, State.DONE, null, Set.of());

    assertThat(comparison.of(line(Word.DONE, Direction.IN, AMOUNT, "TKL1AAA111"), ours)).isEmpty();
    assertThat(comparison.of(line(Word.DONE, Direction.IN, AMOUNT, "TKL1AAA111"), ours)).isEmpty();
    assertThat(comparison.of(line(Word.DONE, Direction.IN, AMOUNT, "TKL1AAA222"), ours))
        .map(Difference::kind)
        .contains(Difference.Kind.SECOND_RECEIPT);
  }

  @ParameterizedTest
  @CsvSource({"PAYOUT, IN, CAME_BACK", "COLLECTION, OUT, CAME_BACK"})
  void moneyThatGoesTheOtherWayCameBack(Kind kind, Direction way, Difference.Kind expected) {
    assertThat(comparison.of(line(Word.DONE, way, AMOUNT, "TKL1AAA111"), ours(kind, State.DONE)))
        .map(Difference::kind)
        .contains(expected);
    assertThat(
            comparison.of(line(Word.DONE, way, AMOUNT, "TKL1AAA111"), ours(kind, State.RETURNED)))
        .isEmpty();
  }

  @Test
  void anotherAmountIsToldWithBoth() {
    Money there = new Money(CurrencyUnit.KES, 149_900);

    Difference found =
        comparison
            .of(line(Word.DONE, Direction.OUT, there, "TKL1AAA111"), ours(Kind.PAYOUT, State.DONE))
            .orElseThrow();

    assertThat(found.line())
        .isEqualTo(
            "amount          line 7, 2026-11-21T19:00:00Z, 1499 KES out, receipt TKL1AAA111, id "
                + ID
                + ": payout "
                + ID
                + " is of 1500 KES here");
  }

  @Test
  void anotherCurrencyIsAnotherAmount() {
    Money there = new Money(CurrencyUnit.TZS, AMOUNT.minor());

    assertThat(
            comparison.of(
                line(Word.DONE, Direction.OUT, there, null), ours(Kind.PAYOUT, State.DONE)))
        .map(Difference::kind)
        .contains(Difference.Kind.AMOUNT);
  }

  @Test
  void aSecondReceiptOfAPaymentIsFound() {
    assertThat(
            comparison.of(
                line(Word.DONE, Direction.OUT, AMOUNT, "TKL1AAA999"),
                ours(Kind.PAYOUT, State.DONE)))
        .map(Difference::kind)
        .contains(Difference.Kind.SECOND_RECEIPT);
  }

  @Test
  void aFailedAttemptBesideTheOneThatSucceededIsNoDifference() {
    KnownPayment ours = ours(Kind.COLLECTION, State.DONE);

    assertThat(
            Comparison.isOtherAttempt(line(Word.FAILED, Direction.IN, AMOUNT, "TKL1AAA999"), ours))
        .isTrue();
    assertThat(
            Comparison.isOtherAttempt(line(Word.FAILED, Direction.IN, AMOUNT, "TKL1AAA111"), ours))
        .isFalse();
    assertThat(Comparison.isOtherAttempt(line(Word.DONE, Direction.IN, AMOUNT, "TKL1AAA999"), ours))
        .isFalse();
  }

  @Test
  void aPaymentOfAnotherRailIsNotCompared() {
    assertThat(
            new Comparison("momo")
                .of(
                    line(Word.DONE, Direction.OUT, AMOUNT, "TKL1AAA111"),
                    ours(Kind.PAYOUT, State.DONE)))
        .map(Difference::kind)
        .contains(Difference.Kind.OTHER_RAIL);
  }

  private static KnownPayment ours(Kind kind, State state) {
    return new KnownPayment(
        ID, kind, "kenya", AMOUNT, state, "TKL1AAA111", Set.of("TKL1AAA111", "TKL1BBB222"));
  }

  private static StatementLine line(Word word, Direction way, Money amount, String receipt) {
    References references =
        new References(
            Optional.of(ID), Optional.ofNullable(receipt), Optional.empty(), Optional.empty());
    return new StatementLine(
        7, references, amount, Optional.of(way), word, Instant.parse("2026-11-21T19:00:00Z"));
  }
}
