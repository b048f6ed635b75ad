package org.mizani.access;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;
import java.nio.ByteBuffer;
import java.time.Duration;
import java.util.Optional;
import java.util.UUID;
import org.jboss.logging.Logger;
import org.mizani.database.Database;
import org.mizani.encryption.FieldEncryption;
import org.mizani.fault.ApiFault;
import org.mizani.fault.LimitFault;
import org.mizani.log.JobHealth;

/**
 * Counts of one phone's prompts and look-ups in an hour, by the database's clock and over all pods.
 */
@ApplicationScoped
public class PhoneCounts {

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

  static final String FORGET = OldCounts.removal("phone_hour", "2 hours");

  private static final Logger LOG = Logger.getLogger(PhoneCounts.class);

  private final Database database;
  private final FieldEncryption encryption;
  private final OldCounts oldCounts;
  private final JobHealth health = new JobHealth(LOG, "Forgetting the counts of phones");

  PhoneCounts(Database database, FieldEncryption encryption, MeterRegistry meters) {
    this.database = database;
    this.encryption = encryption;
    this.oldCounts = new OldCounts(database, FORGET);
    health.measure(meters);
  }

  /**
   * Limit of one phone.
   *
   * @param subject keyed hash that stands for the phone, without its number
   * @param most how often in an hour
   */
  public record PhoneLimit(UUID subject, int most) {}

  /**
   * The limit of this phone for a business.
   *
   * @param kind of what is counted
   * @param phone in E.164
   */
  PhoneLimit limit(String kind, Caller caller, String phone, int most) {
    return new PhoneLimit(subject(kind, caller, phone), most);
  }

  private UUID subject(String kind, Caller caller, String phone) {
    ByteBuffer hash =
        ByteBuffer.wrap(encryption.hash(kind + "/" + caller.businessId() + "/" + phone));
    return new UUID(hash.getLong(), hash.getLong());
  }

  /**
   * Counts one look-up.
   *
   * @throws ApiFault.ApiException (as failure) 429 beyond the limit
   */
  Uni<Void> countLookUp(PhoneLimit limit) {
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

  @Scheduled(every = "5m", delayed = "1m", concurrentExecution = ConcurrentExecution.SKIP)
  Uni<Void> forgetOld() {
    return health.watch(oldCounts.remove());
  }
}
