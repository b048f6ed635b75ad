package org.mizani.operator.audit;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.runtime.configuration.ConfigurationException;
import io.quarkus.scheduler.Scheduled;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Row;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.util.List;
import org.jboss.logging.Logger;
import org.mizani.database.Database;
import org.mizani.log.JobHealth;
import org.mizani.service.ServiceConfig;
import org.mizani.service.ServiceEnvironment;

/**
 * Job that writes each link of the audit log's chain to the log, for keeping elsewhere: whoever
 * rewrites the chain in the database would have to rewrite the kept lines too (ADR 29). A line
 * names the entry, without its values. Over all pods each link is written once, or again if a pod
 * ends between the line and the commit.
 */
@Singleton
class AuditExport {

  private static final Logger LOG = Logger.getLogger(AuditExport.class);
  private static final int MOST = 500;
  private static final Duration SHORTEST = Duration.ofSeconds(1);
  private static final Duration LONGEST = Duration.ofHours(1);

  /** Another pod's export is not waited for. */
  private static final String TAKE = "SELECT number FROM audit_export FOR UPDATE SKIP LOCKED";

  private static final String NEXT =
      """
      SELECT number, encode(hash, 'hex') AS hash, encode(content, 'hex') AS content, entry_id,
             coalesce(operator, '-') AS operator, coalesce(action, '-') AS action,
             coalesce(subject, '-') AS subject, coalesce(request_id, '-') AS request_id
      FROM audit_link
      LEFT JOIN audit_entry e ON e.id = entry_id AND e.at = audit_link.at
      WHERE number > $1
      ORDER BY number
      LIMIT %d
      """
          .formatted(MOST);

  private static final String WRITTEN = "UPDATE audit_export SET number = $1";

  /** A link as it is written. */
  private record Line(long number, String text) {

    static Line of(Row row) {
      return new Line(
          row.getLong("number"),
          "audit %d:%s entry %d content %s: %s of %s by %s, request %s"
              .formatted(
                  row.getLong("number"),
                  row.getString("hash"),
                  row.getLong("entry_id"),
                  row.getString("content"),
                  row.getString("action"),
                  row.getString("subject"),
                  row.getString("operator"),
                  row.getString("request_id")));
    }
  }

  private final Database database;
  private final boolean on;
  private final JobHealth health = new JobHealth(LOG, "The export of the audit log");

  /**
   * @throws ConfigurationException for an interval that is none of its kind
   */
  AuditExport(Database database, AuditConfig config, ServiceConfig service) {
    if (config.every().compareTo(SHORTEST) < 0 || config.every().compareTo(LONGEST) > 0) {
      throw new ConfigurationException("PAYMENTS_AUDIT_EVERY must be from 1 second to 1 hour.");
    }
    this.database = database;
    this.on = config.export().orElse(service.environment() == ServiceEnvironment.PRODUCTION);
  }

  void register(@Observes StartupEvent event, MeterRegistry registry) {
    if (on) {
      health.measure(registry);
    }
  }

  @Scheduled(every = "${payments.audit.every:10s}", concurrentExecution = ConcurrentExecution.SKIP)
  Uni<Void> tick() {
    return on ? health.watch(export()) : Uni.createFrom().voidItem();
  }

  /** Writes the links that are not written yet. */
  Uni<Void> export() {
    return database
        .inTransaction(this::exportSome)
        .chain(written -> written < MOST ? Uni.createFrom().voidItem() : export());
  }

  private Uni<Integer> exportSome() {
    return database
        .find(TAKE, Tuple.tuple(), row -> row.getLong("number"))
        .chain(taken -> taken.map(this::exportAfter).orElseGet(() -> Uni.createFrom().item(0)));
  }

  private Uni<Integer> exportAfter(long number) {
    return database
        .list(NEXT, Tuple.of(number), Line::of)
        .invoke(lines -> lines.forEach(line -> LOG.info(line.text())))
        .call(this::remember)
        .map(List::size);
  }

  private Uni<Void> remember(List<Line> lines) {
    return lines.isEmpty()
        ? Uni.createFrom().voidItem()
        : database
            .execute(WRITTEN, Tuple.of(lines.get(lines.size() - 1).number()))
            .replaceWithVoid();
  }
}
