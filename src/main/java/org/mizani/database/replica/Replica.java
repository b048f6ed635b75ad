package org.mizani.database.replica;

import io.micrometer.core.instrument.Gauge;
import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.smallrye.mutiny.Uni;
import io.smallrye.mutiny.subscription.UniEmitter;
import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.RowSet;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.time.Duration;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.TimeoutException;
import org.jboss.logging.Logger;
import org.mizani.database.ConnectionPools;
import org.mizani.database.DatabaseConfig;
import org.mizani.database.SameEventLoop;
import org.mizani.database.SqlState;

/**
 * State of the replica, if there is one: whether reads may go there, and how far it lags. Both are
 * measured at an interval; a change is logged once.
 */
@Singleton
final class Replica {

  /** The position up to which a server has the log: replayed on a replica, written on a primary. */
  static final String POSITION =
      """
      SELECT (CASE WHEN pg_is_in_recovery() THEN pg_last_wal_replay_lsn()
                   ELSE pg_current_wal_flush_lsn() END - '0/0'::pg_lsn)::bigint AS position
      """;

  private static final String OF_PRIMARY =
      "SELECT (pg_current_wal_flush_lsn() - '0/0'::pg_lsn)::bigint AS position";

  /**
   * Intervals of the measurement within the limit: the lag told is up to one above the true one.
   */
  private static final int INTERVALS = 3;

  private static final Logger LOG = Logger.getLogger(Replica.class);

  private final Pool primary;
  private final ConnectionPools pools;
  private final DatabaseConfig.Replica config;
  private final SameEventLoop loop;
  private final Vertx vertx;
  private final ReplicationLag lag;
  private final Stopwatch stopwatch;
  private final Set<UniEmitter<?>> underWay = ConcurrentHashMap.newKeySet();
  private volatile boolean usable;
  private volatile boolean measured;
  private volatile boolean stopped;
  private volatile long upToDateAt;
  private volatile long pausedUntil;

  Replica(
      Pool primary,
      ConnectionPools pools,
      DatabaseConfig config,
      SameEventLoop loop,
      Vertx vertx,
      Stopwatch stopwatch,
      MeterRegistry registry) {
    this.primary = primary;
    this.pools = pools;
    this.config = config.replica();
    this.loop = loop;
    this.vertx = vertx;
    this.stopwatch = stopwatch;
    if (this.config.maxLag().compareTo(this.config.every().multipliedBy(INTERVALS)) < 0) {
      throw new ConfigurationException(
          "payments.database.replica.max-lag must be at least "
              + INTERVALS
              + " times payments.database.replica.every.");
    }
    this.upToDateAt = stopwatch.nanos();
    this.pausedUntil = upToDateAt;
    this.lag = new ReplicationLag(this.config.maxLag());
    if (this.config.url().isPresent()) {
      register(registry);
    }
  }

  /** Signal that a replica lags by more than the limit, or not known how far. */
  static final class TooFarBehind extends RuntimeException {
    TooFarBehind() {
      super("the replica lags too far", null, false, false);
    }
  }

  private void register(MeterRegistry registry) {
    Gauge.builder("payments.database.replica.lag", this::secondsOfLag)
        .baseUnit("seconds")
        .description("Time since which the replica was not known to have all that was committed")
        .register(registry);
    Gauge.builder("payments.database.replica.used", () -> usable ? 1 : 0)
        .description("1 while reads that may lag go to the replica, 0 while they go to the primary")
        .register(registry);
  }

  private BigDecimal secondsOfLag() {
    return BigDecimal.valueOf(stopwatch.nanos() - upToDateAt, 9);
  }

  void start(@Observes StartupEvent event) {
    if (config.url().isPresent()) {
      measure();
    }
  }

  void stop(@Observes ShutdownEvent event) {
    stopped = true;
  }

  /** Whether reads may go to the replica. */
  boolean isUsable() {
    return usable;
  }

  ConnectionPools.Replicas pools() {
    return pools.replicas();
  }

  /**
   * The lag of a replica that has replayed up to this position.
   *
   * @throws TooFarBehind beyond the limit
   */
  Duration lagAt(WalPosition position) {
    return lag.of(position.bytes(), stopwatch.nanos()).orElseThrow(TooFarBehind::new);
  }

  /** Work on the replica, which fails as soon as it is known to be lost. */
  <T> Uni<T> untilLost(Uni<T> work) {
    Uni<T> lost =
        Uni.createFrom()
            .emitter(
                waiting -> {
                  underWay.add(waiting);
                  waiting.onTermination(() -> underWay.remove(waiting));
                });
    return Uni.combine().any().of(work, lost);
  }

  /** A read of the replica failed: none goes there for a pause. */
  void failed(Throwable failure) {
    pausedUntil = stopwatch.nanos() + config.retryAfter().toNanos();
    String state = SqlState.of(failure).map(" "::concat).orElse("");
    change(false, "does not answer (" + failure.getClass().getSimpleName() + state + ")");
    underWay.forEach(read -> read.fail(new TimeoutException("the replica was lost")));
  }

  private void measure() {
    long asked = stopwatch.nanos();
    loop.run(() -> position(primary, OF_PRIMARY))
        .invoke(position -> lag.note(position.bytes(), asked))
        // A primary that does not answer is not the replica's fault: its lag only grows.
        .onFailure()
        .recoverWithNull()
        .chain(() -> loop.run(() -> position(Pool.newInstance(pools().reads()), POSITION)))
        .subscribe()
        .with(
            position -> {
              compare(position);
              measureAfter(config.every());
            },
            failure -> {
              failed(failure);
              measureAfter(config.retryAfter());
            });
  }

  private Uni<WalPosition> position(Pool server, String statement) {
    return server
        .withConnection(connection -> connection.preparedQuery(statement).execute())
        .map(Replica::position)
        .ifNoItem()
        .after(config.timeout())
        .failWith(() -> new TimeoutException("no answer within " + config.timeout()));
  }

  /** The position that {@link #POSITION} has read. */
  static WalPosition position(RowSet<Row> rows) {
    return new WalPosition(rows.iterator().next().getLong("position"));
  }

  private void compare(WalPosition position) {
    long now = stopwatch.nanos();
    Optional<Duration> known = lag.of(position.bytes(), now);
    if (known.isEmpty()) {
      change(false, "lags by more than " + config.maxLag());
    } else {
      upToDateAt = now - known.get().toNanos();
      change(true, "");
    }
  }

  private void measureAfter(Duration pause) {
    long rest = Math.max(pause.toNanos(), pausedUntil - stopwatch.nanos());
    if (!stopped) {
      vertx.setTimer(Math.max(1, rest / 1_000_000), timer -> measure());
    }
  }

  private synchronized void change(boolean now, String reason) {
    if (now == usable && measured) {
      return;
    }
    measured = true;
    if (now) {
      LOG.info("Reads that may lag go to the replica.");
    } else {
      LOG.warnf("Reads that may lag go to the primary: the replica %s.", reason);
    }
    usable = now;
  }
}
