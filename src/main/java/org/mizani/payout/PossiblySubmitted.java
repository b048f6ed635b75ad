package org.mizani.payout;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.UUID;
import org.mizani.database.Database;
import org.mizani.work.Leases;

/**
 * Pending payouts that their networks may have, though a restored database does not know (ADR 22).
 */
@Singleton
public final class PossiblySubmitted {

  private final Leases leases;

  PossiblySubmitted(Database database, PayoutConfig config) {
    this.leases = PayoutLeases.leases(database, config);
  }

  /** Has a page of payouts asked about before they are submitted: {@link Leases#assumeCalled}. */
  public Uni<Leases.AssumedCalls> note(UUID after, Instant createdBefore, int most) {
    return leases.assumeCalled(after, createdBefore, most);
  }
}
