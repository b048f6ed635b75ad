package org.mizani.payout;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import org.jboss.logging.Logger;
import org.mizani.database.Database;
import org.mizani.rail.PayoutOutcome;

/**
 * Keeps that a rail says the contrary of what a payout has ended with. The status stays, for
 * partners have acted on it; money may have moved that nobody accounts for, so operators are told.
 */
@Singleton
final class Discrepancies {

  /** Once a payout: there is no more to learn, so it is not watched any more either. */
  private static final String RECORD =
      """
      UPDATE payout SET discrepancy_at = now(), flagged = true, next_watch_at = NULL
      WHERE id = $1 AND status = $2 AND discrepancy_at IS NULL
      """;

  private static final Logger LOG = Logger.getLogger(Discrepancies.class);

  private final Database database;

  Discrepancies(Database database) {
    this.database = database;
  }

  /** Records that the rail of a payout in this final status has answered this. */
  Uni<Void> record(PendingPayout payout, PayoutStatus status, PayoutOutcome outcome) {
    return database
        .execute(RECORD, Tuple.of(payout.serviceReference(), status.code()))
        .invoke(
            updated -> {
              if (updated.rowCount() > 0) {
                tell(payout, status, outcome);
              }
            })
        .onFailure()
        .invoke(failure -> tell(payout, status, outcome))
        .replaceWithVoid();
  }

  /** Not in the rail's own words, which may be about a person. */
  private static void tell(PendingPayout payout, PayoutStatus status, PayoutOutcome outcome) {
    LOG.errorf(
        "%s is %s, but rail %s now answers %s: look into it",
        payout, status, payout.rail(), outcome.getClass().getSimpleName());
  }
}
