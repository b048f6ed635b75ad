package org.mizani.rail.daraja;

import static org.assertj.core.api.Assertions.assertThat;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.rail.ReceivedCallback;

/** Callbacks that bring the next poll of a payment forward. */
class DarajaCallbacksTest {

  private static final String STATUS =
      """
      {"Result": {"ResultCode": 0, "ResultDesc": "Processed", "ConversationID": "AG_1",
        "ResultParameters": {"ResultParameter": [{"Key": "TransactionStatus", "Value": "%s"}]}}}
      """;
  private static final String RESULT = "{\"Result\": {\"ResultCode\": \"%s\"}}";

  private final DarajaCallbacks callbacks = new DarajaCallbacks(null, Set.of());

  @ParameterizedTest
  @ValueSource(strings = {"Completed", "Declined", "Cancelled", "Expired"})
  void wakesForAFinalStatus(String status) {
    assertThat(callbacks.wakes(callback("status", STATUS.formatted(status)))).isTrue();
  }

  @ParameterizedTest
  @ValueSource(strings = {"Initiated", "Authorized", ""})
  void ignoresAStatusThatIsNotFinal(String status) {
    assertThat(callbacks.wakes(callback("status", STATUS.formatted(status)))).isFalse();
  }

  /** Code 2032 means that there is no such payment. */
  @Test
  void ignoresAFailedQuery() {
    assertThat(callbacks.wakes(callback("status", RESULT.formatted("2032")))).isFalse();
  }

  @Test
  void ignoresAnUnreadableAnswer() {
    assertThat(callbacks.wakes(callback("status", "<html>"))).isFalse();
  }

  /** A result with code 17 is rare, and shows at least that the payment exists. */
  @ParameterizedTest
  @CsvSource({"result, 0", "result, 17", "result, 2001", "prompt, 1032", "timeout, 1"})
  void wakesForEveryUnsolicitedResult(String purpose, String code) {
    assertThat(callbacks.wakes(callback(purpose, RESULT.formatted(code)))).isTrue();
  }

  /** A notice that a request was not carried out in time does not tell of its payment. */
  @ParameterizedTest
  @CsvSource({"result, true", "prompt, true", "status, false", "receipt, false", "timeout, false"})
  void aResultAloneSpeaksWhateverItsCode(String purpose, boolean speaks) {
    assertThat(callbacks.speaks(callback(purpose, RESULT.formatted("2032")))).isEqualTo(speaks);
  }

  @ParameterizedTest
  @CsvSource({"Completed, true", "Declined, true", "Initiated, false", "'', false"})
  void anAnswerSpeaksOnceItDecides(String status, boolean speaks) {
    assertThat(callbacks.speaks(callback("status", STATUS.formatted(status)))).isEqualTo(speaks);
  }

  private static ReceivedCallback callback(String purpose, String body) {
    return new ReceivedCallback(
        "POST",
        "pay.example",
        "/rails/kenya",
        Map.of(),
        body.getBytes(StandardCharsets.UTF_8),
        Optional.of(purpose),
        Instant.EPOCH);
  }
}
