package org.mizani.operator.summary;

import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.mizani.database.ShownTime;
import org.mizani.rail.balance.HeldBalance;
import org.mizani.rail.guard.RailPause;

/**
 * State of a rail.
 *
 * @param pauses the reasons why its payments wait; none if they do not
 * @param floatsBelow the balances with its network that are below their thresholds
 */
public record RailState(String rail, List<Pause> pauses, List<LowFloat> floatsBelow) {

  /** Pause of a rail, without its words, which may be about a person. */
  public record Pause(String reason, Instant pausedAt) {

    private static Pause of(RailPause pause) {
      return new Pause(pause.reason().code(), ShownTime.of(pause.pausedAt()));
    }
  }

  /** Balance below its threshold, in major units of its currency. */
  public record LowFloat(
      String account, String currency, BigDecimal balance, BigDecimal threshold, Instant readAt) {

    private static LowFloat of(HeldBalance held) {
      return new LowFloat(
          held.account(),
          held.balance().currency().name(),
          held.balance().major(),
          held.threshold().orElseThrow().major(),
          ShownTime.of(held.readAt()));
    }
  }

  static RailState of(String rail, List<RailPause> open, List<HeldBalance> floats) {
    return new RailState(
        rail,
        open.stream().filter(pause -> pause.rail().equals(rail)).map(Pause::of).toList(),
        floats.stream()
            .filter(held -> held.rail().equals(rail) && held.isBelow())
            .map(LowFloat::of)
            .toList());
  }
}
