package org.mizani.operator.rate;

import io.quarkus.vertx.core.runtime.context.VertxContextSafetyToggle;
import io.smallrye.common.vertx.VertxContext;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import jakarta.inject.Singleton;
import java.time.InstantSource;
import java.util.concurrent.CompletableFuture;
import java.util.function.Supplier;
import org.mizani.database.Database;
import org.mizani.fx.FxConfig;
import org.mizani.fx.RateBook;
import org.mizani.fx.RateRefreshLog;
import org.mizani.fx.RateSource;
import org.mizani.fx.Rates;
import org.mizani.operator.audit.AuditLog;

/** Pods that refresh rates on one database, each by a clock of its own. */
@Singleton
class RefreshPods {

  private final RateSource source;
  private final RateRefreshLog days;
  private final Rates rates;
  private final RateBook book;
  private final AuditLog audit;
  private final Database database;
  private final FxConfig config;
  private final RefreshAlarm alarm;
  private final Vertx vertx;

  RefreshPods(
      RateSource source,
      RateRefreshLog days,
      Rates rates,
      RateBook book,
      AuditLog audit,
      Database database,
      FxConfig config,
      RefreshAlarm alarm,
      Vertx vertx) {
    this.source = source;
    this.days = days;
    this.rates = rates;
    this.book = book;
    this.audit = audit;
    this.database = database;
    this.config = config;
    this.alarm = alarm;
    this.vertx = vertx;
  }

  /** A pod that has this clock. */
  RateRefresh with(InstantSource clock) {
    return new RateRefresh(source, days, rates, book, audit, database, clock, config, alarm);
  }

  /** Begins work as the scheduler does: on a context of its own. */
  CompletableFuture<Void> begin(Supplier<Uni<Void>> work) {
    CompletableFuture<Void> done = new CompletableFuture<>();
    Context context = VertxContext.createNewDuplicatedContext(vertx.getOrCreateContext());
    VertxContextSafetyToggle.setContextSafe(context, true);
    context.runOnContext(
        begun -> work.get().subscribe().with(done::complete, done::completeExceptionally));
    return done;
  }
}
