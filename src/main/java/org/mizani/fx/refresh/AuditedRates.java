package org.mizani.fx.refresh;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.mizani.audit.Actor;
import org.mizani.audit.AuditLog;
import org.mizani.audit.AuditLog.Entry;
import org.mizani.fault.ApiFault;
import org.mizani.fx.ExchangeRate;
import org.mizani.fx.FxRate;
import org.mizani.fx.RateBook;
import org.mizani.fx.Rates;
import org.mizani.fx.Rates.Change;
import org.mizani.log.RedactedFailure;

/** Entry of rates by operators: the rate and its audit entry are one transaction. */
@Singleton
public final class AuditedRates {

  private static final Logger LOG = Logger.getLogger(AuditedRates.class);

  private final AuditLog audit;
  private final Rates rates;
  private final RateBook book;

  AuditedRates(AuditLog audit, Rates rates, RateBook book) {
    this.audit = audit;
    this.rates = rates;
    this.book = book;
  }

  /**
   * Enters a rate for an operator.
   *
   * @throws org.mizani.fault.ApiFault.ApiException (as failure) 400 if a rate of that instant came
   *     into force meanwhile
   */
  public Uni<FxRate> enter(Actor actor, ExchangeRate rate) {
    return audit
        .audited(actor, () -> rates.enter(rate).map(AuditedRates::required), AuditedRates::entry)
        .map(Change::entered);
  }

  private static Change required(Optional<Change> change) {
    return change.orElseThrow(
        () -> ApiFault.invalid("effectiveFrom", "must not be in the past").asException());
  }

  /** The audit entry of a change. */
  static Entry entry(Change change) {
    ExchangeRate entered = change.entered().rate();
    Map<String, Object> before =
        change
            .replaced()
            .map(rate -> Map.<String, Object>of("rate", rate, "effectiveFrom", start(entered)))
            .orElse(Map.of());
    return new Entry(
        "rate.enter",
        "rate/" + entered.from() + "_" + entered.to(),
        before,
        Map.of("rate", entered.rate(), "effectiveFrom", start(entered)));
  }

  private static String start(ExchangeRate rate) {
    return rate.effectiveFrom().toString();
  }

  /**
   * Reads the rates again on this pod, after the transaction of an entry. All pods read them within
   * seconds anyway, so a failure is only logged.
   */
  public Uni<Void> refreshThisPod() {
    return book.refresh()
        .onFailure()
        .invoke(
            failure -> LOG.warnf("rates are read again later: %s", RedactedFailure.words(failure)))
        .onFailure()
        .recoverWithNull();
  }
}
