package org.mizani.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mizani.payout.record.PayoutStatus.FAILURE;
import static org.mizani.payout.record.PayoutStatus.PENDING;
import static org.mizani.payout.record.PayoutStatus.SUCCESS;

import java.time.Duration;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.payout.PayoutDecision.Discrepancy;
import org.mizani.payout.PayoutDecision.Nothing;
import org.mizani.payout.PayoutDecision.PollAgain;
import org.mizani.payout.PayoutDecision.Return;
import org.mizani.payout.PayoutDecision.Settle;
import org.mizani.payout.record.PayoutStatus;
import org.mizani.rail.FailureCode;
import org.mizani.rail.PayoutOutcome;
import org.mizani.support.EveryPair;

/** Decision about each pair of a payout's status and a rail's outcome. */
class PayoutDecisionTest {

  private static final Money AMOUNT = new Money(CurrencyUnit.KES, 150);
  private static final PayoutOutcome PAID =
      new PayoutOutcome.Paid(
          Optional.of("R1"),
          Optional.of("N1"),
          Optional.of(AMOUNT),
          Optional.of(Duration.ofDays(1)));
  private static final PayoutOutcome FAILED =
      new PayoutOutcome.Failed(FailureCode.REFUSED, "declined", Optional.of("N2"));
  private static final PayoutOutcome.Returned RETURNED = new PayoutOutcome.Returned("N4", AMOUNT);
  private static final PayoutOutcome ACCEPTED = new PayoutOutcome.Accepted(Optional.of("N3"));
  private static final PayoutOutcome NOT_FOUND = new PayoutOutcome.NotFound();
  private static final PayoutOutcome UNKNOWN = new PayoutOutcome.Unknown("timed out");

  private static final Settle PAYMENT =
      new Settle(
          SUCCESS,
          Optional.empty(),
          Optional.empty(),
          Optional.of("R1"),
          Optional.of("N1"),
          Optional.of(AMOUNT),
          Optional.of(Duration.ofDays(1)));
  private static final Settle REFUSAL =
      new Settle(
          FAILURE,
          Optional.of(FailureCode.REFUSED),
          Optional.of("declined"),
          Optional.empty(),
          Optional.of("N2"),
          Optional.empty(),
          Optional.empty());
  private static final Settle GIVEN_BACK =
      new Settle(
          FAILURE,
          Optional.of(FailureCode.CANCELLED),
          Optional.of("paid and returned"),
          Optional.empty(),
          Optional.of("N4"),
          Optional.empty(),
          Optional.empty());

  static Stream<Arguments> everyStatusWithEveryOutcome() {
    return Stream.of(
        Arguments.of(PENDING, PAID, PAYMENT),
        Arguments.of(PENDING, FAILED, REFUSAL),
        Arguments.of(PENDING, RETURNED, GIVEN_BACK),
        Arguments.of(PENDING, UNKNOWN, new PollAgain("timed out")),
        Arguments.of(PENDING, ACCEPTED, new PollAgain("accepted", Optional.of("N3"))),
        Arguments.of(PENDING, NOT_FOUND, new PollAgain("not found")),
        Arguments.of(SUCCESS, PAID, new Nothing()),
        Arguments.of(SUCCESS, FAILED, new Discrepancy(SUCCESS)),
        Arguments.of(SUCCESS, RETURNED, new Return(RETURNED)),
        Arguments.of(SUCCESS, UNKNOWN, new Nothing()),
        Arguments.of(SUCCESS, ACCEPTED, new Nothing()),
        Arguments.of(SUCCESS, NOT_FOUND, new Nothing()),
        Arguments.of(FAILURE, PAID, new Discrepancy(FAILURE)),
        Arguments.of(FAILURE, FAILED, new Nothing()),
        Arguments.of(FAILURE, RETURNED, new Nothing()),
        Arguments.of(FAILURE, UNKNOWN, new Nothing()),
        Arguments.of(FAILURE, ACCEPTED, new Nothing()),
        Arguments.of(FAILURE, NOT_FOUND, new Nothing()));
  }

  @ParameterizedTest(name = "{0} and {1}: {2}")
  @MethodSource("everyStatusWithEveryOutcome")
  void decidesByStatusAndOutcome(
      PayoutStatus status, PayoutOutcome outcome, PayoutDecision decision) {
    assertThat(PayoutDecision.of(status, outcome)).isEqualTo(decision);
  }

  @Test
  void everyPairOfStatusAndOutcomeIsTested() {
    assertThat(EveryPair.in(everyStatusWithEveryOutcome()))
        .containsExactlyInAnyOrderElementsOf(EveryPair.of(PayoutStatus.class, PayoutOutcome.class));
  }

  @ParameterizedTest
  @EnumSource(PayoutStatus.class)
  void refusesToDecideWithoutAnOutcome(PayoutStatus status) {
    assertThatThrownBy(() -> PayoutDecision.of(status, null))
        .isInstanceOf(IllegalArgumentException.class);
  }
}
