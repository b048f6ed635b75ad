package org.mizani.rail.pawapay;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mizani.support.Eventually.PATIENCE;

import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.corridor.Channel;
import org.mizani.corridor.Country;
import org.mizani.corridor.PhoneNumber;
import org.mizani.corridor.Recipient;
import org.mizani.corridor.Recipient.MobileWallet;
import org.mizani.corridor.Recipient.Till;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.rail.CollectionInstruction;
import org.mizani.rail.CollectionOutcome;
import org.mizani.rail.FailureCode;
import org.mizani.rail.PayoutInstruction;
import org.mizani.rail.PayoutOutcome;
import org.mizani.rail.RailAway;
import org.mizani.rail.SendWindow;

/** Submissions whose answers lack a part, and those that are not made. */
class SubmissionTest {

  private static final UUID ID = UUID.fromString("f4401bd2-1568-4140-bf2d-eb77d2b2b639");
  private static final Money AMOUNT = new Money(CurrencyUnit.KES, 150_000);
  private static final PhoneNumber UNKNOWN = new PhoneNumber(Country.KE, "+254200000001");
  private static final PawapayClient NO_NETWORK =
      FakePawapay.answering(
          "predictProvider", 400, "{\"failureReason\":{\"failureCode\":\"INVALID_PHONE_NUMBER\"}}");

  private final PayoutAnswers answers = new PayoutAnswers();

  @Test
  void anAnswerNeedNotNameThePayment() {
    assertThat(answers.ofSubmission(ID, new Submission(null, "ACCEPTED", null)))
        .isEqualTo(new PayoutOutcome.Accepted(Optional.empty()));
  }

  @ParameterizedTest
  @CsvSource({
    ", INVALID_INPUT, INVALID_INPUT",
    ", , (not a status)",
    "QUEUED, INVALID_INPUT, QUEUED",
    ", a code, (not a status)"
  })
  void aRefusedRequestShowsItsCodeInsteadOfAStatus(String status, String code, String shown) {
    Submission answer = new Submission(null, status, new FailureReason(code, null));

    assertThat(answers.ofSubmission(ID, answer))
        .isEqualTo(new PayoutOutcome.Unknown("submission answered " + shown));
  }

  @Test
  void anEmptyAnswerDecidesNothing() {
    assertThat(answers.ofSubmission(ID, new Submission(null, null, null)))
        .isEqualTo(new PayoutOutcome.Unknown("submission answered (not a status)"));
  }

  @Test
  void aPayoutToANumberOfNoNetworkFails() {
    PayoutOutcome outcome =
        payouts()
            .submit(payout(new MobileWallet(UNKNOWN)), SendWindow.ALWAYS)
            .await()
            .atMost(PATIENCE);

    assertThat(outcome)
        .isEqualTo(
            new PayoutOutcome.Failed(
                FailureCode.RECIPIENT_NOT_FOUND, "the number is of no known network"));
  }

  @Test
  void aPayoutThatIsThisPodsNoMoreIsNotSent() {
    PawapayPayouts payouts =
        new PawapayPayouts(
            "momo",
            Set.of(Country.KE),
            FakePawapay.answering("pay", 200, "{\"status\":\"ACCEPTED\"}"),
            null,
            new Amounts(Map.of()));
    PayoutInstruction toKnown =
        payout(new MobileWallet(new PhoneNumber(Country.KE, "+254700000001")));

    assertThatThrownBy(() -> payouts.submit(toKnown, () -> false).await().atMost(PATIENCE))
        .isInstanceOf(RailAway.class);
    assertThat(payouts.submit(toKnown, SendWindow.ALWAYS).await().atMost(PATIENCE))
        .isInstanceOf(PayoutOutcome.Accepted.class);
  }

  @Test
  void aCollectionFromANumberOfNoNetworkIsDeclined() {
    PawapayCollections collections =
        new PawapayCollections(
            "momo", Set.of(Country.KE), NO_NETWORK, null, new Amounts(Map.of()), null);
    CollectionInstruction instruction =
        new CollectionInstruction(
            ID,
            UNKNOWN,
            AMOUNT,
            Optional.empty(),
            List.of(),
            Duration.ZERO,
            Duration.ofMinutes(3),
            Optional.empty());

    assertThat(collections.prompt(instruction, SendWindow.ALWAYS).await().atMost(PATIENCE))
        .isEqualTo(
            new CollectionOutcome.Declined(
                FailureCode.RECIPIENT_NOT_FOUND, "the number is of no known network"));
  }

  @Test
  void onlyPhonesOfItsCountriesArePaid() {
    assertThat(payouts().serves(Country.KE, Channel.MOBILE)).isTrue();
    assertThat(payouts().serves(Country.UG, Channel.MOBILE)).isFalse();
    assertThat(payouts().serves(Country.KE, Channel.TILL)).isFalse();
    assertThatIllegalArgumentException()
        .isThrownBy(
            () -> payouts().submit(payout(new Till(Country.KE, "174379")), SendWindow.ALWAYS))
        .withMessage("not a mobile wallet: PayoutInstruction[" + ID + "]");
  }

  private static PawapayPayouts payouts() {
    return new PawapayPayouts("momo", Set.of(Country.KE), NO_NETWORK, null, new Amounts(Map.of()));
  }

  private static PayoutInstruction payout(Recipient recipient) {
    return new PayoutInstruction(
        ID,
        recipient,
        AMOUNT,
        null,
        "rent",
        Optional.empty(),
        List.of(),
        Duration.ZERO,
        1,
        Optional.empty());
  }
}
