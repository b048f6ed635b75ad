package org.mizani.collection;

import static org.mizani.work.Waits.isOver;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.jboss.logging.Logger;
import org.mizani.rail.CollectionInstruction;
import org.mizani.rail.CollectionOutcome;
import org.mizani.rail.CollectionOutcome.Accepted;
import org.mizani.rail.CollectionOutcome.Collected;
import org.mizani.rail.CollectionOutcome.NotFound;
import org.mizani.rail.CollectionOutcome.Unknown;
import org.mizani.rail.callback.CollectionWords;
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

  private final CollectionWords words;
  private final NamedPrompts prompts;
  private final FlaggedCollections flags;
  private final Leases leases;

  LostAcknowledgements(
      CollectionWords words,
      NamedPrompts prompts,
      FlaggedCollections flags,
      CollectionLeases leases) {
    this.words = words;
    this.prompts = prompts;
    this.flags = flags;
    this.leases = leases.all();
  }

  /**
   * Questions to the network about one collection.
   *
   * @param ids in the order of the questions
   * @param question asks the network
   */
  private record Questions(
      PendingCollection collection,
      List<String> ids,
      Function<CollectionInstruction, Uni<CollectionOutcome>> question) {

    private Uni<CollectionOutcome> ask(String id) {
      Uni<CollectionOutcome> said = question.apply(collection.instruction().under(id));
      return isFirst(collection, id) ? said.map(LostAcknowledgements::ofKnown) : said;
    }

    private Uni<CollectionOutcome> askAsItIs() {
      Uni<CollectionOutcome> said = question.apply(collection.instruction());
      return collection.networkIds().isEmpty() ? said : said.map(LostAcknowledgements::ofKnown);
    }
  }

  /**
   * Asks about a prompt, under each id that a callback names until one is paid, and under the one
   * that was acknowledged. Invented ones, which the network does not have, change nothing.
   *
   * @param question asks the network
   */
  Uni<CollectionOutcome> ask(
      PendingCollection collection,
      Function<CollectionInstruction, Uni<CollectionOutcome>> question) {
    return ids(collection)
        .map(ids -> new Questions(collection, inTurn(ids, collection), question))
        .chain(questions -> ask(questions, 0, Optional.empty()));
  }

  /** Whether a callback names a payment beside the one that was credited. */
  Uni<Boolean> mayHaveSecondPayment(PendingCollection collection) {
    return collection.isCredited() && !collection.networkIds().isEmpty()
        ? ids(collection).map(ids -> !ids.isEmpty())
        : Uni.createFrom().item(false);
  }

  /**
   * Beside an acknowledged prompt those alone that are said to be paid. An id that was noted by an
   * answer is one of them still: the credit may have failed after the note.
   */
  private Uni<List<String>> ids(PendingCollection collection) {
    List<String> known = collection.networkIds();
    Duration age = collection.timing().age();
    if (known.isEmpty()) {
      return words.prompts(collection.subject(), collection.rail(), age);
    }
    return collection.words() == 0
        ? Uni.createFrom().item(List.of())
        : words
            .paidPrompts(collection.subject(), collection.rail(), age)
            .map(paid -> inQuestion(collection, paid));
  }

  /**
   * The acknowledged one has its turn too: of another one the network may never speak clearly. Once
   * the collection is credited, a payment of another one is a second payment.
   */
  private static List<String> inQuestion(PendingCollection collection, List<String> paid) {
    List<String> known = collection.networkIds();
    return collection.isCredited()
        ? paid.stream().filter(id -> !known.contains(id)).toList()
        : Stream.concat(paid.stream(), known.stream().limit(1)).distinct().toList();
  }

  /** Another one first at each poll, because a question without a clear answer is the last one. */
  private static List<String> inTurn(List<String> ids, PendingCollection collection) {
    int first = ids.isEmpty() ? 0 : collection.calls() % ids.size();
    return Stream.concat(ids.stream().skip(first), ids.stream().limit(first)).toList();
  }

  /**
   * Asks about one id after the other.
   *
   * @param next the place of the id to ask about now
   * @param unpaid the outcome of the first prompt so far that the network has, and that is not paid
   */
  private Uni<CollectionOutcome> ask(
      Questions questions, int next, Optional<Uni<CollectionOutcome>> unpaid) {
    PendingCollection collection = questions.collection();
    if (next == questions.ids().size()) {
      return collection.isCredited()
          ? counted(collection, collection.networkIds())
              .chain(
                  word ->
                      word.isPresent() ? Uni.createFrom().item(word.get()) : questions.askAsItIs())
          : unpaid.map(said -> told(collection, said)).orElseGet(questions::askAsItIs);
    }
    String id = questions.ids().get(next);
    return questions
        .ask(id)
        .chain(
            said -> {
              if (said instanceof Collected && collection.isCredited()) {
                return flag(collection, "a second prompt is paid, beside the one that was credited")
                    .chain(() -> ask(questions, next + 1, unpaid));
              }
              if (said instanceof Collected payment) {
                return paid(collection, id, payment);
              }
              if (said instanceof Unknown || said instanceof Accepted) {
                return Uni.createFrom().item(new Unknown("not settled under a callback's id"));
              }
              Optional<Uni<CollectionOutcome>> first =
                  said instanceof NotFound
                      ? unpaid
                      : unpaid.or(() -> Optional.of(acknowledge(collection, id, said)));
              return ask(questions, next + 1, first);
            });
  }

  /**
   * It had the prompt, under this id: that it does not find it now tells nothing of the payment.
   */
  private static CollectionOutcome ofKnown(CollectionOutcome said) {
    return said instanceof NotFound
        ? new Unknown("the network does not find the prompt any more")
        : said;
  }

  private static boolean isFirst(PendingCollection collection, String id) {
    return collection.networkIds().stream().findFirst().filter(id::equals).isPresent();
  }

  /** While nothing is acknowledged, a prompt of which nobody has heard may be on the phone. */
  private static Uni<CollectionOutcome> told(
      PendingCollection collection, Uni<CollectionOutcome> unpaid) {
    return collection.networkIds().isEmpty() && !isOver(collection.expiresIn())
        ? Uni.createFrom().item(new Unknown("one prompt is unpaid, another may be on the phone"))
        : unpaid;
  }

  /** The network says that the prompt is paid, without the amount and without our reference. */
  private Uni<CollectionOutcome> paid(PendingCollection collection, String id, Collected said) {
    return isFirst(collection, id)
        ? acknowledge(collection, id, said)
        : words
            .amountsUnder(id, collection.subject(), collection.rail(), collection.timing().age())
            .chain(
                amounts ->
                    amounts.stream().allMatch(collection.amount()::equals)
                        ? acknowledge(collection, id, said)
                        : forPeople(collection, "a prompt is paid, with another amount"));
  }

  /** A customer cannot change the amount, and a prompt is of one collection alone. */
  private Uni<CollectionOutcome> forPeople(PendingCollection collection, String why) {
    return flag(collection, why).replaceWith(new Unknown(why));
  }

  private Uni<Boolean> flag(PendingCollection collection, String why) {
    return flags
        .flagOnce(collection.id())
        .invoke(
            flagged -> {
              if (flagged) {
                LOG.errorf("%s: %s: look into it", collection, why);
              }
            });
  }

  private Uni<CollectionOutcome> acknowledge(
      PendingCollection collection, String id, CollectionOutcome said) {
    return isFirst(collection, id)
        ? note(collection, id, said)
        : prompts
            .isOf(collection, id)
            .chain(
                ours ->
                    ours
                        ? note(collection, id, said)
                        : forPeople(collection, "a callback names the prompt of another one"));
  }

  private Uni<CollectionOutcome> note(
      PendingCollection collection, String id, CollectionOutcome said) {
    return leases
        .noteNetworkId(collection.lease(), Optional.of(id))
        .chain(() -> counted(collection, List.of(id)))
        .map(word -> word.filter(same -> same.getClass() == said.getClass()).orElse(said));
  }

  /** The word of a callback that counts by these ids. */
  private Uni<Optional<CollectionOutcome>> counted(PendingCollection collection, List<String> ids) {
    return words.about(collection.subject(), collection.rail(), collection.timing().age(), ids);
  }
}
