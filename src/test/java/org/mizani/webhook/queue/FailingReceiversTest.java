package org.mizani.webhook.queue;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.mizani.webhook.TestConfig;

class FailingReceiversTest {

  private static final int REMEMBERED = 10_000;
  private static final Receiver A = new Receiver(1, "a:80");
  private static final Receiver B = new Receiver(1, "b:80");

  private final FailingReceivers receivers =
      new FailingReceivers(
          TestConfig.with(
                  Map.of(
                      "limits.failures-until-failing", "2",
                      "limits.failures-until-business-fails", "5"))
              .limits());

  @Test
  void aReceiverFailsAfterSoManyFailuresInARow() {
    fail(A);
    assertThat(receivers.contains(A)).isFalse();

    fail(A);

    assertThat(receivers.contains(A)).isTrue();
    assertThat(receivers.contains(B)).isFalse();
  }

  @Test
  void aDeliveryEndsTheRow() {
    fail(A);
    receivers.note(A, true);

    fail(A);

    assertThat(receivers.contains(A)).isFalse();
  }

  @Test
  void aReceiverOfOneBusinessDoesNotFailWithThatOfAnotherAtItsHost() {
    fail(A);

    fail(A);

    assertThat(receivers.contains(new Receiver(2, A.host()))).isFalse();
  }

  @Test
  void endpointsFailOneByOneAndTheirBusinessDoesNotFailWithThem() {
    Receiver endpoint = Receiver.ofEndpoint(1, A.host(), new UUID(0, 1));
    for (int failure = 0; failure < 20; failure++) {
      fail(endpoint);
    }

    assertThat(receivers.contains(endpoint)).isTrue();
    assertThat(receivers.contains(Receiver.ofEndpoint(1, A.host(), new UUID(0, 2)))).isFalse();
    assertThat(receivers.contains(A)).as("the call-backs at its host").isFalse();
  }

  @Test
  void aBusinessWithANewNameForEachWebhookFailsAsAWhole() {
    for (int name = 0; name < 4; name++) {
      fail(new Receiver(1, "name-" + name + ":80"));
    }
    assertThat(receivers.contains(A)).isFalse();

    fail(new Receiver(1, "name-4:80"));

    assertThat(receivers.contains(A)).as("a name that was not tried").isTrue();
    assertThat(receivers.contains(new Receiver(2, A.host()))).as("another business").isFalse();
  }

  @Test
  void aReceiverThatTookItsLastWebhookDoesNotFailWithItsBusiness() {
    receivers.note(A, true);

    for (int name = 0; name < 5; name++) {
      fail(new Receiver(1, "name-" + name + ":80"));
    }

    assertThat(receivers.contains(A)).isFalse();
    assertThat(receivers.contains(B)).isTrue();
  }

  @Test
  void aDeliveryAnywhereEndsTheRowOfItsBusiness() {
    for (int name = 0; name < 5; name++) {
      fail(new Receiver(1, "name-" + name + ":80"));
    }

    receivers.note(A, true);

    assertThat(receivers.contains(B)).isFalse();
  }

  @Test
  void theLeastRecentlyUsedIsForgottenBeyondTheMostThatAreRemembered() {
    Receiver forgotten = new Receiver(2, "forgotten:80");
    Receiver used = new Receiver(3, "used:80");
    for (Receiver receiver : new Receiver[] {forgotten, forgotten, used, used}) {
      fail(receiver);
    }
    for (int other = 0; other < REMEMBERED - 1; other++) {
      fail(new Receiver(4, "other-" + other + ":80"));
      assertThat(receivers.contains(used)).isTrue();
    }

    assertThat(receivers.contains(forgotten)).isFalse();
    assertThat(receivers.contains(used)).isTrue();
  }

  private void fail(Receiver receiver) {
    receivers.note(receiver, false);
  }
}
