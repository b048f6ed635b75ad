package org.mizani.rail.pawapay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.mizani.support.Eventually.PATIENCE;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.rail.CallbackSubject;
import org.mizani.rail.CallbackWord;
import org.mizani.rail.CollectionOutcome;
import org.mizani.rail.PayoutOutcome;
import org.mizani.rail.ReceivedCallback;

/** Callbacks without a signature, which are read and count for little. */
class PawapayCallbacksTest {

  private static final UUID ID = UUID.fromString("f4401bd2-1568-4140-bf2d-eb77d2b2b639");

  private final PawapayCallbacks callbacks =
      new PawapayCallbacks(
          null,
          new PublicKeys(FakePawapay.answering("publicKeys", 200, "[]"), InstantSource.system()),
          Optional.empty(),
          new DepositAnswers(FakePawapay.CODES),
          FakePawapay.json());

  @ParameterizedTest
  @CsvSource({"payoutId, PAYOUT", "refundId, PAYOUT", "depositId, COLLECTION"})
  void aCallbackIsAboutThePaymentThatItNames(String field, CallbackSubject.Kind kind) {
    assertThat(callbacks.subjectOf(callback(about(field)))).contains(new CallbackSubject(kind, ID));
  }

  @Test
  void aPayoutAndACollectionHaveWordsOfTheirKind() {
    CallbackWord payout = read(about("payoutId")).orElseThrow();
    CallbackWord collection = read(about("depositId")).orElseThrow();

    assertThat(payout.payout()).contains(new PayoutOutcome.Accepted(Optional.empty()));
    assertThat(payout.collection()).isEmpty();
    assertThat(collection.collection()).contains(new CollectionOutcome.Accepted(Optional.empty()));
    assertThat(collection.payout()).isEmpty();
  }

  @Test
  void aWordWithoutASignatureIsNotSigned() {
    assertThat(read(about("payoutId")).orElseThrow().signed()).isFalse();
  }

  @Test
  void aCallbackAboutNoPaymentHasNoWord() {
    assertThat(read("{\"status\": \"ACCEPTED\"}")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(strings = {"null", "<html>", "", "[]", "7", "{\"payoutId\": \"not an id\"}"})
  void anyOtherBodyIsRefused(String body) {
    assertThatIllegalArgumentException().isThrownBy(() -> callbacks.subjectOf(callback(body)));
  }

  private Optional<CallbackWord> read(String body) {
    return callbacks.read(callback(body)).await().atMost(PATIENCE);
  }

  private static String about(String field) {
    return "{\"%s\": \"%s\", \"status\": \"ACCEPTED\"}".formatted(field, ID);
  }

  private static ReceivedCallback callback(String body) {
    return new ReceivedCallback(
        "POST",
        "pay.example",
        "/rails/momo",
        Map.of("content-type", "application/json"),
        body.getBytes(StandardCharsets.UTF_8),
        Optional.empty(),
        Instant.EPOCH);
  }
}
