package org.mizani.operator.wallet;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.math.BigDecimal;
import java.util.List;
import org.jboss.resteasy.reactive.RestQuery;
import org.mizani.http.Fields;
import org.mizani.ledger.FxPosition;
import org.mizani.ledger.FxPosition.OfCurrency;
import org.mizani.ledger.FxPosition.Valuation;
import org.mizani.ledger.FxPositions;
import org.mizani.money.Money;
import org.mizani.operator.access.CurrentOperator;

/** {@code GET /operator/fx-positions}: the positions in foreign exchange on a day. */
@Path("/operator/fx-positions")
public class FxPositionResource {

  private final CurrentOperator operator;
  private final FxPositions positions;

  FxPositionResource(CurrentOperator operator, FxPositions positions) {
    this.operator = operator;
    this.positions = positions;
  }

  /** Positions of a day, in major units. */
  public record FxPositionsAnswer(
      String day, String reportingCurrency, BigDecimal profit, List<CurrencyPosition> currencies) {

    static FxPositionsAnswer of(FxPosition position) {
      return new FxPositionsAnswer(
          position.day().toString(),
          position.reporting().name(),
          position.profit().map(Money::major).orElse(null),
          position.currencies().stream().map(CurrencyPosition::of).toList());
    }
  }

  /** Position in one currency; amounts in its major units, the result in the reporting currency. */
  public record CurrencyPosition(
      String currency,
      BigDecimal opening,
      BigDecimal in,
      BigDecimal out,
      BigDecimal closing,
      String pair,
      BigDecimal rate,
      BigDecimal result) {

    static CurrencyPosition of(OfCurrency position) {
      return new CurrencyPosition(
          position.currency().name(),
          position.opening().major(),
          position.in().major(),
          position.out().major(),
          position.closing().major(),
          position.valuation().map(CurrencyPosition::pair).orElse(null),
          position.valuation().map(Valuation::rate).orElse(null),
          position.result().map(Money::major).orElse(null));
    }

    private static String pair(Valuation valuation) {
      return valuation.from() + "_" + valuation.to();
    }
  }

  /** The positions of a day. */
  @GET
  public Uni<FxPositionsAnswer> read(@RestQuery String day) {
    operator.require();
    return positions.of(Fields.date("day", day)).map(FxPositionsAnswer::of);
  }
}
