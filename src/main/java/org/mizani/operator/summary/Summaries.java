package org.mizani.operator.summary;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.InstantSource;
import java.util.List;
import java.util.stream.Stream;
import org.mizani.database.Bulkhead;
import org.mizani.database.DatabaseConfig;
import org.mizani.database.ShownTime;
import org.mizani.fx.quote.OpenQuotes;
import org.mizani.ledger.LastClosings;
import org.mizani.rail.CollectionRouter;
import org.mizani.rail.PayoutRouter;
import org.mizani.rail.balance.RailFloats;
import org.mizani.rail.guard.RailPauses;
import org.mizani.rail.guard.SubmissionSwitch;

/**
 * Summaries of the service's state, of six statements each, one after the other and each with its
 * time-out. A few are read at once, as one counts all that is pending; a further one waits for its
 * turn, and is refused after the time-out of a statement.
 */
@Singleton
final class Summaries {

  private final WorkQueues queues;
  private final LastClosings closings;
  private final OpenQuotes quotes;
  private final RailPauses pauses;
  private final RailFloats floats;
  private final SubmissionSwitch submission;
  private final List<String> rails;
  private final InstantSource clock;
  private final Bulkhead atOnce;

  Summaries(
      WorkQueues queues,
      LastClosings closings,
      OpenQuotes quotes,
      RailPauses pauses,
      RailFloats floats,
      SubmissionSwitch submission,
      PayoutRouter payouts,
      CollectionRouter collections,
      InstantSource clock,
      SummaryConfig config,
      DatabaseConfig databaseConfig) {
    config.validate();
    this.queues = queues;
    this.closings = closings;
    this.quotes = quotes;
    this.pauses = pauses;
    this.floats = floats;
    this.submission = submission;
    this.rails =
        Stream.concat(payouts.names().stream(), collections.names().stream()).distinct().toList();
    this.clock = clock;
    this.atOnce = new Bulkhead(config.atOnce(), databaseConfig.timeout());
  }

  /** The state of now; its counts may lag where they are read from a replica. */
  Uni<SummaryAnswer> read() {
    return atOnce.take(this::readAll);
  }

  private Uni<SummaryAnswer> readAll() {
    return Uni.combine()
        .all()
        .unis(queues.read(), railStates(), closings.read(), quotes.read(), submission.state())
        .usingConcurrencyOf(1)
        .with(
            (counted, states, closing, open, mode) ->
                new SummaryAnswer(
                    ShownTime.of(clock.instant()),
                    mode.effective().code(),
                    counted,
                    states,
                    SummaryAnswer.closing(closing),
                    SummaryAnswer.quotes(open)));
  }

  private Uni<List<RailState>> railStates() {
    return pauses
        .open()
        .chain(
            open ->
                floats
                    .all()
                    .map(
                        held ->
                            rails.stream().map(rail -> RailState.of(rail, open, held)).toList()));
  }
}
