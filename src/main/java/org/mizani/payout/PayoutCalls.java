package org.mizani.payout;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.function.Function;
import org.mizani.rail.PayoutRail;
import org.mizani.rail.RailAway;
import org.mizani.rail.RailBreakers;
import org.mizani.rail.RailCalls;
import org.mizani.rail.RailOutcome;
import org.mizani.rail.RailRouter;

/** Calls the rails of payouts, by their names: in bounded time, and not while one is away. */
@Singleton
final class PayoutCalls {

  private final RailRouter rails;
  private final RailCalls<RailOutcome> calls;
  private final Duration timeout;

  PayoutCalls(RailRouter rails, RailBreakers breakers, PayoutConfig config) {
    this.rails = rails;
    this.calls = breakers.ofPayouts(rails);
    this.timeout = config.settlement().railTimeout();
  }

  /**
   * Calls a rail; whatever is no answer is unknown, also that it is not connected any more.
   *
   * @throws RailAway (as failure, the only one) where the rail was not called
   */
  Uni<RailOutcome> call(String name, Function<PayoutRail, Uni<RailOutcome>> what) {
    return rails
        .payoutRailNamed(name)
        .map(rail -> calls.call(name, () -> what.apply(rail), timeout))
        .orElseGet(() -> Uni.createFrom().item(notConnected(name)));
  }

  private static RailOutcome notConnected(String name) {
    return new RailOutcome.Unknown("rail " + name + " is not connected");
  }
}
