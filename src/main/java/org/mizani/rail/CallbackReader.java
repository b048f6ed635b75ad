package org.mizani.rail;

import io.smallrye.mutiny.Uni;
import java.util.List;
import java.util.Optional;

/** Reader of one rail's callbacks, part of its connector. */
public interface CallbackReader {

  /** Answer to a callback that was stored, in the network's form. */
  record Acknowledgement(int status, String contentType, String body) {}

  /** Whether this is the part of the path that only the network knows. */
  boolean isSecret(String secret);

  /** Whether callbacks may come from this source. */
  boolean isAllowedSource(String address);

  /** Whether the network signs its callbacks, so that they count from any source. */
  default boolean isSigned() {
    return false;
  }

  /** Names of headers that a word of the network needs beside its body. */
  default List<String> headers() {
    return List.of();
  }

  /** The answer to a callback that was stored. */
  Acknowledgement acknowledgement();

  /**
   * The payment that a callback without a path of its own speaks about, by the network's word
   * alone: it is only woken by it.
   */
  Optional<CallbackSubject> subjectOf(ReceivedCallback callback);

  /**
   * Whether a callback may say something definite. An answer to a question that decides nothing
   * does not: however many of them come, they never hide a word that does.
   */
  default boolean speaks(ReceivedCallback callback) {
    return true;
  }

  /**
   * Whether a callback is worked on at once. The answer to a question that decides nothing is not:
   * the next question has its time in the schedule.
   */
  default boolean wakes(ReceivedCallback callback) {
    return speaks(callback);
  }

  /**
   * Whether a callback may say that a payout came back. It is acknowledged only once the payout has
   * been woken, durably: the network repeats it otherwise, and nothing else asks about a success.
   */
  default boolean tellsReturn(ReceivedCallback callback) {
    return false;
  }

  /** What a callback says, or empty if it says nothing about a payment or balances. */
  Uni<Optional<CallbackWord>> read(ReceivedCallback callback);
}
