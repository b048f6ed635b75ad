package org.mizani.work;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.arc.All;
import io.quarkus.arc.Arc;
import io.quarkus.arc.ClientProxy;
import io.quarkus.runtime.ShutdownDelayInitiatedEvent;
import io.quarkus.runtime.ShutdownEvent;
import io.quarkus.scheduler.Scheduler;
import io.quarkus.scheduler.Trigger;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.support.TestDatabase;

/** Every bean of leased work inherits its tick and its stop. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class LeasedWorkApiTest {

  @Inject Scheduler scheduler;
  @Inject @All List<LeasedWork<?>> works;

  @Test
  void eachHasItsTick() {
    assertThat(works).hasSize(3);
    assertThat(scheduler.getScheduledJobs())
        .extracting(Trigger::getId)
        .contains("Settling payouts", "Settling collections", "Watching failed payouts");
  }

  @ParameterizedTest
  @ValueSource(classes = {ShutdownDelayInitiatedEvent.class, ShutdownEvent.class})
  void eachHearsOfTheStop(Class<?> event) throws ReflectiveOperationException {
    Object fired = event.getConstructor().newInstance();

    List<Class<?>> told =
        Arc.container().beanManager().resolveObserverMethods(fired).stream()
            .<Class<?>>map(observer -> observer.getBeanClass())
            .filter(LeasedWork.class::isAssignableFrom)
            .toList();

    assertThat(told)
        .hasSameElementsAs(works.stream().map(ClientProxy::unwrap).map(Object::getClass).toList());
  }
}
