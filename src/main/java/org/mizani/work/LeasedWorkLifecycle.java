package org.mizani.work;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.arc.All;
import io.quarkus.runtime.ShutdownDelayInitiatedEvent;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.scheduler.Scheduled.ConcurrentExecution;
import io.quarkus.scheduler.Scheduler;
import jakarta.annotation.Priority;
import jakarta.enterprise.event.Observes;
import jakarta.inject.Singleton;
import jakarta.interceptor.Interceptor;
import java.util.List;

/** Tick and stop of all leased work. Beans do not inherit {@code @Scheduled} methods. */
@Singleton
final class LeasedWorkLifecycle {

  private final List<LeasedWork<?>> works;

  LeasedWorkLifecycle(@All List<LeasedWork<?>> works) {
    this.works = works;
  }

  void start(@Observes StartupEvent event, Scheduler scheduler, MeterRegistry registry) {
    for (LeasedWork<?> work : works) {
      work.health.measure(registry);
      scheduler
          .newJob(work.name)
          .setInterval(work.settings.every().toString())
          .setConcurrentExecution(ConcurrentExecution.SKIP)
          .setAsyncTask(execution -> work.takeOnDue())
          .schedule();
    }
  }

  void drain(@Observes ShutdownDelayInitiatedEvent event) {
    works.forEach(LeasedWork::drain);
  }

  /** Begins no job of any kind any more: it would find its beans gone. */
  void pause(
      @Observes @Priority(Interceptor.Priority.PLATFORM_BEFORE) ShutdownEvent event,
      Scheduler scheduler) {
    scheduler.pause();
  }

  void stop(@Observes @Priority(1) ShutdownEvent event) {
    works.forEach(LeasedWork::giveBack);
    works.forEach(LeasedWork::awaitCalls);
  }
}
