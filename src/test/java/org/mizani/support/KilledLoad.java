package org.mizani.support;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;

import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.function.BooleanSupplier;
import java.util.function.Consumer;
import org.mizani.support.Eventually.Claim;

/** Load of many partners at once on a service that is killed in the middle of it. */
public final class KilledLoad {

  private static final int PARTNERS = 16;

  private static final String ITS_CONNECTIONS =
      "select count(*) from pg_stat_activity"
          + " where datname = current_database() and pid <> pg_backend_pid()"
          + " and backend_type = 'client backend'";

  private KilledLoad() {}

  /**
   * Kills the service once a claim holds.
   *
   * @param partner sends requests until it is told that the service is killed
   * @param enough waits until the service has done enough
   */
  public static void on(ServiceProcess service, Consumer<BooleanSupplier> partner, Claim enough)
      throws Exception {
    AtomicBoolean killed = new AtomicBoolean();
    ExecutorService partners = Executors.newFixedThreadPool(PARTNERS);
    try {
      for (int i = 0; i < PARTNERS; i++) {
        partners.execute(() -> partner.accept(killed::get));
      }
      enough.check();
      service.kill();
    } finally {
      killed.set(true);
      partners.shutdown();
      assertThat(partners.awaitTermination(PATIENCE.toMillis(), TimeUnit.MILLISECONDS)).isTrue();
    }
  }

  /** Waits for what PostgreSQL carries out after its pod is gone: a statement may still commit. */
  public static void awaitItsStatements(ServiceProcess service) throws Exception {
    Eventually.holds(() -> assertThat(service.number(ITS_CONNECTIONS)).isZero());
  }
}
