package org.mizani.operator.access;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.mizani.audit.Actor;

/** The first two persons of an installation, who take part in approvals at once. */
class FirstPersonsTest {

  private static final Actor ENVIRONMENT = new Actor("op_live_1", "request");
  private static final Actor PERSON = new Actor("amina", "request", Optional.of(0L));

  @Test
  void theEnvironmentsCredentialMakesTwo() {
    assertThat(Operators.isOneOfTheFirst(ENVIRONMENT, 0, true)).isTrue();
    assertThat(Operators.isOneOfTheFirst(ENVIRONMENT, 1, true)).isTrue();
    assertThat(Operators.isOneOfTheFirst(ENVIRONMENT, 2, true)).isFalse();
  }

  @Test
  void theSecondIsMadeWithinADayOfTheFirst() {
    assertThat(Operators.isOneOfTheFirst(ENVIRONMENT, 1, false)).isFalse();
  }

  @Test
  void noPersonMakesOne() {
    assertThat(Operators.isOneOfTheFirst(PERSON, 1, true)).isFalse();
  }
}
