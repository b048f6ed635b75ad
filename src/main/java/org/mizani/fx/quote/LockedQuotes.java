package org.mizani.fx.quote;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.Instant;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.mizani.access.Caller;
import org.mizani.database.Database;
import org.mizani.database.DatabaseConfig;
import org.mizani.database.SharedBulkhead;
import org.mizani.database.TimeOrderedId;
import org.mizani.fault.ApiFault;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.fault.LimitFault;
import org.mizani.fault.QuoteFault;
import org.mizani.fx.FxRate;
import org.mizani.fx.Quote;
import org.mizani.fx.Quotes;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.repeat.RecordedKeys;
import org.mizani.repeat.RequestKey;
import org.mizani.work.BatchColumns;

/**
 * Quotes that businesses lock, and payouts use, once, before they expire (ADR 34). The statement
 * that creates a payout uses its quote too: that stands with payouts.
 */
@Singleton
public final class LockedQuotes {

  /** Quote to record, with the key of its request. */
  private record NewQuote(UUID id, Caller caller, Quote quote, Optional<RequestKey> key) {}

  private static final BatchColumns<NewQuote> REQUEST =
      RecordedKeys.with(
          new BatchColumns<NewQuote>()
              .uuid("id", NewQuote::id)
              .bigint("business_id", q -> q.caller().businessId())
              .bpchar("sender_currency", q -> q.quote().sender().currency().name())
              .bigint("sender_minor", q -> q.quote().sender().minor())
              .bigint("fee_minor", q -> q.quote().fee().minor())
              .bpchar("receiver_currency", q -> q.quote().receiver().currency().name())
              .bigint("receiver_minor", q -> q.quote().receiver().minor())
              .numeric("fx_rate", q -> q.quote().rate()),
          NewQuote::key);

  /** Lets the quotes of one business be counted one after the other, till the transaction's end. */
  private static final String TAKE_TURN =
      "SELECT pg_advisory_xact_lock(hashtext('fx_quote'), hashint8($1))";

  /**
   * Records a quote with its request's key, if the business has room for an open one, and unless
   * the key is recorded already.
   */
  static final String LOCK =
      """
      WITH open AS MATERIALIZED (
        SELECT count(*) < %3$s AS has_room, min(expires_at) AS first_ends_at
        FROM fx_quote
        WHERE business_id = %2$s AND expires_at > now() AND payout_id IS NULL
      ), request AS (
        SELECT r.* FROM %1$s, open WHERE has_room
      )%5$s
      , locked AS (
        INSERT INTO fx_quote (
          id, business_id, sender_currency, sender_minor, fee_minor, receiver_currency,
          receiver_minor, fx_rate, expires_at)
        SELECT
          id, business_id, sender_currency, sender_minor, fee_minor, receiver_currency,
          receiver_minor, fx_rate,
          date_trunc('milliseconds', now()) + %4$s * interval '1 millisecond'
        FROM request%6$s
        RETURNING expires_at
      )
      SELECT o.has_room, l.expires_at,
             (extract(epoch FROM o.first_ends_at - now()) * 1000)::bigint AS room_in_ms
      FROM open o LEFT JOIN locked l ON true
      """
          .formatted(
              REQUEST.as("r"),
              REQUEST.parameterAfter(1) + "::bigint",
              REQUEST.parameterAfter(2) + "::bigint",
              REQUEST.parameterAfter(3) + "::bigint",
              RecordedKeys.recordedOf("request"),
              RecordedKeys.WHERE_IS_FIRST);

  /** Quote {@code $1} of business {@code $2}. */
  static final String FIND =
      """
      SELECT id, sender_currency, sender_minor, fee_minor, receiver_currency, receiver_minor,
             fx_rate, expires_at, payout_id IS NOT NULL AS is_used, expires_at <= now() AS is_expired
      FROM fx_quote
      WHERE id = $1 AND business_id = $2
      """;

  private final Database database;
  private final Quotes quotes;
  private final InstantSource clock;
  private final Duration validFor;
  private final int maxOpen;
  private final SharedBulkhead atOnce;

  LockedQuotes(
      Database database,
      Quotes quotes,
      InstantSource clock,
      QuoteConfig config,
      DatabaseConfig databaseConfig) {
    config.validate();
    this.database = database;
    this.quotes = quotes;
    this.clock = clock;
    this.validFor = config.validFor();
    this.maxOpen = config.maxOpen();
    this.atOnce = new SharedBulkhead(config.atOnce(), databaseConfig.timeout());
  }

  /** Quote as it is recorded. */
  private record Recorded(LockedQuote locked, boolean isUsed, boolean isExpired) {}

  /**
   * Locks a quote at the rate in force.
   *
   * @param receiver the amount that the recipient is to get
   * @param key of its request, which is recorded with it
   * @throws ApiException (as failure) 403 while none are given; 404 and 400 as {@link Quotes#of}
   *     says; 429 when the business has as many open quotes as it may; 503 where the key is
   *     recorded already, or too many are locked at once
   */
  public Uni<LockedQuote> lock(
      Caller caller, Money receiver, CurrencyUnit sender, Optional<RequestKey> key) {
    if (maxOpen == 0) {
      return QuoteFault.NOT_GIVEN.asFailure();
    }
    return quotes
        .of(receiver, sender, caller.fee())
        .map(quote -> new NewQuote(TimeOrderedId.at(clock.millis()), caller, quote, key))
        .chain(
            quote ->
                atOnce.take(
                    caller.businessId(), () -> database.inTransaction(() -> record(quote))));
  }

  private Uni<LockedQuote> record(NewQuote quote) {
    long business = quote.caller().businessId();
    return database
        .execute(TAKE_TURN, Tuple.of(business))
        .chain(
            () ->
                database.one(
                    LOCK,
                    REQUEST.parameters(
                        List.of(quote), business, (long) maxOpen, validFor.toMillis()),
                    row -> answer(quote, row)));
  }

  private static LockedQuote answer(NewQuote quote, Row row) {
    if (!row.getBoolean("has_room")) {
      throw LimitFault.openQuotesExceeded(Duration.ofMillis(row.getLong("room_in_ms")))
          .asException();
    }
    if (row.getOffsetDateTime("expires_at") == null) {
      // Its key is recorded: the first answer of that takes the place of this refusal.
      throw ApiFault.SERVICE_UNAVAILABLE.asException();
    }
    return new LockedQuote(quote.id(), quote.quote(), expiresAt(row));
  }

  /** The quote with this id, used or not, if the business has locked it. */
  public Uni<Optional<LockedQuote>> find(Caller caller, UUID id) {
    return recorded(caller, id).map(found -> found.map(Recorded::locked));
  }

  /**
   * The quote with this id, for a payout that is to use it.
   *
   * @throws ApiException (as failure) 404 if the business has none, 409 if it is used, has expired,
   *     or is of another amount or other currencies than these
   */
  public Uni<Quote> usable(Caller caller, UUID id, Money receiver, CurrencyUnit sender) {
    return recorded(caller, id)
        .map(found -> found.orElseThrow(QuoteFault.NOT_FOUND::asException))
        .map(found -> usable(found, receiver, sender));
  }

  private static Quote usable(Recorded found, Money receiver, CurrencyUnit sender) {
    Quote quote = found.locked().quote();
    if (found.isUsed()) {
      throw QuoteFault.USED.asException();
    }
    if (found.isExpired()) {
      throw QuoteFault.EXPIRED.asException();
    }
    if (!quote.receiver().equals(receiver) || quote.sender().currency() != sender) {
      throw QuoteFault.DIFFERS.asException();
    }
    return quote;
  }

  private Uni<Optional<Recorded>> recorded(Caller caller, UUID id) {
    return database.find(FIND, Tuple.of(id, caller.businessId()), LockedQuotes::read);
  }

  private static Recorded read(Row row) {
    CurrencyUnit sender = CurrencyUnit.valueOf(row.getString("sender_currency"));
    CurrencyUnit receiver = CurrencyUnit.valueOf(row.getString("receiver_currency"));
    Quote quote =
        new Quote(
            new Money(receiver, row.getLong("receiver_minor")),
            FxRate.unpadded(row.getBigDecimal("fx_rate")),
            new Money(sender, row.getLong("sender_minor")),
            new Money(sender, row.getLong("fee_minor")));
    return new Recorded(
        new LockedQuote(row.getUUID("id"), quote, expiresAt(row)),
        row.getBoolean("is_used"),
        row.getBoolean("is_expired"));
  }

  private static Instant expiresAt(Row row) {
    return row.getOffsetDateTime("expires_at").toInstant();
  }
}
