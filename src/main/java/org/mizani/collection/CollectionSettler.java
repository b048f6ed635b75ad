package org.mizani.collection;

import io.quarkus.runtime.ShutdownDelayInitiatedEvent;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Uni;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import org.mizani.rail.CollectionOutcome;
import org.mizani.rail.CollectionRail;
import org.mizani.rail.RailAway;
import org.mizani.rail.RailGuard;
import org.mizani.work.Lease;
import org.mizani.work.LeasedWork;

/**
 * Brings collections to their end. The customer is prompted once, at the first call of the rail;
 * every later one asks what became of the prompt, under the same id. What the answers mean is for
 * {@link CollectionEnding}.
 */
@Singleton
final class CollectionSettler implements LeasedWork.Task<PendingCollection> {

  private final CollectionClaims claims;
  private final CollectionEnding ending;
  private final RailGuard<CollectionRail, CollectionOutcome> guard;
  private final CollectionConfig config;
  private final LeasedWork<PendingCollection> work;

  CollectionSettler(
      CollectionClaims claims,
      CollectionEnding ending,
      RailGuard<CollectionRail, CollectionOutcome> guard,
      CollectionConfig config) {
    if (config.shortestPrompt().compareTo(config.expiresAfter()) >= 0) {
      throw new IllegalArgumentException(
          "payments.collection.shortest-prompt must be shorter than"
              + " payments.collection.expires-after.");
    }
    config.settlement().requireRoomFor(config.settlement().railTimeout());
    this.claims = claims;
    this.ending = ending;
    this.guard = guard;
    this.config = config;
    this.work =
        new LeasedWork<>("Settling collections", this, ending.leases(), config.settlement());
  }

  /** See {@link LeasedWork#reserve()}. */
  boolean reserve() {
    return work.reserve();
  }

  /** The collection of a reservation was not created. */
  void giveBackReservation() {
    work.giveBackReservation();
  }

  /** Takes on a collection that has a reservation and a lease. */
  void takeOn(PendingCollection collection) {
    work.takeOn(collection);
  }

  @Scheduled(
      every = "${payments.collection.settlement.every}",
      concurrentExecution = ConcurrentExecution.SKIP)
  Uni<Void> takeOnDueCollections() {
    return work.takeOnDue();
  }

  void drain(@Observes ShutdownDelayInitiatedEvent event) {
    work.drain();
  }

  void stop(@Observes @Priority(1) ShutdownEvent event) {
    work.stop();
  }

  @Override
  public Uni<List<PendingCollection>> claim(int most, Duration lease) {
    return claims.claim(most, lease);
  }

  @Override
  public Lease leaseOf(PendingCollection collection) {
    return collection.lease();
  }

  @Override
  public Uni<Void> workOn(PendingCollection collection) {
    if (!collection.isReadable()) {
      return ending.leaveUnread(collection);
    }
    Duration left = collection.expiresIn();
    if (collection.isUnprompted() && left.compareTo(config.shortestPrompt()) < 0) {
      return ending.leaveUnprompted(collection);
    }
    return answer(collection, timeout(collection.status(), left))
        .chain(outcome -> ending.apply(collection, outcome))
        .onFailure(RailAway.class)
        .recoverWithUni(away -> ending.putOff(collection, away.retryAfter()));
  }

  /**
   * How long a rail may take. A pending collection waits no longer than its customer has; once the
   * time is up the rail is asked one last time, briefly, so that an approval which nobody has heard
   * of yet is not told as a cancellation.
   */
  private Duration timeout(CollectionStatus status, Duration left) {
    Duration usual = config.settlement().railTimeout();
    boolean expired = left.isNegative() || left.isZero();
    Duration longest = expired ? config.lastAnswerWithin() : left;
    return status.isFinal() || usual.compareTo(longest) < 0 ? usual : longest;
  }

  private Uni<CollectionOutcome> answer(PendingCollection collection, Duration timeout) {
    return guard.call(
        collection.rail(),
        rail ->
            collection.isUnprompted()
                ? rail.prompt(collection.instruction())
                : rail.ask(collection.instruction()),
        timeout);
  }
}
