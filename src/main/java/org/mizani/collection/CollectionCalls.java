package org.mizani.collection;

import static org.mizani.work.Waits.isOver;
import static org.mizani.work.Waits.shorter;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Optional;
import java.util.function.BiFunction;
import java.util.function.Function;
import org.mizani.collection.record.CollectionStatus;
import org.mizani.rail.CollectionInstruction;
import org.mizani.rail.CollectionOutcome;
import org.mizani.rail.CollectionOutcome.Collected;
import org.mizani.rail.CollectionOutcome.Lapsed;
import org.mizani.rail.CollectionOutcome.NotFound;
import org.mizani.rail.CollectionRail;
import org.mizani.rail.CollectionRouter;
import org.mizani.rail.RailCapabilities;
import org.mizani.rail.SendWindow;
import org.mizani.rail.callback.PromptWords;
import org.mizani.rail.guard.RailGuard;
import org.mizani.rail.guard.SubmissionSwitch;

/**
 * Calls of a collection's rail. The first prompts the customer, every later one asks for the
 * outcome, under the same id. Only if the network does not have the prompt, and asks once for each
 * id, is it sent again while the collection is pending (ADR 18).
 */
@Singleton
final class CollectionCalls {

  private final CollectionLeases leases;
  private final CollectionRouter rails;
  private final RailGuard<CollectionRail, CollectionOutcome> guard;
  private final LostAcknowledgements lost;
  private final SubmissionSwitch submission;
  private final CollectionConfig config;

  CollectionCalls(
      CollectionLeases leases,
      CollectionRouter rails,
      RailGuard<CollectionRail, CollectionOutcome> guard,
      LostAcknowledgements lost,
      SubmissionSwitch submission,
      CollectionConfig config) {
    this.lost = lost;
    this.submission = submission;
    this.leases = leases;
    this.rails = rails;
    this.guard = guard;
    this.config = config;
  }

  /** Makes a call that ends by its time-out, unless the collection's lease ends before. */
  @FunctionalInterface
  interface UnderLease {
    Uni<CollectionOutcome> call(
        Duration timeout, Function<SendWindow, Uni<CollectionOutcome>> call);
  }

  /**
   * The answer of the rail; fails with {@code RailAway} where the rail is not called.
   *
   * @param words that were heard about the collection
   */
  Uni<CollectionOutcome> call(PendingCollection collection, PromptWords words, UnderLease lease) {
    Duration timeout = timeout(collection);
    Uni<CollectionOutcome> answer =
        collection.isUnprompted()
            ? prompt(collection, timeout, lease)
            : ask(collection, words, timeout, lease);
    return answer.chain(said -> lookAfterLost(collection, said, lease));
  }

  /**
   * The time to wait while its rail is not to be called about it (ADR 22); empty otherwise. The
   * watch of one that has ended waits in a pause too, so that the network is asked after it.
   */
  Optional<Duration> heldFor(PendingCollection collection) {
    return collection.status().isFinal()
        ? guard.unasked(collection.rail())
        : submission.heldFor(!collection.isUnprompted());
  }

  /** The time until the network can be asked; zero or less if it can. */
  Duration untilAsking(PendingCollection collection) {
    return capabilities(collection)
        .map(can -> can.untilAsking(sincePrompt(collection)))
        .orElse(Duration.ZERO);
  }

  /**
   * Time that a rail has to answer. A pending collection waits no longer than its customer has.
   * Once the time is up the rail is asked one last time, briefly, so that an approval of the last
   * moment is not reported as a cancellation.
   */
  private Duration timeout(PendingCollection collection) {
    Duration usual = config.settlement().railTimeout();
    if (collection.status().isFinal()) {
      return usual;
    }
    Duration left = collection.expiresIn();
    return shorter(usual, isOver(left) ? config.lastAnswerWithin() : left);
  }

  private Uni<CollectionOutcome> prompt(
      PendingCollection collection, Duration timeout, UnderLease lease) {
    return within(
        lease,
        collection,
        timeout,
        (rail, window) ->
            guard.submit(
                rail, network -> network.prompt(collection.instruction(), window), timeout));
  }

  private Uni<CollectionOutcome> ask(
      PendingCollection collection, PromptWords words, Duration timeout, UnderLease lease) {
    Function<CollectionInstruction, Uni<CollectionOutcome>> question =
        instruction ->
            within(
                lease,
                collection,
                timeout,
                (rail, window) -> guard.ask(rail, network -> network.ask(instruction), timeout));
    return askedByItsIdAlone(collection)
        .map(network -> lost.ask(collection, words, network, question))
        .orElseGet(() -> question.apply(collection.instruction()));
  }

  /** The outcome by the words that count, unless the network is to be asked about a payment. */
  Optional<CollectionOutcome> outcome(PendingCollection collection, PromptWords words) {
    if (askedByItsIdAlone(collection).isEmpty()) {
      return words.outcome(collection.networkIds());
    }
    return PromptIds.mayHaveSecondPayment(collection, words)
        ? Optional.empty()
        : words.outcome(PromptIds.believed(collection, words));
  }

  /**
   * Whether a callback names a payment beside this outcome, which is to be told: the network is to
   * be asked about it once that is done.
   */
  boolean isNotAll(CollectionOutcome outcome, PendingCollection collection, PromptWords words) {
    return askedByItsIdAlone(collection).isPresent()
        && (outcome instanceof Collected payment
            ? !collection.isCredited() && !words.otherPayments(payment.paymentReference()).isEmpty()
            : !collection.status().isFinal()
                && !collection.networkIds().containsAll(words.paidPrompts()));
  }

  /** Whether a rail's network takes no id of ours, so that a collection may have two prompts. */
  boolean isAskedByItsIdAlone(String rail) {
    return capabilities(rail).filter(can -> !can.idempotent()).isPresent();
  }

  /** A network that takes no id of ours finds a prompt by its own alone. */
  private Optional<RailCapabilities> askedByItsIdAlone(PendingCollection collection) {
    return capabilities(collection).filter(can -> !can.idempotent());
  }

  private Uni<CollectionOutcome> within(
      UnderLease lease,
      PendingCollection collection,
      Duration timeout,
      BiFunction<String, SendWindow, Uni<CollectionOutcome>> call) {
    String rail = collection.rail();
    return lease.call(guard.longest(rail, timeout), window -> call.apply(rail, window));
  }

  /**
   * Looks after a prompt that its network does not have, once the network's word counts: it is sent
   * again where that is safe and of use, and has lapsed where its time is up. That says nothing
   * against a success by hand, which the operator may have seen elsewhere.
   */
  private Uni<CollectionOutcome> lookAfterLost(
      PendingCollection collection, CollectionOutcome answer, UnderLease lease) {
    Duration since = sincePrompt(collection);
    Optional<RailCapabilities> losing = capabilities(collection).filter(can -> can.isLost(since));
    if (!(answer instanceof NotFound)
        || losing.isEmpty()
        || collection.status() == CollectionStatus.SUCCESS) {
      return Uni.createFrom().item(answer);
    }
    Duration left = collection.expiresIn();
    if (collection.status().isFinal() || isOver(left)) {
      return Uni.createFrom().item(new Lapsed());
    }
    return losing.get().maySubmitAgain(collection.timing().age(), since)
            && left.compareTo(config.shortestPrompt()) >= 0
            && submission.isOn()
        ? promptAgain(collection, answer, lease)
        : Uni.createFrom().item(answer);
  }

  private Uni<CollectionOutcome> promptAgain(
      PendingCollection collection, CollectionOutcome answer, UnderLease lease) {
    return leases
        .promptAgain(collection.lease())
        .chain(
            ours ->
                ours
                    ? prompt(collection, timeout(collection), lease)
                    : Uni.createFrom().item(answer));
  }

  private Optional<RailCapabilities> capabilities(PendingCollection collection) {
    return capabilities(collection.rail());
  }

  private Optional<RailCapabilities> capabilities(String rail) {
    return rails.railNamed(rail).map(CollectionRail::capabilities);
  }

  private static Duration sincePrompt(PendingCollection collection) {
    return collection.timing().sincePrompt().orElse(Duration.ZERO);
  }
}
