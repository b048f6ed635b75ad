package org.mizani.collection;

import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.Function;
import java.util.stream.Stream;
import org.mizani.rail.CollectionInstruction;
import org.mizani.rail.CollectionOutcome;
import org.mizani.rail.CollectionOutcome.NotFound;
import org.mizani.rail.CollectionOutcome.Unknown;
import org.mizani.rail.RailCapabilities;
import org.mizani.rail.callback.PromptWords;
import org.mizani.work.LeaseEnding;

/**
 * Questions of one poll to the network about the prompts of a collection.
 *
 * @param words that were heard about it
 * @param network that is asked
 * @param ids in the order of the questions
 * @param question asks the network
 */
record PromptQuestions(
    PendingCollection collection,
    PromptWords words,
    RailCapabilities network,
    List<String> ids,
    Function<CollectionInstruction, Uni<CollectionOutcome>> question) {

  /** The questions of this poll. */
  static PromptQuestions of(
      PendingCollection collection,
      PromptWords words,
      RailCapabilities network,
      Function<CollectionInstruction, Uni<CollectionOutcome>> question) {
    return new PromptQuestions(
        collection,
        words,
        network,
        PromptIds.inQuestion(collection, words),
        whileItLasts(question));
  }

  /**
   * Once the network was asked the poll counts: a further question for which the lease is too short
   * is left to the next one, which begins with another id.
   */
  private static Function<CollectionInstruction, Uni<CollectionOutcome>> whileItLasts(
      Function<CollectionInstruction, Uni<CollectionOutcome>> question) {
    AtomicBoolean asked = new AtomicBoolean();
    return instruction ->
        asked.getAndSet(true)
            ? question
                .apply(instruction)
                .onFailure(LeaseEnding.class)
                .recoverWithItem(() -> new Unknown("the lease is too short for all questions"))
            : question.apply(instruction);
  }

  /** Asks under this id. */
  Uni<CollectionOutcome> ask(String id) {
    Uni<CollectionOutcome> said = question.apply(collection.instruction().under(id));
    return isFirst(id) ? said.map(PromptQuestions::ofKnown) : said;
  }

  /** Asks under the ids that the network acknowledged, if it has. */
  Uni<CollectionOutcome> askAsItIs() {
    Uni<CollectionOutcome> said = question.apply(collection.instruction());
    return collection.networkIds().isEmpty() ? said : said.map(PromptQuestions::ofKnown);
  }

  /** Asks about the payment that was credited, where its prompt is known. */
  Uni<CollectionOutcome> askAboutCredit() {
    List<String> credited = PromptIds.credited(collection, words);
    return Stream.concat(PromptIds.believed(collection, words).stream(), credited.stream())
        .filter(credited::contains)
        .findFirst()
        .map(id -> ask(id).map(PromptQuestions::ofKnown))
        .orElseGet(this::askAsItIs);
  }

  /** Whether the network acknowledged the prompt under this id. */
  boolean isFirst(String id) {
    return collection.networkIds().stream().findFirst().filter(id::equals).isPresent();
  }

  /**
   * It had the prompt, under this id: that it does not find it now tells nothing of the payment.
   */
  private static CollectionOutcome ofKnown(CollectionOutcome said) {
    return said instanceof NotFound
        ? new Unknown("the network does not find the prompt any more")
        : said;
  }
}
