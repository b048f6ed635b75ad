package org.mizani.collection;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.ZoneOffset;
import java.util.Optional;
import java.util.UUID;
import java.util.function.Supplier;
import org.jboss.logging.Logger;
import org.mizani.collection.record.Collection;
import org.mizani.collection.record.CollectionStatus;
import org.mizani.database.Database;
import org.mizani.database.NewestRead;
import org.mizani.fault.ApiFault;
import org.mizani.fault.OperatorFault;
import org.mizani.log.JobHealth;
import org.mizani.rail.CollectionOutcome;
import org.mizani.work.Lease;

/** Flags of collections that an operator has to look into. */
@Singleton
public final class FlaggedCollections {

  private static final String FLAG =
      "UPDATE collection SET flagged = true, flagged_at = now() WHERE id = $1";

  private static final String FLAG_ONCE =
      """
      UPDATE collection SET flagged = true, flagged_at = now()
      WHERE id = $1 AND NOT flagged AND (known_until IS NULL OR known_until < $2)
      RETURNING id
      """;

  /**
   * The rail never told the outcome: no more polls, an operator has to find out. The collection is
   * locked first, as in {@link CollectionSettlement}. What its row has to tell is read as the row
   * is deleted: a network id may have been noted since the statement began.
   */
  private static final String GIVE_UP =
      """
      WITH final AS MATERIALIZED (
        SELECT id FROM collection WHERE id = $1 AND status <> 'pending' FOR NO KEY UPDATE
      ), ended AS (
        DELETE FROM collection_due q USING final f
        WHERE q.id = $1 AND q.id = f.id AND q.polls = $2 AND q.words = $3
        RETURNING q.id, q.polls - q.skipped_polls AS calls, q.network_ids
      )
      UPDATE collection c
      SET flagged = true, flagged_at = now(), calls = e.calls, updated_at = now(),
          network_ids = e.network_ids
      FROM ended e WHERE c.id = $1 AND c.id = e.id
      """;

  private static final String CLEAR =
      """
      UPDATE collection SET flagged = false, flag_cleared_at = now(), known_until = flagged_at
      WHERE id = $1 AND flagged AND date_trunc('milliseconds', flagged_at) = $2
      RETURNING id
      """;

  private static final Logger LOG = Logger.getLogger(FlaggedCollections.class);

  private final Database database;
  private final JobHealth health = new JobHealth(LOG, "Counting flagged collections");
  private final NewestRead<Long> flagged = new NewestRead<>();

  FlaggedCollections(Database database, MeterRegistry registry) {
    this.database = database;
    Gauge.builder("payments.collection.flagged", () -> flagged.value().orElse(0L))
        .description("Collections whose flag no operator has cleared, over all pods")
        .register(registry);
    health.measure(registry);
  }

  /** Counts the flagged collections. It never fails: the next tick tries again. */
  @Scheduled(
      every = "${payments.collection.count-flagged-every:30s}",
      concurrentExecution = ConcurrentExecution.SKIP)
  Uni<Void> countFlagged() {
    return health.watch(flagged.refresh(database.read(Collection::flagged)));
  }

  /**
   * Records that the rail of a collection in this final status has answered the contrary. The
   * status stays, and operators are told, without the rail's own words, which may be about a
   * person.
   */
  Uni<Void> recordDiscrepancy(
      PendingCollection collection, CollectionStatus status, CollectionOutcome outcome) {
    LOG.errorf(
        "%s is %s, but rail %s now answers %s: look into it",
        collection, status, collection.rail(), outcome.getClass().getSimpleName());
    return flag(collection.id());
  }

  /** Flags a collection for operators to look into. */
  Uni<Void> flag(UUID id) {
    return database.execute(FLAG, Tuple.of(id)).replaceWithVoid();
  }

  /**
   * Flags a collection whose polls may go on, with the same finding by its callbacks. False if it
   * is flagged, or was for what was found when an operator cleared that.
   *
   * @param since when a callback first told what was found
   */
  Uni<Boolean> flagOnce(UUID id, Instant since) {
    return database
        .find(FLAG_ONCE, Tuple.of(id, since.atOffset(ZoneOffset.UTC)), row -> true)
        .map(Optional::isPresent);
  }

  /**
   * Ends the polls of a collection that has ended, and flags it: a payment may be unknown. They go
   * on where its network has sent a word that the last of them did not know.
   */
  Uni<Void> giveUp(Lease lease) {
    return database
        .execute(GIVE_UP, Tuple.of(lease.id(), lease.polls(), lease.words()))
        .replaceWithVoid();
  }

  /**
   * Clears the flag of a collection, whose status and credit stay.
   *
   * @param flaggedAt when it was flagged, to the millisecond: a later flag is unseen
   * @param note runs in the same transaction
   * @throws ApiFault.ApiException (as failure) 404 {@code collection not found}; 409 {@code
   *     collection is not flagged} or for another time
   */
  public Uni<Void> clear(UUID id, Instant flaggedAt, Supplier<Uni<Void>> note) {
    Tuple seen = Tuple.of(id, flaggedAt.atOffset(ZoneOffset.UTC));
    return database.inTransaction(
        () ->
            database
                .find(CLEAR, seen, row -> true)
                .chain(cleared -> cleared.isPresent() ? note.get() : refuseToClear(id)));
  }

  private static Uni<Void> refuseToClear(UUID id) {
    return Collection.<Collection>findById(id)
        .chain(found -> refusalOfClearing(Optional.ofNullable(found)).asFailure());
  }

  private static ApiFault refusalOfClearing(Optional<Collection> found) {
    return found
        .map(
            collection ->
                collection.isFlagged()
                    ? OperatorFault.FLAGGED_AT_ANOTHER_TIME
                    : OperatorFault.COLLECTION_NOT_FLAGGED)
        .orElse(ApiFault.COLLECTION_NOT_FOUND);
  }
}
