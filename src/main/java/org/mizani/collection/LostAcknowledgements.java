package org.mizani.collection;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
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
 * the network can be asked under that id. One that the network says to be paid or unpaid is
 * acknowledged by that, so that the callback counts, with its receipt and amount (ADR 19).
 */
@Singleton
final class LostAcknowledgements {

  private final CollectionWords words;
  private final Leases leases;

  LostAcknowledgements(CollectionWords words, CollectionLeases leases) {
    this.words = words;
    this.leases = leases.all();
  }

  /**
   * Questions to the network about one collection.
   *
   * @param ids that callbacks name, in the order of the questions
   * @param question asks the network
   */
  private record Questions(
      PendingCollection collection,
      List<String> ids,
      Function<CollectionInstruction, Uni<CollectionOutcome>> question) {

    private Uni<CollectionOutcome> ask(String id) {
      return question.apply(collection.instruction().under(id));
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

  /** Beside an acknowledged prompt those alone that are said to be paid. */
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
            .map(paid -> paid.stream().filter(id -> !known.contains(id)).toList());
  }

  /** Another one first at each poll, because a question without a clear answer is the last one. */
  private static List<String> inTurn(List<String> ids, PendingCollection collection) {
    int first = ids.isEmpty() ? 0 : collection.calls() % ids.size();
    return Stream.concat(ids.stream().skip(first), ids.stream().limit(first)).toList();
  }

  /**
   * Asks about one id after the other. The last answer is that about the acknowledged prompt, or
   * that a prompt of a lost acknowledgement is unpaid.
   *
   * @param next the place of the id to ask about now
   * @param unpaid the outcome of the first prompt so far that the network has, and that is not paid
   */
  private Uni<CollectionOutcome> ask(
      Questions questions, int next, Optional<Uni<CollectionOutcome>> unpaid) {
    PendingCollection collection = questions.collection();
    if (next == questions.ids().size()) {
      return collection.networkIds().isEmpty()
          ? unpaid.orElseGet(() -> questions.question().apply(collection.instruction()))
          : questions.question().apply(collection.instruction()).map(LostAcknowledgements::ofKnown);
    }
    String id = questions.ids().get(next);
    return questions
        .ask(id)
        .chain(
            said -> {
              if (said instanceof Collected) {
                return acknowledge(collection, id, said);
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

  private Uni<CollectionOutcome> acknowledge(
      PendingCollection collection, String id, CollectionOutcome said) {
    return leases
        .noteNetworkId(collection.lease(), Optional.of(id))
        .chain(
            () ->
                words.about(
                    collection.subject(),
                    collection.rail(),
                    collection.timing().age(),
                    List.of(id)))
        .map(word -> word.filter(same -> same.getClass() == said.getClass()).orElse(said));
  }
}
