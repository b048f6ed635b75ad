package org.mizani.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.arc.All;
import io.quarkus.runtime.ShutdownDelayInitiatedEvent;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.runtime.StartupEvent;
import io.quarkus.scheduler.Scheduler;
import io.quarkus.scheduler.Trigger;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.enterprise.inject.spi.BeanManager;
import jakarta.inject.Inject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.mizani.support.TestDatabase;

/** All leased work of the service has its tick and its stop. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class LeasedWorkApiTest {

  @Inject Scheduler scheduler;
  @Inject BeanManager beans;
  @Inject @All List<LeasedWork<?>> works;

  @Test
  void allHaveTheirTick() {
    assertThat(works).hasSize(3);
    assertThat(scheduler.getScheduledJobs())
        .extracting(Trigger::getId)
        .contains("Settling payouts", "Settling collections", "Watching failed payouts");
  }

  @Test
  void allHearOfTheStop() {
    assertThat(List.of(new StartupEvent(), new ShutdownDelayInitiatedEvent(), new ShutdownEvent()))
        .allSatisfy(
            event ->
                assertThat(beans.resolveObserverMethods(event))
                    .extracting(observer -> observer.getBeanClass().getName())
                    .contains(LeasedWork.Lifecycle.class.getName()));
  }
}
