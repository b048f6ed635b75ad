package org.mizani.database;

import io.quarkus.reactive.pg.client.PgPoolCreator;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.PoolOptions;
import io.vertx.sqlclient.SqlConnectOptions;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;

/**
 * Connection pools, with time-outs on both sides of a connection. PostgreSQL ends a statement
 * before the pod stops waiting for it, and one without a connection by then is not sent: a
 * statement that timed out had no effect. PostgreSQL also ends a transaction whose pod is frozen or
 * gone, and releases its locks. A pod closes a silent connection, such as that of a server without
 * power or network: the operating system would wait for fifteen minutes.
 */
@Singleton
public class ConnectionPools implements PgPoolCreator {

  /** Least time by which the silence of a connection is longer than the time-out of a statement. */
  private static final Duration GRACE = Duration.ofSeconds(2);

  /** Tenths of the time-out of a statement after which PostgreSQL ends it. */
  private static final int STATEMENT_TENTHS = 5;

  /** Tenths of that time-out in which a statement gets a connection. */
  private static final int CONNECTION_TENTHS = 4;

  /** Characters up to which a statement's text is cached: more than the longest has. */
  static final int LONGEST_STATEMENT = 32_768;

  /** Factor of the silence that a long read may keep. */
  private static final int LONG = 10;

  /** Settings of a connection that plans each statement once, for any size of the tables. */
  static final Map<String, String> PLANNED_ONCE =
      Map.of(
          "plan_cache_mode",
          "force_generic_plan",
          "enable_seqscan",
          "off",
          // It would read all rows after a position and sort them, where the table was empty.
          "enable_bitmapscan",
          "off",
          "jit",
          "off");

  /**
   * Settings of a connection for long reads. Of many partitions a plan seems so costly that it
   * would be compiled, which takes a second, while all but two of them are not read.
   */
  private static final Map<String, String> PLANNED_EACH_TIME = Map.of("jit", "off");

  private final DatabaseConfig config;
  private Pool longReads;
  private Replicas replicas;

  ConnectionPools(DatabaseConfig config) {
    this.config = config;
    if (config.silence().compareTo(config.timeout().plus(GRACE)) < 0) {
      throw new ConfigurationException(
          "payments.database.silence must exceed payments.database.timeout by 2 s.");
    }
  }

  /**
   * The pool of all work but the long reads. Its statements are planned once a connection, for any
   * parameters and any size of the tables: all of them find their rows by an index.
   */
  @Override
  public Pool create(Input input) {
    Duration wait = tenths(CONNECTION_TENTHS, config);
    PoolOptions all = waiting(input.poolOptions(), input.poolOptions().getMaxSize(), wait);
    PoolOptions few = waiting(input.poolOptions(), config.longReads(), wait);
    Duration longSilence = config.silence().multipliedBy(LONG);
    List<PgConnectOptions> primary = input.pgConnectOptionsList();
    longReads = pool(input, primary, few, longSilence, PLANNED_EACH_TIME);
    Pool pool = pool(input, primary, all, config.silence(), PLANNED_ONCE);
    if (config.replica().url().isPresent()) {
      replicas = replicas(input, primary.get(0));
    }
    return pool;
  }

  private Replicas replicas(Input input, PgConnectOptions primary) {
    Duration longSilence = config.silence().multipliedBy(LONG);
    List<PgConnectOptions> replica = List.of(ReplicaServer.of(config.replica(), primary));
    return new Replicas(
        pool(
            input,
            replica,
            waiting(
                input.poolOptions(), config.replica().connections(), config.replica().timeout()),
            config.silence(),
            PLANNED_ONCE),
        pool(
            input,
            replica,
            waiting(input.poolOptions(), config.longReads(), config.replica().timeout()),
            longSilence,
            PLANNED_EACH_TIME));
  }

  /** Pools of connections to the replica, for short and for long reads. */
  public record Replicas(Pool reads, Pool longReads) {}

  /** The replica's pools, where there is a replica; like {@link #longReads} after the first use. */
  public Replicas replicas() {
    return replicas;
  }

  private PoolOptions waiting(PoolOptions options, int connections, Duration wait) {
    return new PoolOptions(options)
        .setMaxSize(connections)
        .setConnectionTimeout((int) wait.toMillis())
        .setConnectionTimeoutUnit(TimeUnit.MILLISECONDS);
  }

  /**
   * The pool of the long reads, of {@link DatabaseConfig#longReads} connections. It exists once the
   * other pool was used, which a start does.
   */
  Pool longReads() {
    return longReads;
  }

  private Pool pool(
      Input input,
      List<PgConnectOptions> named,
      PoolOptions options,
      Duration silence,
      Map<String, String> planning) {
    // An idle connection is closed before its silence counts as the server's.
    options
        .setIdleTimeout((int) config.silence().toMillis() / 2)
        .setIdleTimeoutUnit(TimeUnit.MILLISECONDS);
    List<SqlConnectOptions> servers =
        named.stream()
            .<SqlConnectOptions>map(server -> bounded(server, silence, planning))
            .toList();
    return new QuietPool(
        PgBuilder.pool().using(input.vertx()).with(options).connectingTo(servers).build());
  }

  private PgConnectOptions bounded(
      PgConnectOptions server, Duration silence, Map<String, String> planning) {
    PgConnectOptions bounded = new PgConnectOptions(server);
    bounded.setPreparedStatementCacheSqlLimit(LONGEST_STATEMENT);
    planning.forEach(bounded::addProperty);
    bounded.setIdleTimeout((int) silence.toMillis()).setIdleTimeoutUnit(TimeUnit.MILLISECONDS);
    bounded.addProperty("statement_timeout", milliseconds(longestStatement(config)));
    bounded.addProperty("idle_in_transaction_session_timeout", milliseconds(config.timeout()));
    return bounded;
  }

  /** The time after which PostgreSQL ends a statement. */
  public static Duration longestStatement(DatabaseConfig config) {
    return tenths(STATEMENT_TENTHS, config);
  }

  private static Duration tenths(int number, DatabaseConfig config) {
    return Duration.ofMillis(Math.max(1, config.timeout().toMillis() * number / 10));
  }

  private static String milliseconds(Duration duration) {
    return Long.toString(duration.toMillis());
  }

  @PreDestroy
  void close() {
    if (longReads != null) {
      longReads.close();
    }
    if (replicas != null) {
      replicas.longReads().close();
    }
  }
}
