package org.mizani.rail.pawapay;

import java.net.URI;
import java.security.PublicKey;
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Random;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.function.Supplier;

/**
 * Conduct of a {@link PawapayStandIn}, which may be changed while it runs. By default it answers
 * and settles at once, without faults, signatures, or callbacks.
 */
public final class StandInConduct {

  /** Fault of one answer. */
  public enum AnswerFault {
    NONE,
    /** The connection breaks before the request has an effect. */
    LOST_BEFORE,
    /** The connection breaks after the effect. */
    LOST_AFTER,
    /** The effect, and then 500 with {@code UNKNOWN_ERROR}. */
    ERROR_AFTER,
    /** The effect, and then 200 with HTML. */
    PAGE_AFTER,
    /** The effect, and an answer with a late last byte. */
    SLOW_LAST_BYTE,
    /** No effect, and 503 with text. */
    MAINTENANCE,
    /** No effect, and 429 with a page: too many requests. */
    LIMITED;

    /** Whether the request has its effect. */
    boolean hasEffect() {
      return this != LOST_BEFORE && this != MAINTENANCE && this != LIMITED;
    }
  }

  /** Fault of one payment's callback. */
  public enum CallbackFault {
    NONE,
    /** It comes before the answer to the submission. */
    EARLY,
    TWICE,
    NEVER,
    /** It waits for the callback of a later payment. */
    REORDERED,
    /** A forged callback comes first. It has the opposite outcome, and names the right key. */
    FORGED
  }

  /** Source of faults. */
  public interface Plan<T> extends Supplier<T> {

    /** Returns a plan with this fault every time. */
    static <T> Plan<T> always(T fault) {
      return () -> fault;
    }

    /** Returns a plan with these faults in their order, and then with the last one for ever. */
    static <T> Plan<T> inTurn(List<T> faults) {
      ConcurrentLinkedQueue<T> rest = new ConcurrentLinkedQueue<>(faults);
      T last = faults.get(faults.size() - 1);
      return () -> Optional.ofNullable(rest.poll()).orElse(last);
    }

    /**
     * Returns a plan with each fault at its probability.
     *
     * @param percents at most 100 in total
     * @param otherwise fault of all other draws
     * @param seed that repeats the faults
     */
    static <T> Plan<T> sometimes(Map<T, Integer> percents, T otherwise, long seed) {
      Random random = new Random(seed);
      // The order of a map of enums differs from run to run.
      List<Map.Entry<T, Integer>> faults =
          percents.entrySet().stream()
              .sorted(Comparator.comparing(fault -> fault.getKey().toString()))
              .toList();
      return () -> {
        int left = random.nextInt(100);
        for (Map.Entry<T, Integer> fault : faults) {
          left -= fault.getValue();
          if (left < 0) {
            return fault.getKey();
          }
        }
        return otherwise;
      };
    }
  }

  private static final String WORDS = "as the number asked for";
  private static final Duration LAST_BYTE_AFTER = Duration.ofMillis(300);
  private static final Duration CALLS_BACK_AGAIN_AFTER = Duration.ofMillis(200);

  volatile Duration answersAfter = Duration.ZERO;
  volatile Duration settlesAfter = Duration.ZERO;
  volatile Duration lastByteAfter = LAST_BYTE_AFTER;
  volatile Duration callsBackAgainAfter = CALLS_BACK_AGAIN_AFTER;
  volatile Plan<AnswerFault> submissions = Plan.always(AnswerFault.NONE);
  volatile Plan<AnswerFault> questions = Plan.always(AnswerFault.NONE);
  volatile Plan<CallbackFault> callbacks = Plan.always(CallbackFault.NONE);
  volatile String words = WORDS;
  volatile Optional<String> token = Optional.empty();
  volatile Map<String, PublicKey> signers = Map.of();
  final Map<Provider, String> states = new ConcurrentHashMap<>();
  private final Map<PaymentKind, URI> callbackUrls = new EnumMap<>(PaymentKind.class);

  /** Sets all conduct back to its defaults. */
  synchronized void reset() {
    answersAfter = Duration.ZERO;
    settlesAfter = Duration.ZERO;
    lastByteAfter = LAST_BYTE_AFTER;
    callsBackAgainAfter = CALLS_BACK_AGAIN_AFTER;
    submissions = Plan.always(AnswerFault.NONE);
    questions = Plan.always(AnswerFault.NONE);
    callbacks = Plan.always(CallbackFault.NONE);
    words = WORDS;
    token = Optional.empty();
    signers = Map.of();
    states.clear();
    callbackUrls.clear();
  }

  /** Time from a request to its answer. */
  public StandInConduct answersAfter(Duration time) {
    answersAfter = time;
    return this;
  }

  /** Time from the acceptance of a payment until it is final. */
  public StandInConduct settlesAfter(Duration time) {
    settlesAfter = time;
    return this;
  }

  /** Time from the first bytes of a slow answer to its last. */
  public StandInConduct lastByteAfter(Duration time) {
    lastByteAfter = time;
    return this;
  }

  /** Time until a callback that was not answered with 2xx is sent again, at most four times. */
  public StandInConduct callsBackAgainAfter(Duration time) {
    callsBackAgainAfter = time;
    return this;
  }

  /** Faults of the answers to submissions. */
  public StandInConduct submissions(Plan<AnswerFault> plan) {
    submissions = plan;
    return this;
  }

  /** Faults of the answers to queries. */
  public StandInConduct questions(Plan<AnswerFault> plan) {
    questions = plan;
    return this;
  }

  /** Faults of callbacks. */
  public StandInConduct callbacks(Plan<CallbackFault> plan) {
    callbacks = plan;
    return this;
  }

  /** Destination of the callbacks of one kind of payment. */
  public synchronized StandInConduct callsBack(PaymentKind kind, URI url) {
    callbackUrls.put(kind, url);
    return this;
  }

  /** State of a network, such as {@code CLOSED}, which is reported only: payments go on. */
  public StandInConduct state(Provider network, String state) {
    states.put(network, state);
    return this;
  }

  /** Words about a payment that has failed. */
  public StandInConduct words(String aboutFailures) {
    words = aboutFailures;
    return this;
  }

  /** The only bearer token that is accepted. */
  public StandInConduct token(String only) {
    token = Optional.of(only);
    return this;
  }

  /** The key with which submissions have to be signed. */
  public StandInConduct verifies(String keyId, PublicKey key) {
    signers = Map.of(keyId, key);
    return this;
  }

  synchronized Optional<URI> callbackUrl(PaymentKind kind) {
    return Optional.ofNullable(callbackUrls.get(kind));
  }
}
