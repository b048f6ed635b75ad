package org.mizani.operator.rate;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.PUT;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.List;
import java.util.Optional;
import org.jboss.resteasy.reactive.RestQuery;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.fault.ApiFault;
import org.mizani.fx.EnteredRate;
import org.mizani.fx.RateHistory;
import org.mizani.money.CurrencyUnit;
import org.mizani.operator.access.CurrentOperator;
import org.mizani.paging.PageSize;

/** {@code /operator/rates}: what rates are, were and will be. */
@Path("/operator/rates")
public class OperatorRateResource {

  private static final PageSize PAGE_SIZE = new PageSize(50, 500);
  private final CurrentOperator operator;
  private final AuditedRates entry;
  private final RateHistory history;
  private final RateCursors cursors;
  private final InstantSource clock;

  OperatorRateResource(
      CurrentOperator operator,
      AuditedRates entry,
      RateHistory history,
      RateCursors cursors,
      InstantSource clock) {
    this.operator = operator;
    this.entry = entry;
    this.history = history;
    this.cursors = cursors;
    this.clock = clock;
  }

  /** A rate, and from when on. */
  public record RecordedRate(
      String from, String to, BigDecimal rate, Instant effectiveFrom, Instant enteredAt) {

    private static RecordedRate of(EnteredRate rate) {
      return new RecordedRate(
          rate.from().name(),
          rate.to().name(),
          rate.rate(),
          rate.effectiveFrom(),
          rate.enteredAt().truncatedTo(ChronoUnit.MILLIS));
    }
  }

  /** Rates, the latest first. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record RecordedRates(List<RecordedRate> items, String nextCursor) {}

  /** Enters a rate. */
  @PUT
  @Consumes(MediaType.APPLICATION_JSON)
  @Cancellable(false)
  public Uni<RecordedRate> enter(RateForm form) {
    operator.get();
    if (form == null) {
      throw ApiFault.INVALID_PAYLOAD.asException();
    }
    return entry.enter(form.parsed(clock.instant())).map(RecordedRate::of);
  }

  /** All rates that were entered, the latest first. */
  @GET
  public Uni<RecordedRates> list(
      @RestQuery String from,
      @RestQuery String to,
      @RestQuery String limit,
      @RestQuery String cursor) {
    operator.get();
    Optional<CurrencyUnit> source = filter("from", from);
    Optional<CurrencyUnit> target = filter("to", to);
    int size = PAGE_SIZE.of(limit);
    String list = "operator/rates/" + source + "/" + target;
    return history
        .read(source, target, cursors.read(list, cursor), size + 1)
        .map(found -> page(list, found, size));
  }

  private RecordedRates page(String list, List<EnteredRate> found, int size) {
    boolean more = found.size() > size;
    List<EnteredRate> shown = more ? found.subList(0, size) : found;
    return new RecordedRates(
        shown.stream().map(RecordedRate::of).toList(),
        more ? cursors.write(list, shown.get(size - 1)) : null);
  }

  private static Optional<CurrencyUnit> filter(String field, String code) {
    return code == null || code.isBlank()
        ? Optional.empty()
        : Optional.of(RateForm.currency(field, code));
  }
}
