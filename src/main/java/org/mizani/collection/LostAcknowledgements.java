package org.mizani.collection;

import static org.mizani.work.Waits.isOver;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import org.jboss.logging.Logger;
import org.mizani.money.Money;
import org.mizani.rail.CollectionInstruction;
import org.mizani.rail.CollectionOutcome;
import org.mizani.rail.CollectionOutcome.Accepted;
import org.mizani.rail.CollectionOutcome.Collected;
import org.mizani.rail.CollectionOutcome.NotFound;
import org.mizani.rail.CollectionOutcome.Unknown;
import org.mizani.rail.RailCapabilities;
import org.mizani.rail.callback.PromptWords;
import org.mizani.work.Leases;

/**
 * Questions about prompts after a lost acknowledgement, at networks that can be asked by their own
 * id alone. A callback at the path of the collection names it; by itself it settles nothing, but
 * the network can be asked under that id. One that the network says to be paid is acknowledged by
 * that, so that the callback counts, with its receipt; one that is unpaid too, once the time of the
 * collection is up, because another prompt may be on the phone until then (ADR 19).
 */
@Singleton
final class LostAcknowledgements {

  private static final Logger LOG = Logger.getLogger(LostAcknowledgements.class);

  private final NamedPrompts prompts;
  private final FlaggedCollections flags;
  private final Leases leases;
  private final InstantSource clock;

  LostAcknowledgements(
      NamedPrompts prompts,
      FlaggedCollections flags,
      CollectionLeases leases,
      InstantSource clock) {
    this.prompts = prompts;
    this.flags = flags;
    this.leases = leases.all();
    this.clock = clock;
  }

  /**
   * Asks about a prompt, under each id that a callback names until one is paid, and under the one
   * that was acknowledged. Of a credited collection those are asked about that are said to be paid
   * beside the payment that was credited.
   *
   * @param words that were heard about it
   * @param network that is asked
   * @param question asks it
   */
  Uni<CollectionOutcome> ask(
      PendingCollection collection,
      PromptWords words,
      RailCapabilities network,
      Function<CollectionInstruction, Uni<CollectionOutcome>> question) {
    PromptQuestions questions = PromptQuestions.of(collection, words, network, question);
    return ask(questions, 0, Optional.empty(), false);
  }

  /**
   * Asks about one id after the other.
   *
   * @param next the place of the id to ask about now
   * @param unpaid the outcome of the first prompt so far that the network has, and that is not paid
   * @param tooEarly whether the network may find one of them later; another one that is paid counts
   *     all the same
   */
  private Uni<CollectionOutcome> ask(
      PromptQuestions questions,
      int next,
      Optional<Uni<CollectionOutcome>> unpaid,
      boolean tooEarly) {
    PendingCollection collection = questions.collection();
    if (next == questions.ids().size() && tooEarly && !isRefusalToTell(collection, unpaid)) {
      return Uni.createFrom().item(new Unknown("said to be paid, and not found yet"));
    }
    if (next == questions.ids().size()) {
      return collection.isCredited()
          ? ofCredit(questions)
          : unpaid.map(said -> told(collection, said)).orElseGet(questions::askAsItIs);
    }
    String id = questions.ids().get(next);
    return questions
        .ask(id)
        .chain(
            said -> {
              if (said instanceof Collected && collection.isCredited()) {
                return flag(
                        questions, id, "a second prompt is paid, beside the one that was credited")
                    .chain(() -> ask(questions, next + 1, unpaid, tooEarly));
              }
              if (said instanceof Collected payment) {
                return paid(questions, id, payment);
              }
              if (said instanceof Unknown || said instanceof Accepted) {
                return Uni.createFrom().item(new Unknown("not settled under a callback's id"));
              }
              if (said instanceof NotFound) {
                return notFound(questions, next, unpaid, tooEarly);
              }
              return ask(
                  questions,
                  next + 1,
                  unpaid.or(() -> Optional.of(acknowledge(questions, id, said))),
                  tooEarly);
            });
  }

  /**
   * Whether the network has refused a prompt of a collection that waits to be told so. The other
   * prompt, which it may find later, is asked about after that.
   */
  private static boolean isRefusalToTell(
      PendingCollection collection, Optional<Uni<CollectionOutcome>> unpaid) {
    return unpaid.isPresent() && !collection.status().isFinal();
  }

  private static Uni<CollectionOutcome> ofCredit(PromptQuestions questions) {
    PromptWords words = questions.words();
    return words
        .outcome(PromptIds.believed(questions.collection(), words))
        .map(word -> Uni.createFrom().item(word))
        .orElseGet(questions::askAboutCredit);
  }

  /**
   * The network may not find yet a payment that its callback has just told. Once its word counts,
   * the callback is one for people. An id that no callback says to be paid changes nothing.
   */
  private Uni<CollectionOutcome> notFound(
      PromptQuestions questions,
      int next,
      Optional<Uni<CollectionOutcome>> unpaid,
      boolean tooEarly) {
    String id = questions.ids().get(next);
    Optional<Instant> since = questions.words().paidSince(id);
    if (since.isEmpty()) {
      return ask(questions, next + 1, unpaid, tooEarly);
    }
    return questions.network().isLost(Duration.between(since.get(), clock.instant()))
        ? flag(questions, id, "the network does not have a prompt that is said to be paid")
            .chain(() -> ask(questions, next + 1, unpaid, tooEarly))
        : ask(questions, next + 1, unpaid, true);
  }

  /** While nothing is acknowledged, a prompt of which nobody has heard may be on the phone. */
  private static Uni<CollectionOutcome> told(
      PendingCollection collection, Uni<CollectionOutcome> unpaid) {
    return collection.networkIds().isEmpty() && !isOver(collection.expiresIn())
        ? Uni.createFrom().item(new Unknown("one prompt is unpaid, another may be on the phone"))
        : unpaid;
  }

  /**
   * The network says that the prompt is paid, without the amount and without our reference. A
   * callback that names no amount binds no payment to this collection.
   */
  private Uni<CollectionOutcome> paid(PromptQuestions questions, String id, Collected said) {
    PendingCollection collection = questions.collection();
    List<Money> amounts = questions.words().amountsUnder(id);
    return questions.isFirst(id)
            || !amounts.isEmpty() && amounts.stream().allMatch(collection.amount()::equals)
        ? acknowledge(questions, id, said)
        : forPeople(questions, id, "a prompt is paid, with another amount or none in its callback");
  }

  /** A customer cannot change the amount, and a prompt is of one collection alone. */
  private Uni<CollectionOutcome> forPeople(PromptQuestions questions, String id, String why) {
    return flag(questions, id, why).replaceWith(new Unknown(why));
  }

  /** A callback that comes twice is no news: what counts is when it first named the prompt. */
  private Uni<Boolean> flag(PromptQuestions questions, String id, String why) {
    PendingCollection collection = questions.collection();
    return flags
        .flagOnce(collection.id(), questions.words().namedSince(id).orElseGet(clock::instant))
        .invoke(
            flagged -> {
              if (flagged) {
                LOG.errorf("%s: %s: look into it", collection, why);
              }
            });
  }

  private Uni<CollectionOutcome> acknowledge(
      PromptQuestions questions, String id, CollectionOutcome said) {
    PendingCollection collection = questions.collection();
    return questions.isFirst(id)
        ? note(questions, id, said)
        : prompts
            .isOf(collection, id)
            .chain(
                ours ->
                    ours
                        ? note(questions, id, said)
                        : forPeople(questions, id, "a callback names the prompt of another one"));
  }

  /** With the word of the callback, which counts by this id from now on, and has the receipt. */
  private Uni<CollectionOutcome> note(
      PromptQuestions questions, String id, CollectionOutcome said) {
    return leases
        .noteNetworkId(questions.collection().lease(), Optional.of(id))
        .replaceWith(
            () ->
                questions
                    .words()
                    .outcome(List.of(id))
                    .filter(same -> same.getClass() == said.getClass())
                    .orElse(said));
  }
}
