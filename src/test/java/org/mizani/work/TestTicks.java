package org.mizani.work;

import io.quarkus.arc.All;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.scheduler.Scheduler;
import io.quarkus.vertx.core.runtime.context.VertxContextSafetyToggle;
import io.smallrye.common.vertx.VertxContext;
import io.vertx.core.Context;
import io.vertx.core.Vertx;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.Stream;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.mizani.webhook.WebhookDispatcher;

/**
 * Ticks of the tested service, more frequent than those of Quarkus's scheduler, which come once a
 * second at most. While the scheduler is halted or paused, these ticks stop too, unless the profile
 * sets {@value #SETTING}.
 */
@Singleton
final class TestTicks {

  static final String SETTING = "tests.ticks";

  private static final long EVERY_MILLIS = 150;

  private final Vertx vertx;
  private final List<LeasedWork<?>> works;
  private final WebhookDispatcher webhooks;
  private final Scheduler scheduler;
  private final boolean always;
  private long timer;

  TestTicks(
      Vertx vertx,
      @All List<LeasedWork<?>> works,
      WebhookDispatcher webhooks,
      Scheduler scheduler,
      @ConfigProperty(name = SETTING, defaultValue = "false") boolean always) {
    this.vertx = vertx;
    this.works = works;
    this.webhooks = webhooks;
    this.scheduler = scheduler;
    this.always = always;
  }

  void start(@Observes StartupEvent event) {
    List<Runnable> ticks =
        Stream.concat(Stream.<Runnable>of(webhooks::nudge), works.stream().map(TestTicks::tickOf))
            .toList();
    timer = vertx.setPeriodic(EVERY_MILLIS, id -> tick(ticks));
  }

  private void tick(List<Runnable> ticks) {
    if (always || scheduler.isRunning()) {
      ticks.forEach(this::onContext);
    }
  }

  /** Stops before the work releases its leases. */
  void stop(@Observes @Priority(0) ShutdownEvent event) {
    vertx.cancelTimer(timer);
  }

  /** Returns a tick that is skipped while the previous one goes on. */
  private static Runnable tickOf(LeasedWork<?> work) {
    AtomicBoolean underWay = new AtomicBoolean();
    return () -> {
      if (underWay.compareAndSet(false, true)) {
        work.takeOnDue()
            .onTermination()
            .invoke(() -> underWay.set(false))
            .subscribe()
            .with(done -> {}, failure -> {});
      }
    };
  }

  /** Runs a tick on a context of its own, as Quarkus's scheduler runs its jobs. */
  private void onContext(Runnable tick) {
    Context context = VertxContext.createNewDuplicatedContext(vertx.getOrCreateContext());
    VertxContextSafetyToggle.setContextSafe(context, true);
    context.runOnContext(begun -> tick.run());
  }
}
