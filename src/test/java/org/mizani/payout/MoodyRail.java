package org.mizani.payout;

import io.smallrye.mutiny.Uni;
import jakarta.enterprise.inject.Alternative;
import jakarta.inject.Singleton;
import java.net.ConnectException;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.CopyOnWriteArrayList;
import org.eclipse.microprofile.faulttolerance.exceptions.CircuitBreakerOpenException;
import org.mizani.corridor.Channel;
import org.mizani.corridor.Country;
import org.mizani.rail.CollectionInstruction;
import org.mizani.rail.CollectionOutcome;
import org.mizani.rail.CollectionOutcome.Collected;
import org.mizani.rail.CollectionRail;
import org.mizani.rail.FailureCode;
import org.mizani.rail.PayoutInstruction;
import org.mizani.rail.PayoutOutcome;
import org.mizani.rail.PayoutRail;
import org.mizani.rail.RailCapabilities;
import org.mizani.rail.RecipientLookup;

/** Serves every corridor before the sandbox does, in the mood that a test puts it in. */
@Alternative
@Singleton
public class MoodyRail implements PayoutRail, CollectionRail {

  enum Mood {
    PAYS,
    DECLINES,
    DOES_NOT_KNOW_YET,
    /** It answers once it is in another mood, as that one has it. */
    HOLDS_ITS_ANSWERS,
    /** It tells what a test has it tell. */
    TELLS,
    /** It never says who a recipient is, and is to pay none. */
    HIDES_RECIPIENTS,
    /** Nothing that it is given arrives. */
    LOSES_ALL,
    NEVER_ANSWERS,
    REFUSES_CONNECTIONS,
    HAS_AN_OPEN_BREAKER_OF_ITS_OWN
  }

  /** A call that reached it. */
  record Call(String what, UUID id) {}

  private final List<Call> calls = new CopyOnWriteArrayList<>();
  private volatile CompletableFuture<Void> otherMood = new CompletableFuture<>();
  private volatile Mood mood = Mood.PAYS;
  private volatile PayoutOutcome payout = new PayoutOutcome.Unknown("under way");
  private volatile CollectionOutcome collection = new CollectionOutcome.Unknown("under way");
  private volatile RailCapabilities capabilities = new RailCapabilities(true, Duration.ZERO);

  /** From now on it behaves like this. */
  void become(Mood mood) {
    this.mood = mood;
    CompletableFuture<Void> waited = otherMood;
    otherMood = new CompletableFuture<>();
    waited.completeAsync(() -> null);
  }

  /** From now on it tells this of payouts. */
  public void tell(PayoutOutcome outcome) {
    payout = outcome;
    become(Mood.TELLS);
  }

  /** From now on it tells this of collections. */
  public void tell(CollectionOutcome outcome) {
    collection = outcome;
    become(Mood.TELLS);
  }

  /** From now on it declares this; before, that it pays a reference once, and knows it at once. */
  void declare(RailCapabilities capabilities) {
    this.capabilities = capabilities;
  }

  /** How often it was called. */
  int calls() {
    return calls.size();
  }

  /** What it was called for about this one, in order. */
  List<String> callsFor(String id) {
    return calls.stream()
        .filter(call -> call.id().equals(UUID.fromString(id)))
        .map(Call::what)
        .toList();
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
    return mood == Mood.HIDES_RECIPIENTS
        ? Optional.of(recipient -> Uni.createFrom().nothing())
        : Optional.empty();
  }

  @Override
  public Uni<PayoutOutcome> submit(PayoutInstruction instruction) {
    return payout("submit", instruction);
  }

  @Override
  public Uni<PayoutOutcome> ask(PayoutInstruction instruction) {
    return payout("ask", instruction);
  }

  @Override
  public Uni<CollectionOutcome> prompt(CollectionInstruction instruction) {
    return collection("prompt", instruction);
  }

  @Override
  public Uni<CollectionOutcome> ask(CollectionInstruction instruction) {
    return collection("ask", instruction);
  }

  private Uni<PayoutOutcome> payout(String what, PayoutInstruction instruction) {
    calls.add(new Call(what, instruction.serviceReference()));
    return answer(
        new PayoutOutcome.Paid(),
        new PayoutOutcome.Failed(FailureCode.REFUSED, "declined"),
        new PayoutOutcome.Unknown("under way"),
        new PayoutOutcome.NotFound(),
        payout);
  }

  private Uni<CollectionOutcome> collection(String what, CollectionInstruction instruction) {
    calls.add(new Call(what, instruction.collectionId()));
    return answer(
        new Collected("R1", Optional.empty()),
        new CollectionOutcome.Declined(FailureCode.CUSTOMER_DECLINED, "declined"),
        new CollectionOutcome.Unknown("under way"),
        new CollectionOutcome.NotFound(),
        collection);
  }

  private <T> Uni<T> answer(T success, T failure, T unknown, T notFound, T told) {
    return switch (mood) {
      case PAYS -> Uni.createFrom().item(success);
      case HOLDS_ITS_ANSWERS -> {
        CompletableFuture<Void> ended = otherMood;
        yield Uni.createFrom()
            .completionStage(() -> ended)
            .chain(() -> answer(success, failure, unknown, notFound, told));
      }
      case TELLS -> Uni.createFrom().item(told);
      case HIDES_RECIPIENTS -> throw new AssertionError("nobody is to be paid");
      case DECLINES -> Uni.createFrom().item(failure);
      case DOES_NOT_KNOW_YET -> Uni.createFrom().item(unknown);
      case LOSES_ALL -> Uni.createFrom().item(notFound);
      case NEVER_ANSWERS -> Uni.createFrom().nothing();
      case REFUSES_CONNECTIONS -> Uni.createFrom().failure(new ConnectException("refused"));
      case HAS_AN_OPEN_BREAKER_OF_ITS_OWN ->
          Uni.createFrom().failure(new CircuitBreakerOpenException("its second step"));
    };
  }
}
