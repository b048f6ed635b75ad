package org.mizani.launch;

import static java.util.stream.Collectors.joining;

import io.quarkus.runtime.StartupEvent;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import jakarta.interceptor.Interceptor;
import java.util.List;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;
import org.eclipse.microprofile.config.Config;
import org.jboss.logging.Logger;
import org.mizani.database.SchemaVersion;
import org.mizani.launch.sandbox.LaunchSettings;
import org.mizani.rail.ConnectedRails;
import org.mizani.rail.PayoutRouter;
import org.mizani.service.ServiceConfig;

/**
 * Report of a start in the log: one line that tells which service this is and on which database,
 * and one about settings that do not exist, which count for nothing.
 */
@Singleton
final class StartReport {

  private static final Logger LOG = Logger.getLogger(StartReport.class);

  private final Config config;
  private final ServiceConfig service;
  private final SchemaVersion schema;
  private final ConnectedRails connected;
  private final PayoutRouter payouts;

  StartReport(
      Config config,
      ServiceConfig service,
      SchemaVersion schema,
      ConnectedRails connected,
      PayoutRouter payouts) {
    this.config = config;
    this.service = service;
    this.schema = schema;
    this.connected = connected;
    this.payouts = payouts;
  }

  /** Runs when all that may end a start has been checked. */
  void tell(@Observes @Priority(Interceptor.Priority.PLATFORM_AFTER) StartupEvent event) {
    LOG.info(line());
    List<String> unknown = unknown(KnownSettings.ofThisBuild(), config.getPropertyNames());
    if (!unknown.isEmpty()) {
      LOG.warnf("There are no such settings: %s", String.join(", ", unknown));
    }
  }

  String line() {
    String rails =
        Stream.concat(connected.all().stream().map(rail -> rail.name()), payouts.serving().stream())
            .distinct()
            .collect(joining(", "));
    return "Environment %s, version %s, schema %d, database %s, rails: %s"
        .formatted(
            service.environment().code(),
            config.getValue("quarkus.application.version", String.class),
            schema.found(),
            DatabaseAddress.parse(
                LaunchSettings.DATABASE_URL,
                config.getValue("quarkus.datasource.reactive.url", String.class)),
            rails.isEmpty() ? "none" : rails);
  }

  /** The given settings of ours that do not exist, each with the one that may be meant. */
  static List<String> unknown(KnownSettings known, Iterable<String> given) {
    return StreamSupport.stream(given.spliterator(), false)
        .filter(KnownSettings::isOurs)
        .map(KnownSettings::variable)
        .distinct()
        .filter(name -> !known.contains(name))
        .sorted()
        .map(
            name ->
                known
                    .nearest(name)
                    .map(nearest -> "%s (is %s meant?)".formatted(name, nearest))
                    .orElse(name))
        .toList();
  }
}
