package org.mizani.fx.refresh;

import static org.mizani.support.Eventually.PATIENCE;

import io.quarkus.vertx.core.runtime.context.VertxContextSafetyToggle;
import io.smallrye.common.vertx.VertxContext;
import io.smallrye.config.PropertiesConfigSource;
import io.smallrye.config.SmallRyeConfigBuilder;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import jakarta.inject.Singleton;
import java.net.URI;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Map;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.mizani.audit.AuditLog;
import org.mizani.database.Database;
import org.mizani.fx.FxConfig;
import org.mizani.fx.RateBook;
import org.mizani.fx.Rates;

/** Pods that refresh rates on one database, each by its own clock. */
@Singleton
class RefreshPods {

  private final RateRefreshLog days;
  private final Rates rates;
  private final RateBook book;
  private final AuditLog audit;
  private final Database database;
  private final RefreshAlarm alarm;
  private final Vertx vertx;

  RefreshPods(
      RateRefreshLog days,
      Rates rates,
      RateBook book,
      AuditLog audit,
      Database database,
      RefreshAlarm alarm,
      Vertx vertx) {
    this.days = days;
    this.rates = rates;
    this.book = book;
    this.audit = audit;
    this.database = database;
    this.alarm = alarm;
    this.vertx = vertx;
  }

  /** Creates a pod with this clock and source, which waits for an answer as long as a test may. */
  RateRefresh with(InstantSource clock, URI url) {
    return with(clock, url, PATIENCE);
  }

  /** Creates a pod with this clock and source, which waits for an answer up to this time-out. */
  RateRefresh with(InstantSource clock, URI url, Duration timeout) {
    FxConfig config = config(url, timeout);
    RateSource source = RateSources.of(io.vertx.mutiny.core.Vertx.newInstance(vertx), config);
    return new RateRefresh(source, days, rates, book, audit, database, clock, config, alarm);
  }

  private static FxConfig config(URI url, Duration timeout) {
    Map<String, String> settings =
        Map.of(
            "payments.fx.refresh.url", url.toString(),
            "payments.fx.refresh.authorization", "Key abc",
            "payments.fx.refresh.pairs", "USD_KES=/rates/KES,USD_TZS=/rates/TZS",
            "payments.fx.refresh.timeout", timeout.toString(),
            "payments.fx.refresh.connect-timeout", PATIENCE.toString(),
            "payments.fx.refresh.response-bytes", "10000",
            "payments.fx.refresh.retry-after", "0s");
    return new SmallRyeConfigBuilder()
        .addDiscoveredConverters()
        .addDefaultInterceptors()
        .withSources(new PropertiesConfigSource(settings, "test", 1000))
        .withMapping(FxConfig.class)
        .build()
        .getConfigMapping(FxConfig.class);
  }

  /** Starts work on a context of its own, as the scheduler does. */
  CompletableFuture<Void> begin(Supplier<Uni<Void>> work) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    Context context = VertxContext.createNewDuplicatedContext(vertx.getOrCreateContext());
    VertxContextSafetyToggle.setContextSafe(context, true);
    context.runOnContext(
        begun -> work.get().subscribe().with(done::complete, done::completeExceptionally));
    return done;
  }
}
