package org.mizani.operator.summary;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import org.mizani.database.ShownTime;
import org.mizani.fx.quote.OpenQuotes.OfPair;
import org.mizani.ledger.LastClosing;
import org.mizani.money.Money;

/**
 * Summary of the service's state.
 *
 * @param submissions the mode of submissions to networks that counts
 * @param lastClosing null before the first one
 */
public record SummaryAnswer(
    Instant at,
    String submissions,
    List<QueueAnswer> queues,
    List<RailState> rails,
    ClosingAnswer lastClosing,
    List<QuotesOfPair> openQuotes) {

  /** Last day that was closed, and the positions in foreign exchange at its end. */
  public record ClosingAnswer(
      String day, Instant closedAt, long differences, List<Position> fxPositions) {

    private static ClosingAnswer of(LastClosing closing) {
      return new ClosingAnswer(
          closing.day().toString(),
          ShownTime.of(closing.closedAt()),
          closing.differences(),
          closing.positions().stream().map(Position::of).toList());
    }
  }

  /** Position in a currency, in major units; below zero if more was paid out than came in. */
  public record Position(String currency, BigDecimal balance) {

    private static Position of(Money position) {
      return new Position(position.currency().name(), position.major());
    }
  }

  /** Open quotes of one pair: their number, and sums in the major units of either currency. */
  public record QuotesOfPair(
      String pair, long quotes, BigDecimal senderAmount, BigDecimal receiverAmount) {

    private static QuotesOfPair of(OfPair open) {
      return new QuotesOfPair(
          open.sender() + "_" + open.receiver(),
          open.quotes(),
          open.senderAmount(),
          open.receiverAmount());
    }
  }

  static ClosingAnswer closing(Optional<LastClosing> last) {
    return last.map(ClosingAnswer::of).orElse(null);
  }

  static List<QuotesOfPair> quotes(List<OfPair> open) {
    return open.stream().map(QuotesOfPair::of).toList();
  }
}
