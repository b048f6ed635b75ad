package org.mizani.payout;

import io.smallrye.mutiny.Uni;
import jakarta.enterprise.inject.Alternative;
import jakarta.inject.Singleton;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.microprofile.faulttolerance.exceptions.CircuitBreakerOpenException;
import org.mizani.corridor.Channel;
import org.mizani.corridor.Country;
import org.mizani.rail.CollectionInstruction;
import org.mizani.rail.CollectionOutcome;
import org.mizani.rail.CollectionOutcome.Collected;
import org.mizani.rail.CollectionRail;
import org.mizani.rail.FailureCode;
import org.mizani.rail.PauseReason;
import org.mizani.rail.PayoutInstruction;
import org.mizani.rail.PayoutOutcome;
import org.mizani.rail.PayoutRail;
import org.mizani.rail.RailAway;
import org.mizani.rail.RailCapabilities;
import org.mizani.rail.RecipientLookup;
import org.mizani.rail.SendWindow;

/** Rail that serves every corridor before the simulator does, and behaves as a test has set it. */
@Alternative
@Singleton
public class ScriptedRail implements PayoutRail, CollectionRail {

  /** Behaviour of the rail. */
  public enum Behaviour {
    PAYS,
    DECLINES,
    DOES_NOT_KNOW_YET,
    /** Holds its answers until the next behaviour is set, and then answers by that one. */
    HOLDS_ITS_ANSWERS,
    /** Answers with the outcome that the test has set. */
    ANSWERS_AS_SET,
    /** Never answers a recipient lookup; a payout call fails the test. */
    HIDES_RECIPIENTS,
    /** Loses every submission and prompt, and finds none of them. */
    LOSES_ALL,
    NEVER_ANSWERS,
    REFUSES_CONNECTIONS,
    /** Is not reached, as its guard says. */
    IS_AWAY,
    /**
     * Was pausing when it was to be called, as its guard says; the pause has been cleared since.
     */
    WAS_PAUSING,
    /** Has no turn for a call in time, as its guard says. */
    IS_BUSY,
    /** Refuses our credential, for which its guard pauses it. */
    REFUSES_OUR_CREDENTIAL,
    HAS_AN_OPEN_BREAKER_OF_ITS_OWN
  }

  private static final Duration RETRY_AFTER = Duration.ofMinutes(5);

  /** Call that reached the rail. */
  record Call(String operation, UUID id, Behaviour behaviour) {}

  private final List<Call> calls = new CopyOnWriteArrayList<>();
  private final Map<UUID, SendWindow> windows = new ConcurrentHashMap<>();
  private volatile CompletableFuture<Void> nextBehaviour = new CompletableFuture<>();
  private volatile Behaviour behaviour = Behaviour.PAYS;
  private volatile PayoutOutcome payout = new PayoutOutcome.Unknown("under way");
  private volatile CollectionOutcome collection = new CollectionOutcome.Unknown("under way");
  private volatile RailCapabilities capabilities = new RailCapabilities(true, Duration.ZERO);

  /** Sets the behaviour from now on. */
  public void behave(Behaviour behaviour) {
    this.behaviour = behaviour;
    CompletableFuture<Void> waited = nextBehaviour;
    nextBehaviour = new CompletableFuture<>();
    waited.completeAsync(() -> null);
  }

  /** Sets the outcome of calls about payouts from now on. */
  public void answerWith(PayoutOutcome outcome) {
    payout = outcome;
    behave(Behaviour.ANSWERS_AS_SET);
  }

  /** Sets the outcome of calls about collections from now on. */
  public void answerWith(CollectionOutcome outcome) {
    collection = outcome;
    behave(Behaviour.ANSWERS_AS_SET);
  }

  /** Sets the declared capabilities; the default is idempotent, and finds a payment at once. */
  public void declare(RailCapabilities capabilities) {
    this.capabilities = capabilities;
  }

  /** The number of calls. */
  int calls() {
    return calls.size();
  }

  /** The operations called for this payout or collection, in order. */
  public List<String> callsFor(String id) {
    return calls.stream()
        .filter(call -> call.id().equals(UUID.fromString(id)))
        .map(Call::operation)
        .toList();
  }

  /** The window in which this payout, or prompt, could be given to the network last. */
  Optional<SendWindow> windowOf(String id) {
    return Optional.ofNullable(windows.get(UUID.fromString(id)));
  }

  /** Whether it was called for this payout or collection while it behaved like this. */
  boolean wasCalledDuring(Behaviour behaviour, String id) {
    return calls.stream()
        .filter(call -> call.behaviour() == behaviour)
        .anyMatch(call -> call.id().equals(UUID.fromString(id)));
  }

  @Override
  public String name() {
    return "moody";
  }

  @Override
  public RailCapabilities capabilities() {
    return capabilities;
  }

  @Override
  public boolean serves(Country country, Channel channel) {
    return true;
  }

  @Override
  public boolean collects(Country country, Optional<String> operator) {
    return true;
  }

  @Override
  public Optional<RecipientLookup> recipientLookup(Channel channel) {
    return behaviour == Behaviour.HIDES_RECIPIENTS
        ? Optional.of(recipient -> Uni.createFrom().nothing())
        : Optional.empty();
  }

  @Override
  public Uni<PayoutOutcome> submit(PayoutInstruction instruction, SendWindow window) {
    windows.put(instruction.serviceReference(), window);
    return window.send(name(), () -> payout("submit", instruction));
  }

  @Override
  public Uni<PayoutOutcome> ask(PayoutInstruction instruction) {
    return payout("ask", instruction);
  }

  @Override
  public Uni<CollectionOutcome> prompt(CollectionInstruction instruction, SendWindow window) {
    windows.put(instruction.collectionId(), window);
    return window.send(name(), () -> collection("prompt", instruction));
  }

  @Override
  public Uni<CollectionOutcome> ask(CollectionInstruction instruction) {
    return collection("ask", instruction);
  }

  private Uni<PayoutOutcome> payout(String operation, PayoutInstruction instruction) {
    calls.add(new Call(operation, instruction.serviceReference(), behaviour));
    return answer(
        new PayoutOutcome.Paid(),
        new PayoutOutcome.Failed(FailureCode.REFUSED, "declined"),
        new PayoutOutcome.Unknown("under way"),
        new PayoutOutcome.NotFound(),
        payout);
  }

  private Uni<CollectionOutcome> collection(String operation, CollectionInstruction instruction) {
    calls.add(new Call(operation, instruction.collectionId(), behaviour));
    return answer(
        new Collected("R1", Optional.empty()),
        new CollectionOutcome.Declined(FailureCode.CUSTOMER_DECLINED, "declined"),
        new CollectionOutcome.Unknown("under way"),
        new CollectionOutcome.NotFound(),
        collection);
  }

  private <T> Uni<T> answer(T success, T failure, T unknown, T notFound, T asSet) {
    return switch (behaviour) {
      case PAYS -> Uni.createFrom().item(success);
      case HOLDS_ITS_ANSWERS -> {
        CompletableFuture<Void> ended = nextBehaviour;
        yield Uni.createFrom()
            .completionStage(() -> ended)
            .chain(() -> answer(success, failure, unknown, notFound, asSet));
      }
      case ANSWERS_AS_SET -> Uni.createFrom().item(asSet);
      case HIDES_RECIPIENTS -> throw new AssertionError("nobody is to be paid");
      case DECLINES -> Uni.createFrom().item(failure);
      case DOES_NOT_KNOW_YET -> Uni.createFrom().item(unknown);
      case LOSES_ALL -> Uni.createFrom().item(notFound);
      case NEVER_ANSWERS -> Uni.createFrom().nothing();
      case REFUSES_CONNECTIONS -> Uni.createFrom().failure(new ConnectException("refused"));
      case IS_AWAY -> Uni.createFrom().failure(RailAway.notCalled(name(), RETRY_AFTER));
      case WAS_PAUSING -> Uni.createFrom().failure(RailAway.paused(name(), RETRY_AFTER));
      case IS_BUSY -> Uni.createFrom().failure(RailAway.busy(name(), RETRY_AFTER));
      case REFUSES_OUR_CREDENTIAL ->
          Uni.createFrom().failure(RailAway.notTaken(name(), RETRY_AFTER, PauseReason.CREDENTIALS));
      case HAS_AN_OPEN_BREAKER_OF_ITS_OWN ->
          Uni.createFrom().failure(new CircuitBreakerOpenException("its second step"));
    };
  }
}
