package org.mizani.operator.wallet;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.List;
import org.mizani.database.ShownTime;
import org.mizani.money.Money;
import org.mizani.operator.access.CurrentOperator;
import org.mizani.rail.balance.HeldBalance;
import org.mizani.rail.balance.RailFloats;

/** {@code GET /operator/rails/floats}: the balances that the service holds with networks. */
@Path("/operator/rails/floats")
public class RailFloatResource {

  private final CurrentOperator operator;
  private final RailFloats floats;

  RailFloatResource(CurrentOperator operator, RailFloats floats) {
    this.operator = operator;
    this.floats = floats;
  }

  /** The balances, by rail and account. */
  public record RailFloatList(List<RailFloatItem> items) {}

  /** Balance in major units of its currency. */
  public record RailFloatItem(
      String rail,
      String account,
      String currency,
      BigDecimal balance,
      BigDecimal threshold,
      boolean below,
      Instant readAt) {

    static RailFloatItem of(HeldBalance held) {
      return new RailFloatItem(
          held.rail(),
          held.account(),
          held.balance().currency().name(),
          held.balance().major(),
          held.threshold().map(Money::major).orElse(null),
          held.isBelow(),
          ShownTime.of(held.readAt()));
    }
  }

  /** The balances as they were last read. */
  @GET
  public Uni<RailFloatList> list() {
    operator.require();
    return floats.all().map(all -> new RailFloatList(all.stream().map(RailFloatItem::of).toList()));
  }
}
