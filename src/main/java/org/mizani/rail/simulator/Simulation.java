package org.mizani.rail.simulator;

import io.smallrye.mutiny.Uni;
import java.net.ConnectException;
import java.time.Duration;

/**
 * Answers as the network of a behaviour would. What becomes of an instruction follows from the
 * behaviour and the instruction's age alone, so the sandbox forgets nothing at a restart and every
 * pod tells the same story.
 */
final class Simulation {

  private final SimulatorConfig config;

  Simulation(SimulatorConfig config) {
    this.config = config;
  }

  /**
   * The answer to one call.
   *
   * @param age of the instruction
   * @param first whether this call is to begin it, rather than to ask for it
   */
  <T> Uni<T> answer(Behaviour behaviour, Duration age, boolean first, T success, T failure) {
    return switch (behaviour) {
      case PAYS -> whenAged(config.answersAfter(), age, success);
      case FAILS -> whenAged(config.answersAfter(), age, failure);
      case NEVER_ANSWERS -> Uni.createFrom().nothing();
      case TIMES_OUT_BUT_PAYS ->
          first ? Uni.createFrom().nothing() : Uni.createFrom().item(success);
      case ANSWERS_LATE -> whenAged(config.slowAnswersAfter(), age, success);
      case REFUSES_CONNECTIONS_AT_FIRST ->
          age.compareTo(config.refusesFor()) < 0
              ? Uni.createFrom().failure(new ConnectException("connection refused by the sandbox"))
              : Uni.createFrom().item(success);
    };
  }

  private static <T> Uni<T> whenAged(Duration due, Duration age, T outcome) {
    Duration wait = due.minus(age);
    Uni<T> answer = Uni.createFrom().item(outcome);
    return wait.isNegative() || wait.isZero() ? answer : answer.onItem().delayIt().by(wait);
  }
}
