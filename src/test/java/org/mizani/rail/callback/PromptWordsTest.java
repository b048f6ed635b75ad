package org.mizani.rail.callback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.rail.callback.HeardWords.of;

import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.mizani.rail.CallbackWord;
import org.mizani.rail.CollectionOutcome.Collected;
import org.mizani.rail.CollectionOutcome.Declined;
import org.mizani.rail.FailureCode;

/** Payments that words name beside that of the credited receipt {@code RA}, of prompt {@code A}. */
class PromptWordsTest {

  private static final String CREDITED = "RA";

  @Test
  void theCreditedPaymentIsNoOther() {
    assertThat(others(paid("A", CREDITED), paid("A", " ra"))).isEmpty();
  }

  @Test
  void aPromptWithAReceiptOfItsOwnIsAnother() {
    assertThat(others(paid("B", "RB"), paid("A", CREDITED))).containsExactly("B");
  }

  @Test
  void aRefusedPromptIsNoPayment() {
    CallbackWord refused = of("B", new Declined(FailureCode.CUSTOMER_DECLINED, "no"));

    assertThat(others(refused, paid("A", CREDITED))).isEmpty();
  }

  /** Its sender knows the receipt, and the id of the second prompt. */
  @Test
  void aForgedWordWithTheCreditedReceiptHidesNoSecondPayment() {
    assertThat(others(paid("B", CREDITED), paid("B", "RB"), paid("A", CREDITED)))
        .containsExactly("B");
    assertThat(others(paid("B", "RB"), paid("B", CREDITED), paid("A", CREDITED)))
        .containsExactly("B");
  }

  /** The id of the prompt stands in for its receipt then. */
  @Test
  void aWordWithoutAReceiptNamesNoOtherReceipt() {
    assertThat(others(paid("A", "A"), paid("A", CREDITED))).isEmpty();
  }

  @Test
  void theReceiptOfAPaymentThatIsKnownByItsPromptIsNoOther() {
    PromptWords words = HeardWords.about(UUID.randomUUID(), paid("A", CREDITED), paid("B", "A"));

    assertThat(words.otherPayments("A")).isEmpty();
  }

  private static CallbackWord paid(String prompt, String receipt) {
    return of(prompt, new Collected(receipt, Optional.empty()));
  }

  private static Iterable<String> others(CallbackWord... words) {
    return HeardWords.about(UUID.randomUUID(), words).otherPayments(CREDITED);
  }
}
