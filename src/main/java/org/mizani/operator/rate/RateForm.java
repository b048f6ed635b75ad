package org.mizani.operator.rate;

import io.quarkus.runtime.annotations.RegisterForReflection;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Optional;
import org.mizani.fault.ApiFault;
import org.mizani.fx.ExchangeRate;
import org.mizani.fx.RateSchedule;
import org.mizani.http.Fields;
import org.mizani.http.IsoTimestamp;
import org.mizani.money.CurrencyUnit;

/** Request body of a rate. */
@RegisterForReflection
public record RateForm(String from, String to, BigDecimal rate, String effectiveFrom) {

  private static final int MOST_DECIMALS = 10;
  private static final BigDecimal LIMIT = new BigDecimal("1000000000");

  /**
   * Validates the rate.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 400 for the first invalid field
   */
  ExchangeRate parsed(Instant now) {
    CurrencyUnit source = currency("from", from);
    CurrencyUnit target = currency("to", to);
    if (source == target) {
      throw ApiFault.invalid("from", "and to must be different currencies").asException();
    }
    return new ExchangeRate(source, target, checkedRate(), start(now));
  }

  /**
   * Finds the currency of a code.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 400 for any other text
   */
  static CurrencyUnit currency(String field, String code) {
    return Fields.oneOf(field, code, CurrencyUnit.codes(), CurrencyUnit::find);
  }

  private BigDecimal checkedRate() {
    Fields.positive("rate", rate);
    if (rate.stripTrailingZeros().scale() > MOST_DECIMALS) {
      throw ApiFault.invalid("rate", "must have at most 10 decimal places").asException();
    }
    if (rate.compareTo(LIMIT) >= 0) {
      throw ApiFault.invalid("rate", "must be less than 1000000000").asException();
    }
    return rate;
  }

  private Instant start(Instant now) {
    Optional<Instant> given =
        IsoTimestamp.find("effectiveFrom", effectiveFrom)
            .map(timestamp -> timestamp.instant().truncatedTo(ChronoUnit.MILLIS));
    if (given.filter(start -> start.isBefore(now)).isPresent()) {
      throw ApiFault.invalid("effectiveFrom", "must not be in the past").asException();
    }
    return given.orElseGet(() -> RateSchedule.changeAfter(now));
  }
}
