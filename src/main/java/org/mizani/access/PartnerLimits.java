package org.mizani.access;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;
import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.jboss.logging.Logger;
import org.mizani.corridor.Country;
import org.mizani.corridor.PhoneNumber;
import org.mizani.database.Database;
import org.mizani.encryption.FieldEncryption;
import org.mizani.fault.ApiFault;
import org.mizani.fault.LimitFault;
import org.mizani.log.JobHealth;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

/**
 * Limits of businesses: the amount of a payout, payouts an hour and their sum a day and country,
 * and prompts and look-ups of one phone in an hour, by the database's clock and over all pods. The
 * limit of a business itself goes before the setting. With neither, nothing is counted.
 */
@ApplicationScoped
public class PartnerLimits {

  /** The hour that counts, in SQL. */
  public static final String HOUR = "date_trunc('hour', now(), 'UTC')";

  /** The milliseconds until its end, in SQL. */
  public static final String ENDS_IN_MS =
      "(extract(epoch FROM " + HOUR + " + interval '1 hour' - now()) * 1000)::bigint";

  private static final String COUNT =
      """
      INSERT INTO phone_hour AS h (subject, starts_at, counted)
      VALUES ($1, %s, 1)
      ON CONFLICT (subject, starts_at) DO UPDATE SET counted = h.counted + 1
      RETURNING counted, %s AS ends_in_ms
      """
          .formatted(HOUR, ENDS_IN_MS);

  private static final int SLICE = 10_000;

  /** Removes one slice of old counts. It waits for no row, so it needs no order of them. */
  static final String FORGET =
      """
      DELETE FROM phone_hour WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM phone_hour WHERE starts_at < now() - interval '2 hours'
        ORDER BY starts_at LIMIT %d FOR UPDATE SKIP LOCKED))
      """
          .formatted(SLICE);

  private static final Logger LOG = Logger.getLogger(PartnerLimits.class);

  private final Database database;
  private final FieldEncryption encryption;
  private final JobHealth health = new JobHealth(LOG, "Forgetting the counts of phones");
  private final Map<CurrencyUnit, Money> largestPayouts = new EnumMap<>(CurrencyUnit.class);
  private final Map<Country, Money> dailyPayouts = new EnumMap<>(Country.class);
  private final Optional<Integer> payoutsPerHour;
  private final Optional<Integer> promptsPerPhone;
  private final Optional<Integer> lookUpsPerPhone;

  /**
   * Limit of one phone.
   *
   * @param subject what the phone is counted as: a keyed hash, without the number
   * @param most how often in an hour
   */
  public record PhoneLimit(UUID subject, int most) {}

  /**
   * Limits of a business's payouts.
   *
   * @param anHour how many are made in an hour
   * @param aDay their greatest sum in a UTC day, to one country
   */
  public record PayoutLimits(Optional<Integer> anHour, Optional<Money> aDay) {

    /** The limits of a business without any. */
    public static final PayoutLimits NONE = new PayoutLimits(Optional.empty(), Optional.empty());

    /** Whether there is one. */
    public boolean exist() {
      return anHour.isPresent() || aDay.isPresent();
    }
  }

  PartnerLimits(
      Database database, FieldEncryption encryption, LimitsConfig config, MeterRegistry meters) {
    this.database = database;
    this.encryption = encryption;
    this.payoutsPerHour = atLeastOne("PAYOUTS_PER_HOUR", config.payoutsPerHour());
    this.promptsPerPhone = atLeastOne("PROMPTS_PER_PHONE", config.promptsPerPhone());
    this.lookUpsPerPhone = atLeastOne("LOOK_UPS_PER_PHONE", config.lookUpsPerPhone());
    config
        .largestPayout()
        .forEach(
            (currency, major) ->
                largestPayouts.put(
                    currency, amount("LARGEST_PAYOUT_" + currency, currency, major)));
    config
        .dailyPayouts()
        .forEach(
            (country, major) ->
                dailyPayouts.put(
                    country, amount("DAILY_PAYOUTS_" + country, country.currency(), major)));
    health.measure(meters);
  }

  private static Optional<Integer> atLeastOne(String setting, Optional<Integer> limit) {
    if (limit.isPresent() && limit.get() < 1) {
      throw new ConfigurationException("PAYMENTS_LIMITS_" + setting + " must be at least 1.");
    }
    return limit;
  }

  private static Money amount(String setting, CurrencyUnit currency, BigDecimal major) {
    if (major.signum() <= 0
        || Money.isFinerThan(currency, major)
        || major.compareTo(new Money(currency, Money.MAX_MINOR).major()) > 0) {
      throw new ConfigurationException(
          "PAYMENTS_LIMITS_%s must be an amount above 0 with at most %d decimal places."
              .formatted(setting, currency.minorDigits()));
    }
    return Money.exactly(currency, major);
  }

  /**
   * The refusal of an amount that is too much for one payout of this business, or for all of a day.
   *
   * @param amount in the country's currency
   */
  public Optional<ApiFault> refusalOf(Caller caller, Country country, Money amount) {
    Optional<Money> largest =
        limit(caller.limits().largestPayouts(), largestPayouts, amount.currency());
    return Stream.concat(largest.stream(), ofDay(caller, country).stream())
        .filter(most -> amount.minor() > most.minor())
        .min(Comparator.comparingLong(Money::minor))
        .map(most -> ApiFault.amountOutOfRange("must be at most " + most));
  }

  /** The limits of the payouts of this business to a country, of which its payouts count. */
  public PayoutLimits ofPayouts(Caller caller, Country country) {
    return new PayoutLimits(
        caller.limits().payoutsPerHour().or(() -> payoutsPerHour), ofDay(caller, country));
  }

  private Optional<Money> ofDay(Caller caller, Country country) {
    return limit(caller.limits().dailyPayouts(), dailyPayouts, country);
  }

  private static <K> Optional<Money> limit(Map<K, Money> own, Map<K, Money> settings, K key) {
    return Optional.ofNullable(own.get(key)).or(() -> Optional.ofNullable(settings.get(key)));
  }

  /** The limit of the prompts that this phone may get from this business. */
  public Optional<PhoneLimit> ofPrompts(Caller caller, PhoneNumber phone) {
    return caller
        .limits()
        .promptsPerPhone()
        .or(() -> promptsPerPhone)
        .map(most -> new PhoneLimit(subject("prompts", caller, phone.e164()), most));
  }

  /**
   * Counts one look-up of a phone, if look-ups of this business have a limit.
   *
   * @param phone in E.164
   * @throws ApiFault.ApiException (as failure) 429 beyond the limit
   */
  public Uni<Void> countLookUp(Caller caller, String phone) {
    return caller
        .limits()
        .lookUpsPerPhone()
        .or(() -> lookUpsPerPhone)
        .map(most -> count(new PhoneLimit(subject("look-ups", caller, phone), most)))
        .orElseGet(() -> Uni.createFrom().voidItem());
  }

  private Uni<Void> count(PhoneLimit limit) {
    return database
        .one(COUNT, Tuple.of(limit.subject()), row -> refusal(row, limit.most()))
        .invoke(
            refusal ->
                refusal.ifPresent(
                    fault -> {
                      throw fault.asException();
                    }))
        .replaceWithVoid();
  }

  private static Optional<ApiFault> refusal(Row row, int most) {
    return row.getInteger("counted") > most
        ? Optional.of(LimitFault.lookUpsExceeded(Duration.ofMillis(row.getLong("ends_in_ms"))))
        : Optional.empty();
  }

  private UUID subject(String kind, Caller caller, String phone) {
    ByteBuffer hash =
        ByteBuffer.wrap(encryption.hash(kind + "/" + caller.businessId() + "/" + phone));
    return new UUID(hash.getLong(), hash.getLong());
  }

  @Scheduled(every = "5m", delayed = "1m", concurrentExecution = ConcurrentExecution.SKIP)
  Uni<Void> forgetOld() {
    return health.watch(forgetSlices());
  }

  private Uni<Void> forgetSlices() {
    return database
        .execute(FORGET)
        .chain(
            removed -> removed.rowCount() < SLICE ? Uni.createFrom().voidItem() : forgetSlices());
  }
}
