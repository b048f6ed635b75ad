package org.mizani.work;

import io.quarkus.arc.All;
import io.quarkus.runtime.StartupEvent;
import io.vertx.core.Vertx;
import jakarta.annotation.PreDestroy;
import jakarta.enterprise.event.Observes;
import jakarta.enterprise.inject.Alternative;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;

/** Further ticks of all leased work: the scheduler's own come once a second at the most. */
@Alternative
@Singleton
public class QuickTicks {

  private static final long EVERY_MILLIS = 100;

  private final List<LeasedWork<?>> works;
  private final Vertx vertx;
  private volatile long timer;

  QuickTicks(@All List<LeasedWork<?>> works, Vertx vertx) {
    this.works = works;
    this.vertx = vertx;
  }

  void start(@Observes StartupEvent event) {
    List<Runnable> ticks = works.stream().map(QuickTicks::tickOf).toList();
    timer = vertx.setPeriodic(EVERY_MILLIS, id -> ticks.forEach(Runnable::run));
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

  @PreDestroy
  void stop() {
    vertx.cancelTimer(timer);
  }
}
