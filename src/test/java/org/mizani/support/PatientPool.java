package org.mizani.support;

import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.PoolOptions;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import org.eclipse.microprofile.config.inject.ConfigProperty;

/**
 * Connections of tests to the service's database, without a limit for a statement: a test may write
 * in bulk for longer than the service lets PostgreSQL work on one statement.
 */
@Singleton
public class PatientPool {

  /**
   * Lets a test leave a connection of the service idle within a transaction, however slow the
   * machine is: PostgreSQL would end it after the service's time-out, with its locks.
   */
  public static final String STAY_IDLE = "SET LOCAL idle_in_transaction_session_timeout = 0";

  /** Begins a transaction that may be idle. */
  public static final String BEGIN = "BEGIN; " + STAY_IDLE;

  private final Pool pool;

  PatientPool(
      Vertx vertx,
      @ConfigProperty(name = "quarkus.datasource.reactive.url") String url,
      @ConfigProperty(name = "quarkus.datasource.username") String user,
      @ConfigProperty(name = "quarkus.datasource.password") String password) {
    pool =
        Pool.newInstance(
            PgBuilder.pool()
                .connectingTo(PgConnectOptions.fromUri(url).setUser(user).setPassword(password))
                .with(new PoolOptions().setMaxSize(4))
                .using(vertx)
                .build());
  }

  /** The connections. */
  public Pool pool() {
    return pool;
  }

  @PreDestroy
  void close() {
    pool.closeAndAwait();
  }
}
