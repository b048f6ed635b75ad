package org.mizani.payout;

import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;
import java.util.function.Function;
import org.mizani.rail.PayoutInstruction;
import org.mizani.rail.PayoutOutcome;
import org.mizani.rail.PayoutRail;
import org.mizani.rail.PayoutRouter;
import org.mizani.rail.RailAway;
import org.mizani.rail.RailCapabilities;
import org.mizani.rail.RailSettings;
import org.mizani.rail.SendWindow;
import org.mizani.rail.callback.Words;
import org.mizani.rail.guard.RailGuard;
import org.mizani.rail.guard.SubmissionSwitch;
import org.mizani.work.PollSchedules;

/**
 * Calls of a payout's rail. The first submits the payout, every later one asks for its outcome,
 * under the same reference. Only if its network does not have it, and pays a reference once, is it
 * submitted again. Before the only submission of another it is noted that it is about to be made
 * (ADR 18).
 */
@Singleton
final class PayoutCalls {

  /** Part of a call's time-out in which its intent is noted: the network has the rest of it. */
  private static final int PART_FOR_INTENT = 4;

  private final ScreenedSubmissions screened;
  private final Words words;
  private final LostAcknowledgements lost;
  private final SubmissionIntents intents;
  private final PayoutRouter rails;
  private final RailGuard<PayoutRail, PayoutOutcome> guard;
  private final SubmissionSwitch submission;
  private final Duration timeout;
  private final Duration putOff;
  private final Duration whileNotConnected;
  private final PollSchedules schedules;

  /**
   * @throws ConfigurationException for a rail's wait that is none
   */
  PayoutCalls(
      ScreenedSubmissions screened,
      Words words,
      LostAcknowledgements lost,
      SubmissionIntents intents,
      PayoutRouter rails,
      RailGuard<PayoutRail, PayoutOutcome> guard,
      SubmissionSwitch submission,
      PayoutConfig config,
      RailSettings settings) {
    this.screened = screened;
    this.words = words;
    this.lost = lost;
    this.submission = submission;
    this.intents = intents;
    this.rails = rails;
    this.guard = guard;
    this.timeout = config.settlement().railTimeout();
    this.putOff = config.settlement().polls().waitAfter(1);
    this.whileNotConnected = config.settlement().lease();
    this.schedules = new PollSchedules(settings, config.settlement().polls());
  }

  /** Makes a call that ends by its time-out, unless the payout's lease ends before. */
  @FunctionalInterface
  interface UnderLease {
    Uni<PayoutOutcome> call(Duration timeout, Function<SendWindow, Uni<PayoutOutcome>> call);
  }

  /**
   * Answer of a rail.
   *
   * @param heldFor the wait of a payout that would have been submitted again, if submissions were
   *     not held
   * @param begun the JVM's time in nanoseconds before the call
   */
  record Answer(PayoutOutcome outcome, Optional<Duration> heldFor, long begun) {

    Answer(PayoutOutcome outcome) {
      this(outcome, Optional.empty(), System.nanoTime());
    }

    /** The time since before the call. */
    Duration since() {
      return Duration.ofNanos(System.nanoTime() - begun);
    }
  }

  /**
   * The answer of the rail; fails with {@code RailAway} where the rail is not called, and with
   * {@code Withheld} where the payout's screening has held or refused it.
   */
  Uni<Answer> call(PendingPayout payout, PayoutInstruction instruction, UnderLease lease) {
    return payout.isUnsubmitted()
        ? screened.clear(payout, instruction).chain(() -> submitFirst(payout, instruction, lease))
        : ask(payout, instruction, lease)
            .chain(answer -> submitAgainIfLost(payout, instruction, answer, lease));
  }

  private Uni<Answer> submitFirst(
      PendingPayout payout, PayoutInstruction instruction, UnderLease lease) {
    long begun = System.nanoTime();
    return submit(payout, instruction, lease)
        .map(outcome -> new Answer(outcome, Optional.empty(), begun));
  }

  /** The words of the network, or its answer about a receipt, where they count. */
  Uni<Optional<PayoutOutcome>> said(PendingPayout payout) {
    return words
        .about(payout.subject(), payout.rail(), payout.age(), payout.networkIds())
        .chain(word -> word.isPresent() ? Uni.createFrom().item(word) : lost.said(payout));
  }

  /** The network's answer to a question alone, which needs no lease. */
  Uni<PayoutOutcome> ask(PendingPayout payout, PayoutInstruction instruction) {
    return lost.receiptToAsk(payout)
        .chain(
            receipt -> guard.ask(payout.rail(), rail -> ask(rail, instruction, receipt), timeout));
  }

  private static Uni<PayoutOutcome> ask(
      PayoutRail rail, PayoutInstruction instruction, Optional<String> receipt) {
    return receipt
        .flatMap(
            named ->
                rail.receiptQuestions(instruction.recipient().channel())
                    .map(questions -> questions.ask(instruction, named)))
        .orElseGet(() -> rail.ask(instruction));
  }

  /** The longest time of a question, its turn included. */
  Duration longest(PendingPayout payout) {
    return guard.longest(payout.rail(), timeout);
  }

  /** The time until the network can be asked; zero or less if it can. */
  Duration untilAsking(PendingPayout payout) {
    Duration since = payout.sinceSubmission().orElse(Duration.ZERO);
    return capabilities(payout).map(can -> can.untilAsking(since)).orElse(Duration.ZERO);
  }

  /** The wait after this number of calls, by the schedule of the rail or by that of all. */
  Duration waitAfter(String rail, int calls) {
    return schedules.waitAfter(rail, calls);
  }

  /** One whose rail is not connected has not been called, so its polls do not become rarer. */
  private Uni<PayoutOutcome> submit(
      PendingPayout payout, PayoutInstruction instruction, UnderLease lease) {
    if (payout.atMostOnce() && rails.railNamed(payout.rail()).isEmpty()) {
      return notCalled(payout, whileNotConnected);
    }
    return within(
        lease,
        payout,
        window ->
            guard.submit(
                payout.rail(),
                rail -> begun(payout, lease, window, sent -> rail.submit(instruction, sent)),
                timeout));
  }

  /**
   * In its turn, so that a pod which dies leaves no more of them to people than it was calling. The
   * lease is looked at again before the call: the pod may have been frozen since the intent.
   */
  private Uni<PayoutOutcome> begun(
      PendingPayout payout,
      UnderLease lease,
      SendWindow window,
      Function<SendWindow, Uni<PayoutOutcome>> submission) {
    Duration forIntent = timeout.dividedBy(PART_FOR_INTENT);
    return payout.atMostOnce()
        ? intents
            .begin(payout.lease(), forIntent)
            .chain(
                ours ->
                    ours
                        ? lease.call(timeout.minus(forIntent), submission)
                        : notCalled(payout, putOff))
        : submission.apply(window);
  }

  private static Uni<PayoutOutcome> notCalled(PendingPayout payout, Duration wait) {
    return Uni.createFrom().failure(() -> RailAway.notCalled(payout.rail(), wait));
  }

  private Uni<PayoutOutcome> ask(
      PendingPayout payout, PayoutInstruction instruction, UnderLease lease) {
    return within(lease, payout, window -> ask(payout, instruction));
  }

  private Uni<PayoutOutcome> within(
      UnderLease lease, PendingPayout payout, Function<SendWindow, Uni<PayoutOutcome>> call) {
    return lease.call(longest(payout), call);
  }

  private Uni<Answer> submitAgainIfLost(
      PendingPayout payout, PayoutInstruction instruction, PayoutOutcome answer, UnderLease lease) {
    if (!(answer instanceof PayoutOutcome.NotFound) || !maySubmitAgain(payout)) {
      return Uni.createFrom().item(new Answer(answer));
    }
    Optional<Duration> held = submission.heldFor(false);
    return held.isPresent()
        ? Uni.createFrom().item(new Answer(answer, held, System.nanoTime()))
        : screened
            .clear(payout, instruction)
            .chain(() -> submitAgain(payout, instruction, answer, lease));
  }

  private Uni<Answer> submitAgain(
      PendingPayout payout, PayoutInstruction instruction, PayoutOutcome answer, UnderLease lease) {
    return intents
        .submitAgain(payout.lease())
        .chain(ours -> ours ? submit(payout, instruction, lease) : Uni.createFrom().item(answer))
        .map(Answer::new);
  }

  private boolean maySubmitAgain(PendingPayout payout) {
    return payout
        .sinceSubmission()
        .filter(since -> !payout.atMostOnce())
        .flatMap(
            since -> capabilities(payout).filter(can -> can.maySubmitAgain(payout.age(), since)))
        .isPresent();
  }

  private Optional<RailCapabilities> capabilities(PendingPayout payout) {
    return payout
        .payee()
        .flatMap(
            to ->
                rails
                    .railNamed(payout.rail())
                    .map(rail -> rail.capabilities(to.recipient().channel())));
  }
}
