package org.mizani.collection;

import java.util.List;
import java.util.stream.Stream;
import org.mizani.rail.callback.PromptWords;

/**
 * Ids of a collection's prompts: those by which its network's words are believed, and those by
 * which the network is asked. A prompt is told from another one by its id and its receipt (ADR 19).
 */
final class PromptIds {

  private PromptIds() {}

  /** Whether a callback names a payment beside the one that was credited. */
  static boolean mayHaveSecondPayment(PendingCollection collection, PromptWords words) {
    return collection
        .creditedAs()
        .filter(reference -> !words.otherPayments(reference).isEmpty())
        .isPresent();
  }

  /**
   * The ids by which words are believed. Of a credited collection those of the prompt that was
   * paid: the end of another one tells nothing about the credit.
   */
  static List<String> believed(PendingCollection collection, PromptWords words) {
    List<String> credited = credited(collection, words);
    return credited.isEmpty()
        ? collection.networkIds()
        : collection.networkIds().stream().filter(credited::contains).toList();
  }

  /** The ids of the prompt of the credited payment, where they are known. */
  static List<String> credited(PendingCollection collection, PromptWords words) {
    return collection
        .creditedAs()
        .map(
            reference ->
                Stream.concat(
                        collection.networkIds().stream().filter(reference::equals),
                        words.creditedPrompts(reference).stream())
                    .distinct()
                    .toList())
        .orElse(List.of());
  }

  /**
   * The ids to ask about, another one first at each poll, because a question without a clear answer
   * is the last one.
   */
  static List<String> inQuestion(PendingCollection collection, PromptWords words) {
    List<String> ids = ids(collection, words);
    int first = ids.isEmpty() ? 0 : collection.calls() % ids.size();
    return Stream.concat(ids.stream().skip(first), ids.stream().limit(first)).toList();
  }

  /**
   * Beside an acknowledged prompt those alone that are said to be paid. An id that was noted by an
   * answer is one of them still: the credit may have failed after the note. The acknowledged one
   * has its turn too: of another one the network may never speak clearly.
   */
  private static List<String> ids(PendingCollection collection, PromptWords words) {
    List<String> known = collection.networkIds();
    List<String> paid = words.paidPrompts();
    if (collection.isCredited()) {
      return collection.creditedAs().map(words::otherPayments).orElse(List.of());
    }
    if (known.isEmpty()) {
      return words.prompts();
    }
    return paid.isEmpty()
        ? paid
        : Stream.concat(paid.stream(), known.stream().limit(1)).distinct().toList();
  }
}
