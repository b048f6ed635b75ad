package org.mizani.access;

import com.github.benmanes.caffeine.cache.Cache;
import com.github.benmanes.caffeine.cache.Caffeine;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.enterprise.context.ApplicationScoped;
import jakarta.enterprise.event.Observes;
import java.util.Arrays;
import java.util.HashSet;
import java.util.Optional;
import java.util.Set;
import org.jboss.logging.Logger;
import org.mizani.access.Caller.CollectionTerms;
import org.mizani.business.BusinessLimits;
import org.mizani.business.FeeTerms;
import org.mizani.business.SecretHash;
import org.mizani.database.Database;
import org.mizani.encryption.FieldEncryption;
import org.mizani.log.JobHealth;
import org.mizani.log.RedactedFailure;
import org.mizani.service.ServiceConfig;

/**
 * Cache of the businesses behind API keys. Recent callers are read again all together every two
 * seconds, so that a request needs no query and a key that was changed, revoked or has expired is
 * treated so within five seconds on every pod. Without the database the cached ones soon expire.
 */
@ApplicationScoped
public class Callers {

  private static final String SELECT =
      """
      SELECT k.id AS api_key_id, k.key, k.secret_hash, k.signature_encrypted,
             k.scopes, k.allowed_networks,
             b.id AS business_id, b.public_id, b.fee_rate, b.least_fees, b.callback_url, b.suspended,
             b.collections_enabled, b.collection_callback_url,
             b.largest_payouts, b.daily_payouts, b.payouts_per_hour,
             b.prompts_per_phone, b.look_ups_per_phone
      FROM api_key k JOIN business b ON b.id = k.business_id
      """;

  /** A key that is neither revoked nor expired, by the database's clock. */
  private static final String VALID =
      " AND k.revoked_at IS NULL AND (k.expires_at IS NULL OR k.expires_at > now())";

  /** A valid key of this environment by its text. */
  private static final String READ_BY_KEY =
      SELECT + "WHERE k.key = $1 AND k.environment = $2" + VALID;

  /** The valid keys with these ids. */
  private static final String READ_BY_IDS =
      SELECT + "WHERE k.id = ANY($1) AND k.environment = $2" + VALID;

  private static final Logger LOG = Logger.getLogger(Callers.class);

  private record Remembered(Caller caller, long readAtNanos) {}

  private final Database database;
  private final JobHealth health = new JobHealth(LOG, "The refresh of callers");
  private final FieldEncryption encryption;
  private final String environment;
  private final long maxAgeNanos;
  private final Cache<Long, Remembered> remembered;

  Callers(Database database, FieldEncryption encryption, ServiceConfig config) {
    this.database = database;
    this.encryption = encryption;
    this.environment = config.environment().code();
    this.maxAgeNanos = config.callers().maxAge().toNanos();
    this.remembered = Caffeine.newBuilder().maximumSize(config.callers().remembered()).build();
  }

  void register(@Observes StartupEvent event, MeterRegistry registry) {
    health.measure(registry);
  }

  /**
   * The caller of a key by its text, always read from the database; empty if there is none. It is
   * remembered once its key is used: a request may name one without its secret.
   */
  Uni<Optional<Caller>> findByKey(String apiKey) {
    if (apiKey.indexOf('\0') >= 0) {
      // PostgreSQL's text has no such character: the query would fail, not find no row.
      return Uni.createFrom().item(Optional.empty());
    }
    return database.find(READ_BY_KEY, Tuple.of(apiKey, environment), this::callerOf);
  }

  /** The caller of a key by its id, at most some seconds old. */
  public Uni<Optional<Caller>> find(long apiKeyId) {
    Remembered known = remembered.getIfPresent(apiKeyId);
    if (known != null && System.nanoTime() - known.readAtNanos() < maxAgeNanos) {
      return Uni.createFrom().item(Optional.of(known.caller()));
    }
    long readAt = System.nanoTime();
    return readByIds(new Long[] {apiKeyId}).map(rows -> remember(rows, readAt));
  }

  @Scheduled(
      every = "${payments.callers.refresh-every}",
      concurrentExecution = ConcurrentExecution.SKIP)
  Uni<Void> refresh() {
    Long[] known = remembered.asMap().keySet().toArray(Long[]::new);
    long readAt = System.nanoTime();
    return health.watch(
        known.length == 0
            ? Uni.createFrom().voidItem()
            : readByIds(known).invoke(rows -> rememberOnly(rows, known, readAt)));
  }

  private Uni<RowSet<Row>> readByIds(Long[] ids) {
    return database.execute(READ_BY_IDS, Tuple.of(ids, environment));
  }

  private Optional<Caller> remember(RowSet<Row> rows, long readAt) {
    if (!rows.iterator().hasNext()) {
      return Optional.empty();
    }
    Caller caller = callerOf(rows.iterator().next());
    remember(caller, readAt);
    return Optional.of(caller);
  }

  /** Of reads that overlap the one that began last is kept, whichever ends last. */
  void remember(Caller caller, long readAt) {
    remembered
        .asMap()
        .merge(
            caller.apiKeyId(),
            new Remembered(caller, readAt),
            (known, read) -> known.readAtNanos() - read.readAtNanos() > 0 ? known : read);
  }

  private void rememberOnly(RowSet<Row> rows, Long[] asked, long readAt) {
    Set<Long> missing = new HashSet<>(Arrays.asList(asked));
    for (Row row : rows) {
      readable(row)
          .ifPresent(
              caller -> {
                remember(caller, readAt);
                missing.remove(caller.apiKeyId());
              });
    }
    remembered.invalidateAll(missing);
  }

  /** An unreadable key must not keep the others from being read again. */
  private Optional<Caller> readable(Row row) {
    try {
      return Optional.of(callerOf(row));
    } catch (RuntimeException e) {
      LOG.errorf(
          "API key %d cannot be read: %s", row.getLong("api_key_id"), RedactedFailure.words(e));
      return Optional.empty();
    }
  }

  private Caller callerOf(Row row) {
    return new Caller(
        row.getLong("business_id"),
        row.getUUID("public_id"),
        row.getLong("api_key_id"),
        row.getString("key"),
        SecretHash.stored(row.getBuffer("secret_hash").getBytes()),
        Originator.webhookSignature(row, encryption),
        FeeTerms.stored(row.getBigDecimal("fee_rate"), row.getJsonObject("least_fees")),
        Optional.ofNullable(row.getString("callback_url")),
        new CollectionTerms(
            row.getBoolean("collections_enabled"),
            Optional.ofNullable(row.getString("collection_callback_url"))),
        row.getBoolean("suspended"),
        KeyPermissions.of(
            row.getArrayOfStrings("scopes"), row.getArrayOfStrings("allowed_networks")),
        BusinessLimits.stored(
            row.getJsonObject("largest_payouts"),
            row.getJsonObject("daily_payouts"),
            row.getInteger("payouts_per_hour"),
            row.getInteger("prompts_per_phone"),
            row.getInteger("look_ups_per_phone")));
  }
}
