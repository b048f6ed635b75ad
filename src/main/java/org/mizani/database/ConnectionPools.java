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
import java.util.concurrent.TimeUnit;

/**
 * Makes the pools of connections, so that neither side holds on to one that the other has given up.
 * PostgreSQL ends a statement that nobody waits for any more, and a transaction whose pod is frozen
 * or gone, with the locks that they hold. A pod closes a connection that says nothing at all, as
 * those of a server do that lost its power or its network: the operating system would wait for
 * fifteen minutes.
 */
@Singleton
class ConnectionPools implements PgPoolCreator {

  /** The statement's own end is told rather than cut off by the one who waits for it. */
  private static final Duration GRACE = Duration.ofSeconds(1);

  /** By how much longer the connection of a long read may say nothing: it is at it. */
  private static final int LONG = 10;

  private final DatabaseConfig config;
  private Pool longReads;

  ConnectionPools(DatabaseConfig config) {
    this.config = config;
    if (config.silence().compareTo(config.timeout().plus(GRACE.multipliedBy(2))) < 0) {
      throw new IllegalArgumentException(
          "payments.database.silence must exceed payments.database.timeout by 2 seconds");
    }
  }

  /** The pool of all work but the long reads. */
  @Override
  public Pool create(Input input) {
    PoolOptions few = new PoolOptions(input.poolOptions()).setMaxSize(config.longReads());
    longReads = pool(input, few, config.silence().multipliedBy(LONG));
    return pool(input, input.poolOptions(), config.silence());
  }

  /**
   * The pool of the long reads, of {@link DatabaseConfig#longReads} connections. It is there once
   * the other has been asked for anything, which a start does.
   */
  Pool longReads() {
    return longReads;
  }

  private Pool pool(Input input, PoolOptions options, Duration silence) {
    // Given back before its own silence is mistaken for the server's.
    options
        .setIdleTimeout((int) config.silence().toMillis() / 2)
        .setIdleTimeoutUnit(TimeUnit.MILLISECONDS);
    List<SqlConnectOptions> servers =
        input.pgConnectOptionsList().stream()
            .<SqlConnectOptions>map(server -> bounded(server, silence))
            .toList();
    return PgBuilder.pool().using(input.vertx()).with(options).connectingTo(servers).build();
  }

  private PgConnectOptions bounded(PgConnectOptions server, Duration silence) {
    PgConnectOptions bounded = new PgConnectOptions(server);
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
