package org.mizani.rail.pawapay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;

import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.UUID;
import java.util.function.BooleanSupplier;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.rail.pawapay.StandInConduct.CallbackFault;
import org.mizani.rail.pawapay.StandInConduct.Plan;
import org.mizani.rail.pawapay.StandInPayment.Status;
import org.mizani.rail.pawapay.signature.HttpVerifier.Verdict;

class StandInCallbacksTest {

  private final PawapayStandIn pawapay = new PawapayStandIn();
  private StandInClient client;
  private CallbackReceiver receiver;

  @BeforeEach
  void open() throws IOException {
    client = new StandInClient(pawapay.open());
    receiver = new CallbackReceiver(client);
    Stream.of(PaymentKind.values())
        .forEach(kind -> pawapay.conduct().callsBack(kind, receiver.url()));
  }

  @AfterEach
  void close() {
    pawapay.close();
    receiver.close();
  }

  @Test
  void earlyCallbackComesBeforeTheAnswer() throws Exception {
    pawapay.conduct().callbacks(Plan.always(CallbackFault.EARLY));

    client.pay(UUID.randomUUID(), "000");

    assertThat(receiver.received()).hasSize(1);
  }

  @ParameterizedTest
  @CsvSource({"NONE, 1", "TWICE, 2", "NEVER, 0"})
  void callbackComesAsOftenAsPlanned(CallbackFault fault, int times) throws Exception {
    UUID id = UUID.randomUUID();
    pawapay.conduct().callbacks(Plan.always(fault));

    client.pay(id, "000");

    await(() -> isFinal(id) && receiver.received().size() >= times);
    UUID later = UUID.randomUUID();
    pawapay.conduct().callbacks(Plan.always(CallbackFault.NONE));
    client.pay(later, "000");
    await(() -> callbacksOf(later) == 1);
    assertThat(callbacksOf(id)).isEqualTo(times);
  }

  @Test
  void reorderedCallbackComesAfterALaterOne() throws Exception {
    UUID first = UUID.randomUUID();
    UUID second = UUID.randomUUID();
    pawapay.conduct().callbacks(Plan.inTurn(List.of(CallbackFault.REORDERED, CallbackFault.NONE)));

    client.pay(first, "000");
    await(() -> pawapay.waitingCallbacks() == 1);
    client.pay(second, "000");

    await(() -> receiver.received().size() == 2);
    assertThat(receiver.received().stream().map(r -> r.transaction().payoutId()))
        .containsExactly(second.toString(), first.toString());
  }

  @Test
  void forgedCallbackHasTheOppositeOutcomeAndIsInvalid() throws Exception {
    UUID id = UUID.randomUUID();
    pawapay.conduct().callbacks(Plan.always(CallbackFault.FORGED));

    client.pay(id, "000");

    await(() -> receiver.received().size() == 2);
    assertThat(receiver.received().get(0).verdict()).isEqualTo(Verdict.WRONG_SIGNATURE);
    assertThat(receiver.received().get(0).transaction().status()).isEqualTo("FAILED");
    assertThat(receiver.received().get(1).verdict()).isEqualTo(Verdict.VALID);
    assertThat(receiver.received().get(1).transaction().status()).isEqualTo("COMPLETED");
    assertThat(pawapay.answersToForgeries()).containsExactly(401);
  }

  @Test
  void callbackIsSentAgainUntilItIsAccepted() throws Exception {
    UUID id = UUID.randomUUID();
    receiver.refuseNext(500);
    receiver.refuseNext(503);
    pawapay.conduct().callsBackAgainAfter(Duration.ofMillis(20));

    client.pay(id, "000");

    await(() -> pawapay.answersToCallbacks(id.toString()).contains(200));
    assertThat(pawapay.answersToCallbacks(id.toString())).containsExactly(500, 503, 200);
  }

  @Test
  void callbackIsResentOnRequest() throws Exception {
    UUID id = UUID.randomUUID();
    pawapay.conduct().callbacks(Plan.always(CallbackFault.NEVER));
    client.pay(id, "000");
    await(() -> isFinal(id));

    client.post("/v2/payouts/resend-callback/" + id, "");

    await(() -> receiver.received().size() == 1);
  }

  private long callbacksOf(UUID id) {
    return receiver.received().stream()
        .filter(callback -> callback.transaction().payoutId().equals(id.toString()))
        .count();
  }

  private boolean isFinal(UUID id) {
    return pawapay
        .books()
        .find(PaymentKind.PAYOUT, id.toString())
        .filter(payment -> payment.status() != Status.PROCESSING)
        .isPresent();
  }

  private static void await(BooleanSupplier condition) {
    eventually(condition::getAsBoolean, Boolean.TRUE::equals);
  }
}
