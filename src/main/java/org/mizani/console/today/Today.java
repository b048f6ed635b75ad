package org.mizani.console.today;

import static java.util.stream.Collectors.joining;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import org.mizani.console.Shown;
import org.mizani.operator.summary.QueueAnswer;
import org.mizani.operator.summary.RailState;
import org.mizani.operator.summary.SummaryAnswer;
import org.mizani.operator.summary.SummaryAnswer.ClosingAnswer;
import org.mizani.operator.summary.SummaryAnswer.QuotesOfPair;

/**
 * Summary of the service's state as the first page shows it.
 *
 * @param lag how much older than {@code at} it may be, in milliseconds; empty if it is not
 * @param calm whether no queue has an item
 * @param submissionsHeld whether payments wait for the operators' switch
 * @param closing empty before the first one
 */
public record Today(
    String at,
    String lag,
    String submissions,
    boolean submissionsHeld,
    boolean calm,
    List<Queue> queues,
    List<Rail> rails,
    Closing closing,
    List<Quotes> quotes) {

  private static final String ON = "on";

  /** Names of queues as pages have them, and the list that shows each. */
  private static final Map<String, Named> NAMES =
      Map.of(
          "payouts_pending",
          new Named("Payouts pending", "/console/payouts?status=termination_pending"),
          "payouts_held",
          new Named("Payouts held for review", "/console/payouts?status=held"),
          "payouts_flagged",
          new Named("Payouts flagged", "/console/payouts?flagged=true"),
          "collections_pending",
          new Named("Collections pending", "/console/collections?status=collection_pending"),
          "collections_flagged",
          new Named("Collections flagged", "/console/collections?flagged=true"),
          "approvals_waiting",
          new Named("Requests for approval", "/console/work"));

  private record Named(String name, String path) {}

  /**
   * Queue by age.
   *
   * @param path of the list that shows it; empty without one
   */
  public record Queue(
      String name,
      String path,
      String total,
      String overTenMinutes,
      String overHour,
      String overDay,
      String oldestAt,
      boolean empty) {

    private static Queue of(QueueAnswer queue) {
      Named named = NAMES.getOrDefault(queue.queue(), new Named(Shown.sentence(queue.queue()), ""));
      return new Queue(
          named.name(),
          named.path(),
          Shown.number(queue.total()),
          Shown.number(queue.overTenMinutes()),
          Shown.number(queue.overHour()),
          Shown.number(queue.overDay()),
          Shown.time(queue.oldestAt()),
          queue.total() == 0);
    }
  }

  /** Rail with why its payments wait, and its balances that are low. */
  public record Rail(String name, boolean waits, String pauses, String lowFloats) {

    private static Rail of(RailState rail) {
      return new Rail(
          rail.rail(),
          !rail.pauses().isEmpty(),
          rail.pauses().stream()
              .map(pause -> Shown.words(pause.reason()) + " since " + Shown.time(pause.pausedAt()))
              .collect(joining("; ")),
          rail.floatsBelow().stream().map(Rail::low).collect(joining("; ")));
    }

    private static String low(RailState.LowFloat held) {
      return "%s: %s, below %s"
          .formatted(
              held.account(),
              Shown.money(held.balance(), held.currency()),
              Shown.money(held.threshold(), held.currency()));
    }
  }

  /** Last day that was closed, with the positions in foreign exchange at its end. */
  public record Closing(
      boolean exists,
      String day,
      String closedAt,
      boolean sound,
      String differences,
      String positions) {

    private static final Closing NONE = new Closing(false, "", "", true, "", "");

    private static Closing of(ClosingAnswer closing) {
      return new Closing(
          true,
          closing.day(),
          Shown.time(closing.closedAt()),
          closing.differences() == 0,
          Shown.number(closing.differences()),
          closing.fxPositions().stream()
              .map(position -> Shown.money(position.balance(), position.currency()))
              .collect(joining(", ")));
    }
  }

  /** Open quotes of a pair. */
  public record Quotes(String pair, String quotes, String sent, String received) {

    private static Quotes of(QuotesOfPair open) {
      String[] currencies = open.pair().split("_");
      return new Quotes(
          currencies[0] + " to " + currencies[1],
          Shown.number(open.quotes()),
          Shown.money(open.senderAmount(), currencies[0]),
          Shown.money(open.receiverAmount(), currencies[1]));
    }
  }

  static Today of(SummaryAnswer answer, Optional<Duration> lag) {
    List<Queue> queues = answer.queues().stream().map(Queue::of).toList();
    return new Today(
        Shown.time(answer.at()),
        lag.map(Duration::toMillis).map(Shown::number).orElse(""),
        Shown.words(answer.submissions()),
        !answer.submissions().equals(ON),
        queues.stream().allMatch(Queue::empty),
        queues,
        answer.rails().stream().map(Rail::of).toList(),
        Optional.ofNullable(answer.lastClosing()).map(Closing::of).orElse(Closing.NONE),
        answer.openQuotes().stream().map(Quotes::of).toList());
  }
}
