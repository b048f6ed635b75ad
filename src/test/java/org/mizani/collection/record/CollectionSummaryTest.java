package org.mizani.collection.record;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.rail.FailureCode;

/**
 * The message to the partner, made of what stays and of the network's words while they are kept.
 */
class CollectionSummaryTest {

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "PENDING, -, -, false, waiting for the customer to approve",
        "SUCCESS, -, -, true, paid by the customer",
        "FAILURE, WRONG_PIN, the PIN of Juma was wrong, false, the PIN of Juma was wrong",
        "FAILURE, EXPIRED, Juma was too late, false, Juma was too late",
        "FAILURE, WRONG_PIN, '', false, ''",
        "FAILURE, WRONG_PIN, -, false, not paid by the customer",
        "FAILURE, EXPIRED, -, false, not paid by the customer",
        "FAILURE, UNSPECIFIED, -, false, not paid by the customer",
        "CANCELLED, EXPIRED, -, false, collection expired",
        "CANCELLED, CANCELLED, -, false, cancelled",
        "CANCELLED, EXPIRED, -, true, paid and credited after the collection had ended",
        "FAILURE, WRONG_PIN, Juma erred, true, paid and credited after the collection had ended"
      })
  void tellsTheOutcomeInWords(
      CollectionStatus status, FailureCode code, String reason, boolean credited, String message) {
    Instant at = Instant.EPOCH;
    CollectionSummary collection =
        new CollectionSummary(
            new UUID(0, 1),
            1,
            status,
            code,
            reason,
            credited ? at : null,
            new Money(CurrencyUnit.KES, 100),
            null,
            "",
            null,
            at,
            at,
            null);

    assertThat(collection.statusMessage()).isEqualTo(message);
  }
}
