package org.mizani.payout;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.Collections;
import java.util.List;
import java.util.UUID;
import org.mizani.batch.Batcher;
import org.mizani.database.DatabaseOutage;

/** Puts payouts of unknown outcome off to a later look, many in one statement. */
@Singleton
final class PayoutPostponement {

  private record Wait(UUID serviceReference, Duration duration) {}

  private final PayoutClaims claims;
  private final Batcher<Wait, Boolean> batcher;

  PayoutPostponement(PayoutClaims claims, PayoutConfig config) {
    this.claims = claims;
    this.batcher =
        new Batcher<>(
            config.settlement().apply().limits(),
            failure -> !DatabaseOutage.isBehind(failure),
            this::run);
  }

  Uni<Void> postpone(UUID serviceReference, Duration wait) {
    return batcher.submit(new Wait(serviceReference, wait)).replaceWithVoid();
  }

  private Uni<List<Boolean>> run(List<Wait> waits) {
    return claims
        .postpone(
            waits.stream().map(Wait::serviceReference).toList(),
            waits.stream().map(Wait::duration).toList())
        .replaceWith(Collections.nCopies(waits.size(), true));
  }
}
