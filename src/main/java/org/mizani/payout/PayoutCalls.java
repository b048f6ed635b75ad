package org.mizani.payout;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.function.Function;
import org.mizani.rail.PayoutOutcome;
import org.mizani.rail.PayoutRail;
import org.mizani.rail.PayoutRouter;
import org.mizani.rail.RailAway;
import org.mizani.rail.RailBreakers;
import org.mizani.rail.RailCalls;

/** Calls the rails of payouts, by their names: in bounded time, and not while one is away. */
@Singleton
final class PayoutCalls {

  private final PayoutRouter rails;
  private final RailCalls<PayoutOutcome> calls;
  private final Duration timeout;

  PayoutCalls(PayoutRouter rails, RailBreakers breakers, PayoutConfig config) {
    this.rails = rails;
    this.calls = breakers.ofPayouts(rails);
    this.timeout = config.settlement().railTimeout();
  }

  /**
   * Calls a rail; whatever is no answer is unknown, also that it is not connected any more.
   *
   * @throws RailAway (as failure, the only one) where the rail was not called
   */
  Uni<PayoutOutcome> call(String name, Function<PayoutRail, Uni<PayoutOutcome>> what) {
    return rails
        .payoutRailNamed(name)
        .map(rail -> calls.call(name, () -> what.apply(rail), timeout))
        .orElseGet(() -> Uni.createFrom().item(notConnected(name)));
  }

  private static PayoutOutcome notConnected(String name) {
    return new PayoutOutcome.Unknown("rail " + name + " is not connected");
  }
}
