package org.mizani.operator.wallet;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.math.BigDecimal;
import java.util.List;
import org.jboss.resteasy.reactive.RestQuery;
import org.mizani.fx.quote.OpenQuotes;
import org.mizani.fx.quote.OpenQuotes.OfPair;
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
  private final OpenQuotes quotes;

  FxPositionResource(CurrentOperator operator, FxPositions positions, OpenQuotes quotes) {
    this.operator = operator;
    this.positions = positions;
    this.quotes = quotes;
  }

  /** Positions of a day, and the open quotes of now, in major units. */
  public record FxPositionsAnswer(
      String day,
      String reportingCurrency,
      BigDecimal profit,
      List<CurrencyPosition> currencies,
      List<PairOfOpenQuotes> openQuotes) {

    static FxPositionsAnswer of(FxPosition position, List<OfPair> open) {
      return new FxPositionsAnswer(
          position.day().toString(),
          position.reporting().name(),
          position.profit().map(Money::major).orElse(null),
          position.currencies().stream().map(CurrencyPosition::of).toList(),
          open.stream().map(PairOfOpenQuotes::of).toList());
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

  /** Open quotes of one pair: their number, and sums in the major units of either currency. */
  public record PairOfOpenQuotes(
      String pair, long quotes, BigDecimal senderAmount, BigDecimal receiverAmount) {

    static PairOfOpenQuotes of(OfPair open) {
      return new PairOfOpenQuotes(
          open.sender() + "_" + open.receiver(),
          open.quotes(),
          open.senderAmount(),
          open.receiverAmount());
    }
  }

  /** The positions of a day. */
  @GET
  public Uni<FxPositionsAnswer> read(@RestQuery String day) {
    operator.require();
    return positions
        .of(Fields.date("day", day))
        .chain(position -> quotes.read().map(open -> FxPositionsAnswer.of(position, open)));
  }
}
