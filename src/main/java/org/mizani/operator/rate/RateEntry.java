package org.mizani.operator.rate;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.function.Supplier;
import org.mizani.audit.Actor;
import org.mizani.database.Database;
import org.mizani.fx.ExchangeRate;
import org.mizani.fx.FxRate;
import org.mizani.fx.Rates;
import org.mizani.fx.refresh.AuditedRates;
import org.mizani.operator.approval.ApprovalAction;
import org.mizani.operator.approval.ApprovalRules;
import org.mizani.operator.approval.Approvals;
import org.mizani.operator.approval.Asked;
import org.mizani.operator.approval.HeldOperation;

/** Entry of rates by operators; a rate that is far from the one in force waits. */
@Singleton
final class RateEntry implements HeldOperation<RateForm> {

  private static final Duration DAY = Duration.ofDays(1);

  private final Database database;
  private final Approvals approvals;
  private final ApprovalRules rules;
  private final AuditedRates audited;
  private final Rates rates;
  private final InstantSource clock;

  RateEntry(
      Database database,
      Approvals approvals,
      ApprovalRules rules,
      AuditedRates audited,
      Rates rates,
      InstantSource clock) {
    this.database = database;
    this.approvals = approvals;
    this.rules = rules;
    this.audited = audited;
    this.rates = rates;
    this.clock = clock;
  }

  /** A rate that was entered, and whether it has to wait. */
  private record Entered(FxRate rate, boolean waits) {}

  /**
   * Enters a rate.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 400 for the first invalid field
   * @throws org.mizani.operator.approval.RequestWaits (as failure) for a rate beyond the limit
   */
  Uni<FxRate> enter(Actor actor, RateForm form) {
    ExchangeRate rate = form.parsed(clock.instant());
    return approvals
        .carryOut(
            actor,
            () -> rates.lock().chain(() -> waits(rate)).chain(waits -> enter(actor, rate, waits)),
            entered -> Optional.of(asked(form, rate)).filter(asked -> entered.waits()))
        .map(Entered::rate)
        .call(audited::refreshThisPod);
  }

  private Uni<Entered> enter(Actor actor, ExchangeRate rate, boolean waits) {
    return audited.enter(actor, rate).map(entered -> new Entered(entered, waits));
  }

  /**
   * Compares with the rates before this one is entered, which may be in force at once: with the one
   * in force, and with the one that it replaces or follows, which may have been approved for later.
   */
  private Uni<Boolean> waits(ExchangeRate rate) {
    return database
        .now()
        .chain(
            now ->
                dayBefore(rate, now)
                    .chain(
                        dayBefore ->
                            waits(rate, before(rate, now), dayBefore)
                                .chain(
                                    waits ->
                                        waits
                                            ? Uni.createFrom().item(true)
                                            : waits(rate, replaced(rate), dayBefore))));
  }

  private Uni<Boolean> waits(
      ExchangeRate rate, Uni<Optional<BigDecimal>> other, Optional<BigDecimal> dayBefore) {
    return other.map(known -> rules.rateWaits(rate.rate(), known, dayBefore));
  }

  /** The rate of the same instant, or else the last one before it. */
  private Uni<Optional<BigDecimal>> replaced(ExchangeRate rate) {
    return before(rate, rate.effectiveFrom().plusMillis(1));
  }

  /** The rate in force a day before, or the first one of a pair that is younger. */
  private Uni<Optional<BigDecimal>> dayBefore(ExchangeRate rate, Instant now) {
    return before(rate, now.minus(DAY))
        .chain(
            found ->
                found.isPresent()
                    ? Uni.createFrom().item(found)
                    : rates.first(rate.from(), rate.to()));
  }

  private Uni<Optional<BigDecimal>> before(ExchangeRate rate, Instant instant) {
    return rates.before(rate.from(), rate.to(), instant);
  }

  private static Asked asked(RateForm form, ExchangeRate rate) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("rate", rate.rate());
    Optional.ofNullable(form.effectiveFrom())
        .ifPresent(start -> fields.put("effectiveFrom", start));
    return Asked.once(ApprovalAction.RATE, "rate/" + rate.from() + "_" + rate.to(), fields, form);
  }

  @Override
  public Set<ApprovalAction> actions() {
    return Set.of(ApprovalAction.RATE);
  }

  @Override
  public Class<RateForm> type() {
    return RateForm.class;
  }

  /** Without an instant of its own the rate is in force from the next change after the approval. */
  @Override
  public Uni<Supplier<Uni<Void>>> ready(Actor requester, RateForm form) {
    ExchangeRate rate = form.parsed(clock.instant());
    return Uni.createFrom().item(() -> () -> audited.enter(requester, rate).replaceWithVoid());
  }
}
