package org.mizani.collection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mizani.collection.record.CollectionStatus.CANCELLED;
import static org.mizani.collection.record.CollectionStatus.FAILURE;
import static org.mizani.collection.record.CollectionStatus.PENDING;
import static org.mizani.collection.record.CollectionStatus.SUCCESS;

import java.util.Arrays;
import java.util.List;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.mizani.collection.CollectionDecision.Discrepancy;
import org.mizani.collection.CollectionDecision.Nothing;
import org.mizani.collection.CollectionDecision.PollAgain;
import org.mizani.collection.CollectionDecision.Settle;
import org.mizani.collection.record.CollectionStatus;
import org.mizani.rail.CollectionOutcome;
import org.mizani.rail.CollectionOutcome.Accepted;
import org.mizani.rail.CollectionOutcome.Collected;
import org.mizani.rail.CollectionOutcome.Declined;
import org.mizani.rail.CollectionOutcome.Lapsed;
import org.mizani.rail.CollectionOutcome.NotFound;
import org.mizani.rail.CollectionOutcome.Unknown;
import org.mizani.rail.FailureCode;
import org.mizani.support.EveryPair;

/** Decision about each pair of a collection's status and a rail's outcome. */
class CollectionDecisionTest {

  private static final Collected PAID = new Collected("R1", Optional.empty());
  private static final Declined DECLINED =
      new Declined(FailureCode.CUSTOMER_DECLINED, "declined by the customer");
  private static final Lapsed LAPSED = new Lapsed();
  private static final Unknown UNKNOWN = new Unknown("no answer");
  private static final NotFound NOT_FOUND = new NotFound();
  private static final Accepted ACCEPTED = new Accepted(Optional.of("N1"));
  private static final Settle CREDIT =
      new Settle(SUCCESS, Optional.empty(), Optional.empty(), Optional.of(PAID));
  private static final Settle REFUSAL =
      new Settle(
          FAILURE,
          Optional.of("declined by the customer"),
          Optional.of(FailureCode.CUSTOMER_DECLINED),
          Optional.empty());
  private static final Settle EXPIRY =
      new Settle(CANCELLED, Optional.empty(), Optional.of(FailureCode.EXPIRED), Optional.empty());

  static Stream<Arguments> everyStatusWithEveryOutcome() {
    return Stream.of(
        Arguments.of(PENDING, PAID, CREDIT),
        Arguments.of(PENDING, DECLINED, REFUSAL),
        Arguments.of(PENDING, LAPSED, EXPIRY),
        Arguments.of(PENDING, UNKNOWN, new PollAgain("no answer")),
        Arguments.of(PENDING, ACCEPTED, new PollAgain("accepted", Optional.of("N1"))),
        Arguments.of(PENDING, NOT_FOUND, new PollAgain("not found")),
        Arguments.of(SUCCESS, PAID, new Nothing()),
        Arguments.of(SUCCESS, DECLINED, new Discrepancy(SUCCESS)),
        Arguments.of(SUCCESS, LAPSED, new Discrepancy(SUCCESS)),
        Arguments.of(SUCCESS, UNKNOWN, new PollAgain("no answer")),
        Arguments.of(SUCCESS, ACCEPTED, new PollAgain("accepted", Optional.of("N1"))),
        Arguments.of(SUCCESS, NOT_FOUND, new PollAgain("not found")),
        Arguments.of(FAILURE, PAID, CREDIT),
        Arguments.of(FAILURE, DECLINED, new Nothing()),
        Arguments.of(FAILURE, LAPSED, new Nothing()),
        Arguments.of(FAILURE, UNKNOWN, new PollAgain("no answer")),
        Arguments.of(FAILURE, ACCEPTED, new PollAgain("accepted", Optional.of("N1"))),
        Arguments.of(FAILURE, NOT_FOUND, new PollAgain("not found")),
        Arguments.of(CANCELLED, PAID, CREDIT),
        Arguments.of(CANCELLED, DECLINED, new Nothing()),
        Arguments.of(CANCELLED, LAPSED, new Nothing()),
        Arguments.of(CANCELLED, UNKNOWN, new PollAgain("no answer")),
        Arguments.of(CANCELLED, ACCEPTED, new PollAgain("accepted", Optional.of("N1"))),
        Arguments.of(CANCELLED, NOT_FOUND, new PollAgain("not found")));
  }

  @ParameterizedTest
  @MethodSource("everyStatusWithEveryOutcome")
  void decidesByStatusAndOutcome(
      CollectionStatus status, CollectionOutcome outcome, CollectionDecision expected) {
    assertThat(CollectionDecision.of(status, outcome)).isEqualTo(expected);
  }

  @Test
  void everyPairOfStatusAndOutcomeIsTested() {
    assertThat(EveryPair.in(everyStatusWithEveryOutcome()))
        .containsExactlyInAnyOrderElementsOf(
            EveryPair.of(CollectionStatus.class, CollectionOutcome.class));
  }

  @ParameterizedTest
  @EnumSource(CollectionStatus.class)
  void refusesToDecideWithoutAnOutcome(CollectionStatus status) {
    assertThatThrownBy(() -> CollectionDecision.of(status, null))
        .isInstanceOf(IllegalArgumentException.class);
  }

  @Test
  void textsOfRailsAreCleanedAndCutForStorage() {
    assertThat(
            new Declined(FailureCode.CUSTOMER_DECLINED, "no\u0000pe\ud800" + "x".repeat(300))
                .reason())
        .startsWith("no pe x")
        .hasSize(200);
    assertThat(new Collected("R\n1", Optional.of("M\tTN")))
        .isEqualTo(new Collected("R 1", Optional.of("M TN")));
  }

  @Test
  void wireNamesAreThoseOfTheContract() {
    List<String> names =
        Arrays.stream(CollectionStatus.values()).map(CollectionStatus::wireName).toList();

    assertThat(names)
        .containsExactly(
            "collection_pending", "collection_success", "collection_failure", "cancelled");
  }
}
