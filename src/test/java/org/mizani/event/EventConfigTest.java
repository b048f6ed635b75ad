package org.mizani.event;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import org.junit.jupiter.api.Test;
import org.mizani.support.Defaults;

class EventConfigTest {

  @Test
  void eventsAreKeptForThirtyDays() {
    assertThat(Defaults.of(EventConfig.class).kept()).isEqualTo(Duration.ofDays(30));
  }
}
