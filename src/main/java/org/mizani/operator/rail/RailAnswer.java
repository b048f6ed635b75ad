package org.mizani.operator.rail;

import java.time.Instant;
import java.util.List;
import java.util.Objects;
import org.mizani.http.Masked;
import org.mizani.rail.guard.RailPause;

/**
 * Rail as operators read it.
 *
 * @param pays whether payouts go out by it
 * @param collects whether it prompts customers
 * @param pauses why its payouts wait; none if they do not
 */
public record RailAnswer(String name, boolean pays, boolean collects, List<Pause> pauses) {

  /**
   * Pause of its payouts.
   *
   * @param reason {@code out_of_funds}, {@code credentials}, {@code initiator} or {@code operator}
   * @param words of the network or the operator; a mask once they were erased
   */
  public record Pause(String reason, String words, Instant pausedAt) {

    static Pause of(RailPause pause) {
      return new Pause(
          pause.reason().code(),
          Objects.requireNonNullElseGet(pause.words(), Masked::unreadable),
          pause.pausedAt());
    }
  }
}
