package org.mizani.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import org.junit.jupiter.api.Test;

class FailingReceiversTest {

  private static final int REMEMBERED = 10_000;

  private final FailingReceivers receivers = new FailingReceivers(2);

  @Test
  void aReceiverFailsAfterSoManyFailuresInARow() {
    fail("a");
    assertThat(receivers.contains("a")).isFalse();

    fail("a");

    assertThat(receivers.contains("a")).isTrue();
    assertThat(receivers.contains("b")).isFalse();
  }

  @Test
  void aDeliveryEndsTheRow() {
    fail("a");
    receivers.note("a", true);

    fail("a");

    assertThat(receivers.contains("a")).isFalse();
  }

  @Test
  void theLeastRecentlyUsedIsForgottenBeyondTheMostThatAreRemembered() {
    for (String host : new String[] {"forgotten", "forgotten", "used", "used"}) {
      fail(host);
    }
    for (int other = 0; other < REMEMBERED - 1; other++) {
      fail("other-" + other);
      assertThat(receivers.contains("used")).isTrue();
    }

    assertThat(receivers.contains("forgotten")).isFalse();
    assertThat(receivers.contains("used")).isTrue();
  }

  private void fail(String host) {
    receivers.note(host, false);
  }
}
