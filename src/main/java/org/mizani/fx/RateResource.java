package org.mizani.fx;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.time.Instant;
import java.time.InstantSource;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.jboss.resteasy.reactive.RestQuery;
import org.mizani.access.CurrentCaller;
import org.mizani.fault.ApiFault;
import org.mizani.http.Fields;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

/** {@code GET /business/rate} (specification, section 4.3). */
@Path("/business/rate")
public class RateResource {

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
      @RestQuery String from, @RestQuery String to, @RestQuery String amount) {
    if (Fields.isBlank(from) || Fields.isBlank(to)) {
      throw ApiFault.FROM_AND_TO_REQUIRED.asException();
    }
    // Before the rate, which may come in the context of another request.
    BigDecimal feeRate = caller.get().feeRate();
    return rates
        .rate(from, to)
        .map(rate -> rate.orElseThrow(() -> ApiFault.rateNotConfigured(from, to).asException()))
        .map(
            rate ->
                amount == null
                    ? plain(from, to, rate)
                    : converted(from, to, rate, amount, feeRate));
  }

  private static RateAnswer plain(String from, String to, BigDecimal rate) {
    return new RateAnswer(from, to, rate, null, null, null, null);
  }

  private RateAnswer converted(
      String from, String to, BigDecimal rate, String amount, BigDecimal feeRate) {
    Money source = source(known(from), amount);
    Money target = target(known(to), source.major().multiply(rate));
    return new RateAnswer(
        from,
        to,
        rate,
        source.major(),
        target.major(),
        source.timesHalfUp(feeRate).major(),
        clock.instant().truncatedTo(ChronoUnit.MILLIS));
  }

  private static Money source(CurrencyUnit currency, String text) {
    BigDecimal amount = number(text);
    if (amount.signum() <= 0) {
      throw ApiFault.invalid("amount must be greater than 0").asException();
    }
    if (Money.isFinerThan(currency, amount)) {
      throw ApiFault.invalid(
              "amount must have at most %d decimal places for %s"
                  .formatted(currency.minorDigits(), currency))
          .asException();
    }
    try {
      return Money.exactly(currency, amount);
    } catch (ArithmeticException e) {
      Money largest = new Money(currency, Money.MAX_MINOR);
      throw ApiFault.invalid("amount must be at most " + largest).asException();
    }
  }

  private static BigDecimal number(String text) {
    try {
      return new BigDecimal(text);
    } catch (NumberFormatException e) {
      throw ApiFault.invalid("amount must be a number").asException();
    }
  }

  private static Money target(CurrencyUnit currency, BigDecimal major) {
    try {
      return Money.rounded(currency, major, RoundingMode.HALF_UP);
    } catch (ArithmeticException e) {
      throw ApiFault.invalid("amount is too large").asException();
    }
  }

  private static CurrencyUnit known(String code) {
    Optional<CurrencyUnit> unit = CurrencyUnit.find(code);
    return unit.orElseThrow(() -> new IllegalStateException("a rate of an unknown currency"));
  }
}
