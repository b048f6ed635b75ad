package org.mizani.launch.sandbox;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.file.Path;
import java.time.Duration;
import org.mizani.launch.PreparedDatabase;

/** A started embedded PostgreSQL. */
record ZonkyServer(EmbeddedPostgres server, Path cluster, String password, Duration stopTimeout)
    implements EmbeddedDatabase.Running {

  @Override
  public String url() {
    return "postgresql://127.0.0.1:" + server.getPort() + "/" + PreparedDatabase.NAME;
  }

  @Override
  public String username() {
    return PreparedDatabase.NAME;
  }

  @Override
  public void close() {
    try {
      server.close();
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    } finally {
      // The library waits for five seconds only and then leaves the server running.
      LeftoverServer.stop(cluster, stopTimeout);
    }
  }
}
