package org.mizani.operator.rate;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.Map;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.mizani.fault.ApiFault;
import org.mizani.fx.EnteredRate;
import org.mizani.fx.NewRate;
import org.mizani.fx.RateBook;
import org.mizani.fx.RateChange;
import org.mizani.fx.Rates;
import org.mizani.log.RedactedFailure;
import org.mizani.operator.audit.AuditLog;
import org.mizani.operator.audit.AuditLog.Entry;

/** Enters rates, with their entries in the audit log. */
@Singleton
final class AuditedRates {

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
   * Enters a rate as the current operator.
   *
   * @return the rate; fails with 400 if one of that instant came into force meanwhile
   */
  Uni<EnteredRate> enter(NewRate rate) {
    return audit
        .audited(() -> rates.enter(rate).map(AuditedRates::required), AuditedRates::entry)
        .map(RateChange::entered)
        .call(this::tellThisPod);
  }

  private static RateChange required(Optional<RateChange> change) {
    return change.orElseThrow(
        () -> ApiFault.invalid("effectiveFrom must not be in the past").asException());
  }

  /** What the audit log has of it. */
  static Entry entry(RateChange change) {
    EnteredRate entered = change.entered();
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

  private static String start(EnteredRate rate) {
    return rate.effectiveFrom().toString();
  }

  /** The others read it within seconds, and this one would, if it cannot now. */
  private Uni<Void> tellThisPod() {
    return book.refresh()
        .onFailure()
        .invoke(
            failure -> LOG.warnf("rates are read again later: %s", RedactedFailure.words(failure)))
        .onFailure()
        .recoverWithNull();
  }
}
