package org.mizani.collection;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.UUID;
import org.mizani.work.Leases;

/**
 * Collections whose customers may have been prompted, though a restored database does not know (ADR
 * 22).
 */
@Singleton
public final class PossiblyPrompted {

  private final Leases leases;

  PossiblyPrompted(CollectionLeases leases) {
    this.leases = leases.all();
  }

  /** Has a page of collections asked about before prompts: {@link Leases#assumeCalled}. */
  public Uni<Leases.AssumedCalls> note(UUID after, Instant createdBefore, int most) {
    return leases.assumeCalled(after, createdBefore, most);
  }
}
