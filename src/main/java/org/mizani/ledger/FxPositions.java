package org.mizani.ledger;

import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Optional;
import org.mizani.database.Projection;
import org.mizani.database.replica.LaggingReads;
import org.mizani.fx.Rates;
import org.mizani.ledger.FxPosition.OfCurrency;
import org.mizani.ledger.FxPosition.Valuation;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

/** Positions in foreign exchange by day, from the daily closings and the transfers since. */
@Singleton
public final class FxPositions {

  /**
   * The position of each currency before the day {@code $1}, and what came in and went out on it.
   * The day begins at {@code $2} and ends at {@code $3}. A closed day is the difference between two
   * closings; one that is not yet is summed up from its transfers.
   */
  private static final String READ =
      """
      WITH closed AS MATERIALIZED (
        SELECT coalesce((max(day) + 1)::timestamp AT TIME ZONE 'UTC', '-infinity') AS until
        FROM closed_day WHERE day <= $1
      ), position AS MATERIALIZED (
        SELECT id, currency FROM ledger_account WHERE kind = 'fx_position'
      ), moved AS MATERIALIZED (
        SELECT debit_account_id, credit_account_id, created_at < $2 AS before,
               sum(amount_minor) AS minor
        FROM ledger_transfer
        WHERE created_at >= (SELECT until FROM closed) AND created_at < $3
          AND (debit_account_id = ANY (ARRAY(SELECT id FROM position))
               OR credit_account_id = ANY (ARRAY(SELECT id FROM position)))
        GROUP BY debit_account_id, credit_account_id, before
      ), since AS (
        SELECT p.id,
               sum(minor) FILTER (WHERE before AND credit_account_id = p.id) AS credits_before,
               sum(minor) FILTER (WHERE before AND debit_account_id = p.id) AS debits_before,
               sum(minor) FILTER (WHERE NOT before AND credit_account_id = p.id) AS credits,
               sum(minor) FILTER (WHERE NOT before AND debit_account_id = p.id) AS debits
        FROM position p JOIN moved m ON p.id IN (m.debit_account_id, m.credit_account_id)
        GROUP BY p.id
      )
      SELECT p.currency,
             (coalesce(o.balance_minor, 0) + coalesce(s.credits_before, 0)
               - coalesce(s.debits_before, 0))::bigint AS opening,
             (coalesce(d.credits_minor - coalesce(o.credits_minor, 0), 0)
               + coalesce(s.credits, 0))::bigint AS incoming,
             (coalesce(d.debits_minor - coalesce(o.debits_minor, 0), 0)
               + coalesce(s.debits, 0))::bigint AS outgoing
      FROM position p
      LEFT JOIN since s ON s.id = p.id
      LEFT JOIN daily_closing d ON d.account_id = p.id AND d.day = $1
      LEFT JOIN LATERAL (
        SELECT c.balance_minor, c.debits_minor, c.credits_minor FROM daily_closing c
        WHERE c.account_id = p.id AND c.day < $1 ORDER BY c.day DESC LIMIT 1) o ON true
      """;

  private static final Projection<Turnover> TURNOVERS = Projection.into(Turnover.class);

  private final LaggingReads reads;
  private final Rates rates;
  private final InstantSource clock;
  private final CurrencyUnit reporting;
  private final Duration timeout;

  FxPositions(LaggingReads reads, Rates rates, InstantSource clock, LedgerConfig.Books config) {
    this.reads = reads;
    this.rates = rates;
    this.clock = clock;
    this.reporting = config.reportingCurrency();
    this.timeout = config.closing().timeout();
  }

  /** Turnover of a currency's position in minor units: before the day, and on it. */
  @RegisterForReflection
  private record Turnover(CurrencyUnit currency, long opening, long incoming, long outgoing) {

    private Money of(long minor) {
      return new Money(currency, minor);
    }

    private Money change() {
      return of(Math.subtractExact(incoming, outgoing));
    }
  }

  /** The positions of a day; of one that is not over those until now, at the rates of now. */
  public Uni<FxPosition> of(LocalDate day) {
    Instant end = day.plusDays(1).atStartOfDay().toInstant(ZoneOffset.UTC);
    Instant now = clock.instant();
    Instant valued = end.isBefore(now) ? end : now;
    return reads
        .executeLong(READ, DailyClosing.dayOf(day), timeout)
        .map(found -> TURNOVERS.all(found.rows()))
        .onItem()
        .transformToMulti(turnovers -> Multi.createFrom().iterable(turnovers))
        .onItem()
        .transformToUniAndConcatenate(turnover -> valued(turnover, valued))
        .collect()
        .asList()
        .map(
            found ->
                new FxPosition(
                    day,
                    reporting,
                    found.stream()
                        .sorted((a, b) -> a.currency().compareTo(b.currency()))
                        .toList()));
  }

  private Uni<OfCurrency> valued(Turnover turnover, Instant end) {
    Money change = turnover.change();
    if (change.currency() == reporting || change.minor() == 0) {
      Money result = change.minor() == 0 ? Money.zero(reporting) : change;
      return Uni.createFrom().item(position(turnover, Optional.empty(), Optional.of(result)));
    }
    return valuation(change.currency(), end)
        .map(rate -> position(turnover, rate, rate.map(found -> found.value(change))));
  }

  private static OfCurrency position(
      Turnover turnover, Optional<Valuation> valuation, Optional<Money> result) {
    return new OfCurrency(
        turnover.of(turnover.opening),
        turnover.of(turnover.incoming),
        turnover.of(turnover.outgoing),
        valuation,
        result);
  }

  /** The rate from the reporting currency; without one, the rate to it. */
  private Uni<Optional<Valuation>> valuation(CurrencyUnit currency, Instant end) {
    return rate(reporting, currency, end)
        .chain(
            found ->
                found.isPresent() ? Uni.createFrom().item(found) : rate(currency, reporting, end));
  }

  private Uni<Optional<Valuation>> rate(CurrencyUnit from, CurrencyUnit to, Instant end) {
    return rates
        .before(from, to, end)
        .map(found -> found.map(rate -> new Valuation(from, to, rate)));
  }
}
