package org.mizani.payout.schedule;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import java.util.function.BooleanSupplier;
import java.util.function.Function;
import java.util.function.UnaryOperator;
import org.mizani.database.Bulkhead;
import org.mizani.database.DatabaseConfig;

/**
 * Turns of the batches that are due, on this pod: some at once, one of a business, and after one of
 * a business first those of others. So slow ones of a business hold up no other.
 */
@Singleton
public final class DueTurns {

  private final DueBulks bulks;
  private final ScheduleConfig config;
  private final Bulkhead oneClaim;
  private final Set<Long> atWork = new HashSet<>();
  private int free;

  DueTurns(DueBulks bulks, ScheduleConfig config, DatabaseConfig database) {
    this.bulks = bulks;
    this.config = config;
    this.free = config.atOnce();
    // One after the other, or two could take batches of the same business.
    this.oneClaim = new Bulkhead(1, database.timeout());
  }

  /** Place of one run, which takes one batch after the other. */
  private final class Place {

    private Optional<Long> last = Optional.empty();

    /** Answers whether there was a batch. */
    private Uni<Boolean> workOnNext(Function<DueBulk, Uni<Void>> work) {
      return claim(last)
          .chain(
              found ->
                  found.isPresent() || last.isEmpty()
                      ? Uni.createFrom().item(found)
                      : claim(Optional.empty()))
          .chain(
              found ->
                  found
                      .map(due -> work(due, work).replaceWith(true))
                      .orElseGet(() -> Uni.createFrom().item(false)));
    }

    private Uni<Void> work(DueBulk due, Function<DueBulk, Uni<Void>> work) {
      last = Optional.of(due.businessId());
      return Uni.createFrom()
          .deferred(() -> work.apply(due))
          .onTermination()
          .invoke(() -> end(due));
    }
  }

  /**
   * Works on all due batches one after the other, while other runs have other places; without a
   * place it does nothing.
   *
   * @param work on one batch, whose failure ends the run
   * @param goesOn asked before each batch
   * @param watched the run as it is watched; one without a place is none, and tells nothing
   */
  public Uni<Void> run(
      Function<DueBulk, Uni<Void>> work, BooleanSupplier goesOn, UnaryOperator<Uni<Void>> watched) {
    return Uni.createFrom()
        .deferred(
            () ->
                take()
                    ? watched.apply(workOnAll(work, goesOn)).onTermination().invoke(this::leave)
                    : Uni.createFrom().voidItem());
  }

  /** Those that have ended are not kept. */
  private Uni<Void> workOnAll(Function<DueBulk, Uni<Void>> work, BooleanSupplier goesOn) {
    Place place = new Place();
    return Multi.createBy()
        .repeating()
        .uni(() -> goesOn.getAsBoolean() ? place.workOnNext(work) : Uni.createFrom().item(false))
        .whilst(found -> found)
        .collect()
        .last()
        .replaceWithVoid();
  }

  /** Claims a batch of a business that this pod has none of, and not of this one. */
  private Uni<Optional<DueBulk>> claim(Optional<Long> other) {
    return oneClaim.take(
        () ->
            bulks
                .claim(config.lease(), config.latestBy(), without(other))
                .invoke(found -> found.ifPresent(this::begin)));
  }

  private synchronized Set<Long> without(Optional<Long> other) {
    Set<Long> without = new HashSet<>(atWork);
    other.ifPresent(without::add);
    return without;
  }

  private synchronized void begin(DueBulk due) {
    atWork.add(due.businessId());
  }

  private synchronized void end(DueBulk due) {
    atWork.remove(due.businessId());
  }

  private synchronized boolean take() {
    if (free == 0) {
      return false;
    }
    free--;
    return true;
  }

  private synchronized void leave() {
    free++;
  }
}
