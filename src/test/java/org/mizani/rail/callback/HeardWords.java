package org.mizani.rail.callback;

import java.time.Instant;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.mizani.rail.CallbackSubject;
import org.mizani.rail.CallbackSubject.Kind;
import org.mizani.rail.CallbackWord;
import org.mizani.rail.CollectionOutcome;
import org.mizani.rail.ReceivedCallback;

/** Words about a collection that are not signed, as if they had come to its path. */
public final class HeardWords {

  private static final ReceivedCallback CALLBACK =
      new ReceivedCallback("POST", "", "/", Map.of(), new byte[0], Optional.empty(), Instant.EPOCH);

  private HeardWords() {}

  /** The words about a collection, the youngest first. */
  public static PromptWords about(UUID collection, CallbackWord... words) {
    CallbackSubject subject = new CallbackSubject(Kind.COLLECTION, collection);
    List<Words.Heard> heard =
        Arrays.stream(words)
            .map(
                word ->
                    new Words.Heard(
                        new StoredCallback(
                            UUID.randomUUID(),
                            "kenya",
                            Optional.of(subject),
                            true,
                            true,
                            true,
                            "127.0.0.1",
                            CALLBACK),
                        word))
            .toList();
    return new PromptWords(subject, heard);
  }

  /** A word that the prompt of this id has this outcome. */
  public static CallbackWord of(String networkId, CollectionOutcome outcome) {
    return CallbackWord.of(Set.of(networkId), false, outcome);
  }
}
