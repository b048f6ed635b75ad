package org.mizani.rail.simulator;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.net.ConnectException;
import java.time.Duration;
import java.util.Locale;
import java.util.UUID;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.mizani.rail.RailCapabilities;

/**
 * Simulated network of the test environment. Its answers follow from the behaviour and the age of
 * an instruction alone, so a restart changes nothing and all pods give the same answer.
 */
@Singleton
final class Simulation {

  static final String RAIL = "simulator";

  /** It has every instruction as soon as it is called. */
  static final RailCapabilities CAPABILITIES = new RailCapabilities(true, Duration.ZERO);

  private static final String TEST_ENVIRONMENT = "test";

  private final SimulatorConfig config;
  private final boolean connected;

  Simulation(
      SimulatorConfig config, @ConfigProperty(name = "payments.environment") String environment) {
    this.config = config;
    this.connected = environment.equalsIgnoreCase(TEST_ENVIRONMENT);
  }

  /** Behaviour of the network towards one recipient. */
  enum Behaviour {
    PAYS,
    FAILS,
    NEVER_ANSWERS,
    TIMES_OUT_BUT_PAYS,
    ANSWERS_LATE,
    REFUSES_CONNECTIONS_AT_FIRST
  }

  /** Whether this is the test environment; no other has the simulated rails. */
  boolean isConnected() {
    return connected;
  }

  /**
   * The answer to one call.
   *
   * @param age of the instruction
   * @param first whether this call submits the instruction rather than asks for its outcome
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

  /** The time until a payout of this age comes back, once it has been paid. */
  Duration untilReturned(Duration age) {
    Duration paidAt = age.compareTo(config.answersAfter()) < 0 ? config.answersAfter() : age;
    Duration left = config.returnsAfter().minus(paidAt);
    return left.isNegative() ? Duration.ZERO : left;
  }

  /** A receipt number like those of the networks, the same from all pods. */
  static String receiptOf(UUID instruction) {
    String digits =
        Long.toUnsignedString(instruction.getLeastSignificantBits(), Character.MAX_RADIX);
    return "SBX" + digits.toUpperCase(Locale.ROOT);
  }

  private static <T> Uni<T> whenAged(Duration due, Duration age, T outcome) {
    Duration wait = due.minus(age);
    Uni<T> answer = Uni.createFrom().item(outcome);
    return wait.isNegative() || wait.isZero() ? answer : answer.onItem().delayIt().by(wait);
  }
}
