package org.mizani.operator.rate;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jboss.resteasy.reactive.RestQuery;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.audit.Actor;
import org.mizani.fx.ExchangeRate;
import org.mizani.fx.FxRate;
import org.mizani.fx.Rates;
import org.mizani.http.Fields;
import org.mizani.money.CurrencyUnit;
import org.mizani.operator.access.CurrentOperator;
import org.mizani.paging.CursorCodec;
import org.mizani.paging.ListAnswer;
import org.mizani.paging.PageSize;

/** {@code /operator/rates}: rates in force, past and to come. */
@Path("/operator/rates")
public class OperatorRateResource {

  private static final PageSize PAGE_SIZE = new PageSize(50, 500);
  private final CurrentOperator operator;
  private final RateEntry entry;
  private final Rates rates;
  private final CursorCodec cursors;

  OperatorRateResource(
      CurrentOperator operator, RateEntry entry, Rates rates, CursorCodec cursors) {
    this.operator = operator;
    this.entry = entry;
    this.rates = rates;
    this.cursors = cursors;
  }

  /** Rate as operators see it. */
  public record RecordedRate(
      String from, String to, BigDecimal rate, Instant effectiveFrom, Instant enteredAt) {

    private static RecordedRate of(FxRate entered) {
      ExchangeRate rate = entered.rate();
      return new RecordedRate(
          rate.from().name(),
          rate.to().name(),
          rate.rate(),
          rate.effectiveFrom(),
          entered.enteredAt().truncatedTo(ChronoUnit.MILLIS));
    }
  }

  /** Enters a rate. */
  @PUT
  @Consumes(MediaType.APPLICATION_JSON)
  @Cancellable(false)
  public Uni<RecordedRate> enter(RateForm form) {
    Actor actor = operator.get();
    Fields.requireBody(form);
    return entry.enter(actor, form).map(RecordedRate::of);
  }

  /** All rates that were entered, the latest first. */
  @GET
  public Uni<ListAnswer<RecordedRate>> list(
      @RestQuery String from,
      @RestQuery String to,
      @RestQuery String limit,
      @RestQuery String cursor) {
    operator.require();
    Optional<CurrencyUnit> source = filter("from", from);
    Optional<CurrencyUnit> target = filter("to", to);
    int size = PAGE_SIZE.of(limit);
    String list = "operator/rates/" + source + "/" + target;
    return rates
        .list(source, target, cursors.decode(list, cursor), size)
        .map(page -> page.map(RecordedRate::of))
        .map(page -> cursors.answer(list, page));
  }

  private static Optional<CurrencyUnit> filter(String field, String code) {
    return Fields.isBlank(code) ? Optional.empty() : Optional.of(RateForm.currency(field, code));
  }
}
