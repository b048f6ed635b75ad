package org.mizani.rail.statement;

import java.util.HashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.mizani.rail.statement.Difference.Kind;
import org.mizani.rail.statement.KnownPayment.State;
import org.mizani.rail.statement.StatementLine.Word;

/** Comparison of the lines of one statement with their payments. */
final class Comparison {

  private static final int MOST_WITHOUT_RECEIPT = 200_000;

  private final String rail;
  private final Map<UUID, String> firstReceipts = new HashMap<>();

  Comparison(String rail) {
    this.rail = rail;
  }

  /** The difference, if there is one. */
  Optional<Difference> of(StatementLine line, KnownPayment ours) {
    if (!ours.rail().equals(rail)) {
      return difference(Kind.OTHER_RAIL, line, ours, "is of the rail " + ours.rail() + " here");
    }
    return switch (wordAbout(ours, line)) {
      case DONE -> ofDone(line, ours);
      case FAILED -> ofFailed(line, ours);
      case RETURNED -> ofReturned(line, ours);
      case OPEN -> ofOpen(line, ours);
    };
  }

  /** Money that goes the other way takes a payment back. */
  private static Word wordAbout(KnownPayment ours, StatementLine line) {
    boolean isOtherWay = line.direction().filter(way -> way != ours.kind().direction()).isPresent();
    return line.word() == Word.DONE && isOtherWay ? Word.RETURNED : line.word();
  }

  private Optional<Difference> ofDone(StatementLine line, KnownPayment ours) {
    return switch (ours.state()) {
      case PENDING -> difference(Kind.PENDING_HERE, line, ours, "is done there and pending here");
      case FAILED -> difference(Kind.PAID_THERE, line, ours, "is done there and failed here");
      case RETURNED ->
          difference(Kind.RETURNED_HERE, line, ours, "is done there and returned here");
      case DONE -> ofDoneTwice(line, ours);
    };
  }

  /** Whether a line tells of a failed attempt beside the one that we know the receipt of. */
  static boolean isOtherAttempt(StatementLine line, KnownPayment ours) {
    return line.word() == Word.FAILED && hasOtherReceipt(line, ours);
  }

  private static boolean hasOtherReceipt(StatementLine line, KnownPayment ours) {
    return ours.receipt() != null
        && line.references()
            .receipt()
            .filter(number -> !ours.references().contains(number))
            .isPresent();
  }

  private Optional<Difference> ofDoneTwice(StatementLine line, KnownPayment ours) {
    return hasOtherReceipt(line, ours) || isSecond(line, ours)
        ? difference(
            Kind.SECOND_RECEIPT,
            line,
            ours,
            "has another receipt here, or in an earlier line: made twice?")
        : ofAmounts(line, ours);
  }

  /** Whether an earlier line has told of another receipt, where there is none here. */
  private boolean isSecond(StatementLine line, KnownPayment ours) {
    if (ours.receipt() != null || line.references().receipt().isEmpty()) {
      return false;
    }
    String receipt = line.references().receipt().get();
    String first = firstReceipts.putIfAbsent(ours.id(), receipt);
    if (firstReceipts.size() > MOST_WITHOUT_RECEIPT) {
      throw new StatementException(
          "More than %d payments of the statement have no receipt here: compare a shorter one."
              .formatted(MOST_WITHOUT_RECEIPT));
    }
    return first != null && !first.equals(receipt);
  }

  private static Optional<Difference> ofAmounts(StatementLine line, KnownPayment ours) {
    return line.amount().equals(ours.amount())
        ? Optional.empty()
        : difference(Kind.AMOUNT, line, ours, "is of " + ours.amount() + " here");
  }

  private static Optional<Difference> ofFailed(StatementLine line, KnownPayment ours) {
    return switch (ours.state()) {
      case PENDING -> difference(Kind.PENDING_HERE, line, ours, "failed there and is pending here");
      case DONE -> difference(Kind.FAILED_THERE, line, ours, "failed there and is successful here");
      case FAILED, RETURNED -> Optional.empty();
    };
  }

  private static Optional<Difference> ofReturned(StatementLine line, KnownPayment ours) {
    return switch (ours.state()) {
      case PENDING ->
          difference(Kind.PENDING_HERE, line, ours, "came back there and is pending here");
      case DONE -> difference(Kind.CAME_BACK, line, ours, "came back there and is successful here");
      case RETURNED -> ofAmounts(line, ours);
      case FAILED -> Optional.empty();
    };
  }

  private static Optional<Difference> ofOpen(StatementLine line, KnownPayment ours) {
    return ours.state() == State.PENDING
        ? Optional.empty()
        : difference(
            Kind.PENDING_THERE,
            line,
            ours,
            "is pending there and %s here".formatted(ours.state().word()));
  }

  private static Optional<Difference> difference(
      Kind kind, StatementLine line, KnownPayment ours, String words) {
    return Optional.of(
        new Difference(
            kind,
            line.amount(),
            "%s: %s %s %s".formatted(line.shown(), ours.kind().word(), ours.id(), words)));
  }
}
