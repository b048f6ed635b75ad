package org.mizani.operator.rate;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.mizani.database.Database;
import org.mizani.fx.FxConfig;
import org.mizani.fx.NewRate;
import org.mizani.fx.OfferedRate;
import org.mizani.fx.RateBook;
import org.mizani.fx.RateChange;
import org.mizani.fx.RateRefreshLog;
import org.mizani.fx.RateSource;
import org.mizani.fx.RateTimes;
import org.mizani.fx.Rates;
import org.mizani.fx.RefreshWindow;
import org.mizani.fx.RefreshedPair;
import org.mizani.log.OutageNotice;
import org.mizani.operator.access.Operator;
import org.mizani.operator.audit.AuditLog;

/**
 * Enters the rates of each day at 17:00 UTC, as the configured source has them, once over all pods.
 * A rate that is late, missing or not to be believed is not entered: the old one stays, somebody is
 * alarmed, and the source is asked again for a while. A day that was not done by then, even because
 * no pod was there, is told of once.
 */
@Singleton
class RateRefresh {

  private static final Logger LOG = Logger.getLogger(RateRefresh.class);
  private static final String OPERATOR = "rate-refresh";

  private final RateSource source;
  private final RateRefreshLog days;
  private final Rates rates;
  private final RateBook book;
  private final AuditLog audit;
  private final Database database;
  private final InstantSource clock;
  private final FxConfig.Refresh config;
  private final RefreshWindow window;
  private final RefreshAlarm alarm;
  private final OutageNotice outage = new OutageNotice(LOG, "The refresh of rates");

  RateRefresh(
      RateSource source,
      RateRefreshLog days,
      Rates rates,
      RateBook book,
      AuditLog audit,
      Database database,
      InstantSource clock,
      FxConfig config,
      RefreshAlarm alarm) {
    this.source = source;
    this.days = days;
    this.rates = rates;
    this.book = book;
    this.audit = audit;
    this.database = database;
    this.clock = clock;
    this.config = config.refresh();
    this.window = new RefreshWindow(this.config.retryFor());
    this.alarm = alarm;
  }

  @Scheduled(
      every = "${payments.fx.refresh.tick:15s}",
      concurrentExecution = ConcurrentExecution.SKIP)
  Uni<Void> tick() {
    if (!source.isConfigured()) {
      return Uni.createFrom().voidItem();
    }
    Instant now = clock.instant();
    return window
        .due(now)
        .map(this::attempt)
        .orElseGet(() -> Uni.createFrom().voidItem())
        .chain(() -> tellMissed(window.over(now)));
  }

  /** Tells, once over all pods, of the days that were not done in their time. */
  private Uni<Void> tellMissed(LocalDate last) {
    return days.missed(last, window.end(last), config.lookBack())
        .invoke(missed -> missed.forEach(alarm::missed))
        .invoke(outage::over)
        .onFailure()
        .invoke(outage::met)
        .onFailure()
        .recoverWithNull()
        .replaceWithVoid();
  }

  /** Attempts the refresh of a day, unless it is done or another pod is at it. */
  Uni<Void> attempt(LocalDate day) {
    return days.claim(day, config.retryAfter())
        .chain(mine -> mine ? refresh(day) : Uni.createFrom().voidItem())
        .onFailure()
        .invoke(
            failure ->
                alarm.kept(source.pairs().size(), "the rates of " + day, failure.getMessage()))
        .onFailure()
        .recoverWithNull();
  }

  private Uni<Void> refresh(LocalDate day) {
    return source
        .ask()
        .chain(
            answer ->
                Multi.createFrom()
                    .iterable(source.pairs())
                    .onItem()
                    .transformToUniAndConcatenate(pair -> refresh(day, pair, answer))
                    .collect()
                    .asList())
        .chain(there -> there.contains(false) ? Uni.createFrom().voidItem() : days.finish(day))
        .chain(book::refresh);
  }

  /** Whether the pair has a rate of the day. */
  private Uni<Boolean> refresh(LocalDate day, RefreshedPair pair, JsonNode answer) {
    return rates
        .before(pair.from(), pair.to(), RateTimes.on(day))
        .map(before -> OfferedRate.find(answer, pair.place(), before, config.maxChangePercent()))
        .chain(offered -> take(day, pair, offered));
  }

  private Uni<Boolean> take(LocalDate day, RefreshedPair pair, OfferedRate offered) {
    offered
        .objection()
        .ifPresent(objection -> alarm.kept(1, pair.name() + " of " + day, objection));
    return offered
        .rate()
        .map(rate -> enter(day, pair, rate).replaceWith(true))
        .orElseGet(() -> Uni.createFrom().item(false));
  }

  /** A rate of the day that is there already, an operator's or an earlier attempt's, stays. */
  private Uni<Void> enter(LocalDate day, RefreshedPair pair, BigDecimal rate) {
    NewRate entered = new NewRate(pair.from(), pair.to(), rate, RateTimes.on(day));
    return database.inTransaction(() -> rates.enter(entered).chain(change -> write(day, change)));
  }

  private Uni<Void> write(LocalDate day, Optional<RateChange> change) {
    return change
        .map(entered -> audit.writeAs(operator(day), AuditedRates.entry(entered)))
        .orElseGet(() -> Uni.createFrom().voidItem());
  }

  private static Operator operator(LocalDate day) {
    return new Operator(OPERATOR, OPERATOR + "-" + day);
  }
}
