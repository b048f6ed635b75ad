package org.mizani.launch;

import io.quarkus.runtime.StartupEvent;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import jakarta.interceptor.Interceptor;
import org.eclipse.microprofile.config.Config;
import org.jboss.logging.Logger;
import org.mizani.database.Database;
import org.mizani.database.SameEventLoop;

/**
 * Warning at a start without operators: there is no credential in the settings, and no person in
 * the database may log in, so that each log-in is answered 401 for a reason that none of them
 * tells.
 */
@Singleton
final class OperatorPresence {

  private static final Logger LOG = Logger.getLogger(OperatorPresence.class);

  private static final String CREDENTIAL = "payments.operator.key";

  private static final String PERSONS =
      """
      SELECT EXISTS (SELECT FROM operator
                     WHERE NOT disabled AND (expires_at IS NULL OR expires_at > now())) AS any
      """;

  private final Database database;
  private final SameEventLoop sameLoop;
  private final Config config;

  OperatorPresence(Database database, SameEventLoop sameLoop, Config config) {
    this.database = database;
    this.sameLoop = sameLoop;
    this.config = config;
  }

  /** Runs when all that may end a start has been checked; the settings alone tell, as a rule. */
  void warn(@Observes @Priority(Interceptor.Priority.PLATFORM_AFTER) StartupEvent event) {
    if (config.getOptionalValue(CREDENTIAL, String.class).isEmpty() && !hasPersons()) {
      LOG.warn(
          "Nobody can operate this service: PAYMENTS_OPERATOR_KEY is not set, and there is no"
              + " person who may log in.");
    }
  }

  private boolean hasPersons() {
    return sameLoop
        .await(() -> database.list(PERSONS, Tuple.tuple(), row -> row.getBoolean("any")))
        .get(0);
  }
}
