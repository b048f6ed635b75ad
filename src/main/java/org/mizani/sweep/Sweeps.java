package org.mizani.sweep;

import io.quarkus.hibernate.reactive.panache.Panache;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import org.mizani.database.Database;
import org.mizani.database.ShownTime;
import org.mizani.database.TimeOrderedId;
import org.mizani.encryption.UndecryptableException;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.sweep.Sweep.Destination;

/** Repository of sweeps, one a collection wallet. */
@Singleton
public final class Sweeps {

  private final Database database;
  private final DestinationEncryption encryption;
  private final InstantSource clock;

  Sweeps(Database database, DestinationEncryption encryption, InstantSource clock) {
    this.database = database;
    this.encryption = encryption;
    this.clock = clock;
  }

  /** The sweeps of a business, by the currency of their wallets. */
  public Uni<List<Sweep>> ofBusiness(long businessId) {
    return database
        .read(() -> StoredSweep.ofBusiness(businessId))
        .map(found -> found.stream().map(this::sweep).toList());
  }

  /** The sweep of one wallet, if there is one. */
  public Uni<Optional<Sweep>> find(long businessId, CurrencyUnit currency) {
    return ofBusiness(businessId)
        .map(
            all ->
                all.stream().filter(sweep -> sweep.minimum().currency() == currency).findFirst());
  }

  /**
   * Sets the sweep of a wallet up, or changes it. The caller holds the business's lock, so that
   * there is no concurrent change.
   *
   * @param holder the name of the destination's account holder
   */
  public Uni<Void> put(long businessId, SweepPlan plan, String holder) {
    return database.inTransaction(
        () ->
            StoredSweep.of(businessId, plan.currency())
                .chain(
                    present ->
                        database.now().chain(now -> put(businessId, plan, holder, present, now))));
  }

  private Uni<Void> put(
      long businessId, SweepPlan plan, String holder, Optional<StoredSweep> present, Instant now) {
    StoredSweep sweep =
        present.orElseGet(
            () ->
                new StoredSweep(
                    TimeOrderedId.at(clock.millis()), businessId, plan.currency(), now));
    sweep.change(
        plan, encryption.encrypt(sweep.id(), new Destination(plan.destination(), holder)), now);
    // The database tells when the next run is due: the session reads the sweep anew.
    return sweep
        .persistAndFlush()
        .chain(Panache::getSession)
        .invoke(session -> session.detach(sweep))
        .replaceWithVoid();
  }

  private Sweep sweep(StoredSweep.WithRun found) {
    StoredSweep sweep = found.sweep();
    return new Sweep(
        sweep.channel(),
        destination(sweep),
        sweep.minimum(),
        sweep.time(),
        sweep.enabled(),
        sweep.nextDueAt().map(ShownTime::of),
        sweep.lastDueAt().map(dueAt -> run(found, dueAt)));
  }

  private Optional<Destination> destination(StoredSweep sweep) {
    try {
      return Optional.of(encryption.decrypt(sweep));
    } catch (UndecryptableException e) {
      return Optional.empty(); // its encryption key is gone: an operator can still replace it
    }
  }

  private static Sweep.Run run(StoredSweep.WithRun found, Instant dueAt) {
    return new Sweep.Run(
        ShownTime.of(dueAt),
        Optional.ofNullable(found.payoutId())
            .map(
                id ->
                    new Sweep.Payout(
                        id.toString(),
                        new Money(found.sweep().currency(), found.senderMinor()),
                        found.status().code())));
  }
}
