package org.mizani.fx;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.smallrye.mutiny.Uni;
import io.vertx.ext.web.RoutingContext;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Objects;
import java.util.Optional;
import java.util.regex.Pattern;
import org.jboss.resteasy.reactive.RestQuery;
import org.mizani.access.CurrentCaller;
import org.mizani.business.FeeTerms;
import org.mizani.business.KeyScope;
import org.mizani.fault.ApiFault;
import org.mizani.http.Fields;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

/** {@code GET /business/rate} (specification, section 4.3). */
@Path("/business/rate")
public class RateResource {

  // In ASCII digits: a decimal reader takes those of every script.
  private static final Pattern NUMBER =
      Pattern.compile("[+-]?([0-9]+(\\.[0-9]*)?|\\.[0-9]+)([eE][+-]?[0-9]{1,9})?");

  private final RateBook rates;
  private final CurrentCaller caller;
  private final InstantSource clock;

  RateResource(RateBook rates, CurrentCaller caller, InstantSource clock) {
    this.rates = rates;
    this.caller = caller;
    this.clock = clock;
  }

  /** The rate in force, and the conversion of an amount where one is given. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record RateAnswer(
      String from,
      String to,
      BigDecimal rate,
      BigDecimal amount,
      BigDecimal convertedAmount,
      BigDecimal fee,
      Instant timestamp) {}

  /** The rate: units of {@code to} for one unit of {@code from}. */
  @GET
  public Uni<RateAnswer> read(
      @RestQuery String from,
      @RestQuery String to,
      @RestQuery String amount,
      RoutingContext exchange) {
    // Now, for the rate may come in the context of another request.
    FeeTerms fee = caller.get(KeyScope.READ).fee();
    boolean hasFrom = !Fields.isBlank(from);
    if (!hasFrom || Fields.isBlank(to)) {
      throw ApiFault.FROM_AND_TO_REQUIRED.at(hasFrom ? "to" : "from").asException();
    }
    // The framework reads a parameter without a value as none.
    Optional<BigDecimal> given =
        exchange.queryParams().contains("amount")
            ? Optional.of(number(Objects.toString(amount, "")))
            : Optional.empty();
    Optional<Money> source =
        given.flatMap(
            number ->
                CurrencyUnit.find(from).map(currency -> Fields.amount("amount", number, currency)));
    return rates
        .rate(from, to)
        .map(rate -> rate.orElseThrow(() -> ApiFault.rateNotConfigured(from, to).asException()))
        .map(
            rate ->
                source
                    .map(money -> converted(money, to, rate, fee))
                    .orElseGet(() -> plain(from, to, rate)));
  }

  private static RateAnswer plain(String from, String to, BigDecimal rate) {
    return new RateAnswer(from, to, rate, null, null, null, null);
  }

  private RateAnswer converted(Money source, String to, BigDecimal rate, FeeTerms fee) {
    Money target = target(known(to), source.major().multiply(rate));
    return new RateAnswer(
        source.currency().name(),
        to,
        rate,
        source.major(),
        target.major(),
        fee.on(source).major(),
        clock.instant().truncatedTo(ChronoUnit.MILLIS));
  }

  private static BigDecimal number(String text) {
    if (!NUMBER.matcher(text).matches()) {
      throw ApiFault.invalid("amount", "must be a number").asException();
    }
    return Fields.positive("amount", new BigDecimal(text));
  }

  private static Money target(CurrencyUnit currency, BigDecimal major) {
    try {
      return Money.rounded(currency, major, RoundingMode.HALF_UP);
    } catch (ArithmeticException e) {
      throw ApiFault.tooLarge("amount").asException();
    }
  }

  private static CurrencyUnit known(String code) {
    Optional<CurrencyUnit> unit = CurrencyUnit.find(code);
    return unit.orElseThrow(() -> new IllegalStateException("a rate of an unknown currency"));
  }
}
