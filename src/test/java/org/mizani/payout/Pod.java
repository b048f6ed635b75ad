package org.mizani.payout;

import io.vertx.core.Vertx;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.pgclient.PgBuilder;
import io.vertx.pgclient.PgConnectOptions;
import io.vertx.sqlclient.PoolOptions;
import java.time.Duration;
import org.mizani.database.Database;
import org.mizani.database.DatabaseConfig;
import org.mizani.database.PodDatabase;
import org.mizani.figures.TestFigures;
import org.mizani.ledger.PodWalletLocks;
import org.mizani.ledger.ServiceAccounts;
import org.mizani.ledger.WalletLocks;
import org.mizani.screening.ScreeningConfig;
import org.mizani.support.Defaults;
import org.mizani.support.Eventually;
import org.mizani.webhook.WebhookDispatcher;
import org.mizani.work.Leases;

/**
 * Writers of payouts in one pod, with connections of their own. The database is slow to resolve
 * their deadlocks, so that a deadlock appears as a statement that times out.
 */
record Pod(Pool pool, PayoutCreation creation, PayoutSettlement settlement, Leases leases)
    implements AutoCloseable {

  private static final Duration DEADLOCK_TIMEOUT = Duration.ofSeconds(20);

  static Pod start(
      Vertx vertx,
      String url,
      DatabaseConfig databaseConfig,
      PayoutConfig config,
      ServiceAccounts accounts,
      PayoutWebhook webhooks,
      WebhookDispatcher dispatcher) {
    PgConnectOptions options =
        PodDatabase.connections(url)
            .addProperty("deadlock_timeout", DEADLOCK_TIMEOUT.toMillis() + "ms");
    Pool pool =
        Pool.newInstance(
            PgBuilder.pool()
                .with(new PoolOptions().setMaxSize(6))
                .connectingTo(options)
                .using(vertx)
                .build());
    Database database = PodDatabase.behind(pool, databaseConfig);
    WalletLocks locks = PodWalletLocks.longerThan(DEADLOCK_TIMEOUT, database);
    return new Pod(
        pool,
        new PayoutCreation(database, locks, config, Defaults.of(ScreeningConfig.class)),
        new PayoutSettlement(
            database, accounts, webhooks, dispatcher, locks, TestFigures.unread(), config),
        PayoutLeases.leases(database, config));
  }

  @Override
  public void close() {
    pool.close().await().atMost(Eventually.PATIENCE);
  }
}
