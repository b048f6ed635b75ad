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
 * Ticks of the tested service that are as frequent as tests want them: Quarkus's scheduler knows
 * none of less than a second. While it is halted or paused there are none of these either, unless
 * the profile sets {@value #SETTING}.
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

  /** Before the work gives its leases back. */
  void stop(@Observes @Priority(0) ShutdownEvent event) {
    vertx.cancelTimer(timer);
  }

  /** A tick is left out while the one before goes on. */
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

  /** As Quarkus's scheduler runs its jobs: each on a context of its own. */
  private void onContext(Runnable tick) {
    Context context = VertxContext.createNewDuplicatedContext(vertx.getOrCreateContext());
    VertxContextSafetyToggle.setContextSafe(context, true);
    context.runOnContext(begun -> tick.run());
  }
}
