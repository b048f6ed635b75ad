package org.mizani.rail;

import java.time.Duration;
import java.util.Optional;

/**
 * Refusal of a call: the guard did not call the rail, or a connector knows for certain that its
 * network has taken nothing of the call.
 */
public final class RailAway extends RuntimeException {

  private enum Kind {
    NOT_CALLED,
    PAUSED,
    BUSY,
    NOT_TAKEN,
    PARTLY
  }

  private final transient Duration retryAfter;
  private final transient Optional<PauseReason> pause;
  private final Kind kind;

  private RailAway(String rail, Duration retryAfter, Optional<PauseReason> pause, Kind kind) {
    super("rail " + rail + (kind == Kind.BUSY ? " is busy" : " is away"), null, false, false);
    this.retryAfter = retryAfter;
    this.pause = pause;
    this.kind = kind;
  }

  /**
   * Of a rail that was not called.
   *
   * @param retryAfter the longest time until it is called again
   */
  public static RailAway notCalled(String rail, Duration retryAfter) {
    return new RailAway(rail, retryAfter, Optional.empty(), Kind.NOT_CALLED);
  }

  /**
   * Of a rail that was not called because it pauses, or calls are held.
   *
   * @param retryAfter the time after which is looked whether it goes on
   */
  public static RailAway paused(String rail, Duration retryAfter) {
    return new RailAway(rail, retryAfter, Optional.empty(), Kind.PAUSED);
  }

  /**
   * Of a rail that answers, and was not called because this call's turn did not come in time.
   *
   * @param retryAfter the time until a turn is likely
   */
  public static RailAway busy(String rail, Duration retryAfter) {
    return new RailAway(rail, retryAfter, Optional.empty(), Kind.BUSY);
  }

  /**
   * Of a network that has taken nothing for certain, because of a limit, say.
   *
   * @param retryAfter the time until it may take it
   */
  public static RailAway notTaken(String rail, Duration retryAfter) {
    return new RailAway(rail, retryAfter, Optional.empty(), Kind.NOT_TAKEN);
  }

  /** Of a network that has taken nothing for certain, and will not take the next payout either. */
  public static RailAway notTaken(String rail, Duration retryAfter, PauseReason pause) {
    return new RailAway(rail, retryAfter, Optional.of(pause), Kind.NOT_TAKEN);
  }

  /**
   * Of a network that has taken nothing for certain because a part of it is away, such as one of
   * the operators that it reaches. It takes the calls for the others.
   *
   * @param retryAfter the time until it may take it
   */
  public static RailAway partlyAway(String rail, Duration retryAfter) {
    return new RailAway(rail, retryAfter, Optional.empty(), Kind.PARTLY);
  }

  /** The time after which the call is made again. */
  public Duration retryAfter() {
    return retryAfter;
  }

  /** Whether the rail answers, and only the turn of this call did not come in time. */
  public boolean isBusy() {
    return kind == Kind.BUSY;
  }

  /** Whether the rail was not called, and not for want of a turn. */
  public boolean isNotCalled() {
    return kind == Kind.NOT_CALLED || kind == Kind.PAUSED;
  }

  /**
   * Whether the rail was not called because it paused or calls were held, or its network refused
   * the call for a reason to pause. Operators may have ended the pause since: what follows from
   * this refusal must not depend on a second look.
   */
  public boolean isPaused() {
    return kind == Kind.PAUSED || pause.isPresent();
  }

  /** Whether the network was called, and has taken nothing. */
  public boolean isNotTaken() {
    return kind == Kind.NOT_TAKEN || isPartly();
  }

  /** Whether the network was called, and takes the calls for other parts of it. */
  public boolean isPartly() {
    return kind == Kind.PARTLY;
  }

  /** Why the rail has to pause, if it has to. */
  public Optional<PauseReason> pause() {
    return pause;
  }
}
