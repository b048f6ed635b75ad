package org.mizani.sweep;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.LocalDate;
import java.time.LocalTime;
import java.time.OffsetDateTime;
import java.time.ZoneOffset;
import java.util.UUID;
import org.mizani.corridor.Recipient;
import org.mizani.database.Database;
import org.mizani.money.Money;
import org.mizani.rail.PayoutRouter;

/** Sets up and runs sweeps by the service's own statements, without waiting for nights. */
@Singleton
public class SweepMoves {

  private static final String READ =
      "SELECT id, version FROM sweep WHERE business_id = $1 AND currency = $2";
  private static final String SWEPT =
      "SELECT id FROM payout WHERE sweep_id = $1 AND sweep_due_at = $2";

  private final Sweeps sweeps;
  private final SweepRuns runs;
  private final PayoutRouter rails;
  private final Database database;

  SweepMoves(Sweeps sweeps, SweepRuns runs, PayoutRouter rails, Database database) {
    this.sweeps = sweeps;
    this.runs = runs;
    this.rails = rails;
    this.database = database;
  }

  /** A sweep that was set up. */
  public record SetUpSweep(UUID id, int version, Recipient destination) {

    /** The same sweep with its previous version, as a pod has it before it reads the change. */
    public SetUpSweep outdated() {
      return new SetUpSweep(id, version - 1, destination);
    }
  }

  /** Sets a sweep up. */
  public Uni<SetUpSweep> setUp(long businessId, Recipient destination, Money minimum) {
    return sweeps
        .put(businessId, new SweepPlan(destination, minimum, LocalTime.MIDNIGHT, true), "HOLDER")
        .chain(() -> database.execute(READ, Tuple.of(businessId, minimum.currency().name())))
        .map(rows -> rows.iterator().next())
        .map(row -> new SetUpSweep(row.getUUID("id"), row.getInteger("version"), destination));
  }

  /** Sweeps a night and answers the outcome's name. */
  public Uni<String> sweep(SetUpSweep sweep, LocalDate night) {
    Recipient to = sweep.destination();
    return runs.sweep(
            new DueSweep(sweep.id(), sweep.version(), dueAt(night), to),
            rails.railFor(to.country(), to.channel()).orElseThrow())
        .map(Enum::name);
  }

  /** The payout of a night's sweep. */
  public Uni<UUID> payoutOf(SetUpSweep sweep, LocalDate night) {
    return database
        .execute(SWEPT, Tuple.of(sweep.id(), dueAt(night)))
        .map(rows -> rows.iterator().next().getUUID("id"));
  }

  private static OffsetDateTime dueAt(LocalDate night) {
    return night.atTime(LocalTime.MIDNIGHT).atOffset(ZoneOffset.UTC);
  }
}
