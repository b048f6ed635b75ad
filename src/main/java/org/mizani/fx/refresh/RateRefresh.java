package org.mizani.fx.refresh;

import com.fasterxml.jackson.databind.JsonNode;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.util.Optional;
import org.jboss.logging.Logger;
import org.mizani.audit.Actor;
import org.mizani.audit.AuditLog;
import org.mizani.database.Database;
import org.mizani.fx.ExchangeRate;
import org.mizani.fx.FxConfig;
import org.mizani.fx.RateBook;
import org.mizani.fx.RateSchedule;
import org.mizani.fx.Rates;
import org.mizani.log.JobHealth;

/**
 * Daily refresh of the rates: enters those of the configured source at 17:00 UTC, once over all
 * pods. A late, missing or rejected rate is not entered: the old one stays, an alarm is raised, and
 * the source is asked again until the window ends. A day that is not done by then is reported once,
 * even if no pod was running.
 */
@Singleton
class RateRefresh {

  private static final Logger LOG = Logger.getLogger(RateRefresh.class);
  private static final String NAME = "rate-refresh";

  private final RateSource source;
  private final RateRefreshLog log;
  private final Rates rates;
  private final RateBook book;
  private final AuditLog audit;
  private final Database database;
  private final InstantSource clock;
  private final FxConfig.Refresh config;
  private final RateSchedule schedule;
  private final RefreshAlarm alarm;
  private final JobHealth health = new JobHealth(LOG, "The daily refresh of rates");

  RateRefresh(
      RateSource source,
      RateRefreshLog log,
      Rates rates,
      RateBook book,
      AuditLog audit,
      Database database,
      InstantSource clock,
      FxConfig config,
      RefreshAlarm alarm) {
    this.source = source;
    this.log = log;
    this.rates = rates;
    this.book = book;
    this.audit = audit;
    this.database = database;
    this.clock = clock;
    this.config = config.refresh();
    this.schedule = new RateSchedule(this.config.retryFor());
    this.alarm = alarm;
  }

  void register(@Observes StartupEvent event, MeterRegistry registry) {
    if (source.isConfigured()) {
      health.measure(registry);
    }
  }

  @Scheduled(
      every = "${payments.fx.refresh.tick:15s}",
      concurrentExecution = ConcurrentExecution.SKIP)
  Uni<Void> tick() {
    if (!source.isConfigured()) {
      return Uni.createFrom().voidItem();
    }
    Instant now = clock.instant();
    return schedule
        .due(now)
        .map(this::attempt)
        .orElseGet(() -> Uni.createFrom().voidItem())
        .chain(() -> reportMissed(schedule.over(now)));
  }

  /** Reports, once over all pods, the days that were not done within their windows. */
  private Uni<Void> reportMissed(LocalDate last) {
    return health.watch(
        log.missed(last, schedule.end(last), config.lookBack())
            .invoke(missed -> missed.forEach(alarm::missed)));
  }

  /** Attempts the refresh of a day, unless it is done or another pod is attempting it. */
  Uni<Void> attempt(LocalDate day) {
    return log.claim(day, config.retryAfter())
        .chain(claimed -> claimed ? refresh(day) : Uni.createFrom().voidItem())
        .onFailure()
        .invoke(
            failure ->
                alarm.kept(source.pairs().size(), "the rates of " + day, failure.getMessage()))
        .onFailure()
        .recoverWithNull();
  }

  private Uni<Void> refresh(LocalDate day) {
    return source
        .request()
        .chain(
            answer ->
                Multi.createFrom()
                    .iterable(source.pairs())
                    .onItem()
                    .transformToUniAndConcatenate(pair -> refresh(day, pair, answer))
                    .collect()
                    .asList())
        .chain(done -> done.contains(false) ? Uni.createFrom().voidItem() : log.finish(day))
        .chain(book::refresh);
  }

  /** Refreshes one pair; answers whether it has a rate of the day now. */
  private Uni<Boolean> refresh(LocalDate day, RefreshSettings.Pair pair, JsonNode answer) {
    return rates
        .before(pair.from(), pair.to(), RateSchedule.changeOn(day))
        .map(before -> OfferedRate.find(answer, pair.pointer(), before, config.maxChangePercent()))
        .chain(offered -> enter(day, pair, offered));
  }

  private Uni<Boolean> enter(LocalDate day, RefreshSettings.Pair pair, OfferedRate offered) {
    offered
        .objection()
        .ifPresent(objection -> alarm.kept(1, pair.name() + " of " + day, objection));
    return offered
        .rate()
        .map(rate -> enter(day, pair, rate).replaceWith(true))
        .orElseGet(() -> Uni.createFrom().item(false));
  }

  /** A rate of the day that an operator or an earlier attempt has entered stays. */
  private Uni<Void> enter(LocalDate day, RefreshSettings.Pair pair, BigDecimal rate) {
    ExchangeRate entered =
        new ExchangeRate(pair.from(), pair.to(), rate, RateSchedule.changeOn(day));
    return database.inTransaction(() -> rates.enter(entered).chain(change -> write(day, change)));
  }

  private Uni<Void> write(LocalDate day, Optional<Rates.Change> change) {
    return change
        .map(entered -> audit.write(actor(day), AuditedRates.entry(entered)))
        .orElseGet(() -> Uni.createFrom().voidItem());
  }

  private static Actor actor(LocalDate day) {
    return new Actor(NAME, NAME + "-" + day);
  }
}
