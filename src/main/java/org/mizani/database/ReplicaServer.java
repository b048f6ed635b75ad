package org.mizani.database;

import io.vertx.pgclient.PgConnectOptions;

/** Server of the replica, which reads may go to. */
final class ReplicaServer {

  private ReplicaServer() {}

  /** The primary's connection, but to the replica: with the same certificates. */
  static PgConnectOptions of(DatabaseConfig.Replica config, PgConnectOptions primary) {
    String url = config.url().orElseThrow();
    PgConnectOptions named = PgConnectOptions.fromUri(url);
    PgConnectOptions replica =
        new PgConnectOptions(primary)
            .setHost(named.getHost())
            .setPort(named.getPort())
            .setDatabase(named.getDatabase());
    if (url.contains("sslmode=")) {
      replica.setSslMode(named.getSslMode());
    }
    config.username().ifPresent(replica::setUser);
    config.password().ifPresent(replica::setPassword);
    replica.setConnectTimeout((int) config.timeout().toMillis());
    replica.addProperty("default_transaction_read_only", "on");
    return replica;
  }
}
