package org.mizani.database;

import io.quarkus.reactive.pg.client.PgPoolCreator;
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
 * Connection pools, with time-outs on both sides of a connection. PostgreSQL ends an abandoned
 * statement, and a transaction whose pod is frozen or gone, and releases their locks. A pod closes
 * a silent connection, such as that of a server without power or network: the operating system
 * would wait for fifteen minutes.
 */
@Singleton
class ConnectionPools implements PgPoolCreator {

  /** PostgreSQL waits longer by this than the pod, before it ends a statement. */
  private static final Duration GRACE = Duration.ofSeconds(1);

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
          // It would read all rows behind a position and sort them, where the table was empty.
          "enable_bitmapscan",
          "off",
          "jit",
          "off");

  private final DatabaseConfig config;
  private Pool longReads;

  ConnectionPools(DatabaseConfig config) {
    this.config = config;
    if (config.silence().compareTo(config.timeout().plus(GRACE.multipliedBy(2))) < 0) {
      throw new IllegalArgumentException(
          "payments.database.silence must exceed payments.database.timeout by 2 seconds");
    }
  }

  /**
   * The pool of all work but the long reads. Its statements are planned once a connection, for any
   * parameters and any size of the tables: all of them find their rows by an index.
   */
  @Override
  public Pool create(Input input) {
    PoolOptions few = new PoolOptions(input.poolOptions()).setMaxSize(config.longReads());
    longReads = pool(input, few, config.silence().multipliedBy(LONG), Map.of());
    return pool(input, input.poolOptions(), config.silence(), PLANNED_ONCE);
  }

  /**
   * The pool of the long reads, of {@link DatabaseConfig#longReads} connections. It exists once the
   * other pool was used, which a start does.
   */
  Pool longReads() {
    return longReads;
  }

  private Pool pool(
      Input input, PoolOptions options, Duration silence, Map<String, String> planning) {
    // An idle connection is closed before its silence counts as the server's.
    options
        .setIdleTimeout((int) config.silence().toMillis() / 2)
        .setIdleTimeoutUnit(TimeUnit.MILLISECONDS);
    List<SqlConnectOptions> servers =
        input.pgConnectOptionsList().stream()
            .<SqlConnectOptions>map(server -> bounded(server, silence, planning))
            .toList();
    return PgBuilder.pool().using(input.vertx()).with(options).connectingTo(servers).build();
  }

  private PgConnectOptions bounded(
      PgConnectOptions server, Duration silence, Map<String, String> planning) {
    PgConnectOptions bounded = new PgConnectOptions(server);
    bounded.setPreparedStatementCacheSqlLimit(LONGEST_STATEMENT);
    planning.forEach(bounded::addProperty);
    bounded.setIdleTimeout((int) silence.toMillis()).setIdleTimeoutUnit(TimeUnit.MILLISECONDS);
    String longest = milliseconds(config.timeout().plus(GRACE));
    bounded.addProperty("statement_timeout", longest);
    bounded.addProperty("idle_in_transaction_session_timeout", longest);
    return bounded;
  }

  private static String milliseconds(Duration duration) {
    return Long.toString(duration.toMillis());
  }

  @PreDestroy
  void close() {
    if (longReads != null) {
      longReads.close();
    }
  }
}
