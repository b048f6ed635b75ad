package org.mizani.rail.daraja;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Duration;
import java.time.Instant;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.corridor.Channel;
import org.mizani.corridor.Country;
import org.mizani.corridor.PhoneNumber;
import org.mizani.corridor.Recipient;
import org.mizani.corridor.Recipient.MobileWallet;
import org.mizani.corridor.Recipient.Paybill;
import org.mizani.corridor.Recipient.Till;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.rail.CallbackWord.Found;
import org.mizani.rail.PayoutInstruction;
import org.mizani.rail.PayoutOutcome;
import org.mizani.rail.PayoutRail.ReceiptQuestions;

/** Payments that the network has under a receipt, by its answers. */
class FoundPaymentTest {

  private static final Money AMOUNT = new Money(CurrencyUnit.KES, 30_000);

  private static final String WHOLE =
      """
      {"Key": "DebitPartyName", "Value": "600981 - Duka"},
      {"Key": "CreditPartyName", "Value": "174379 - Mama Mboga"},
      {"Key": "OriginatorConversationID", "Value": "3211-416020-3"},
      {"Key": "ConversationID", "Value": "AG_2018"},
      {"Key": "InitiatedTime", "Value": 20180223054112},
      {"Key": "TransactionStatus", "Value": "Completed"},
      {"Key": "Amount", "Value": 300},
      {"Key": "ReceiptNo", "Value": "MBN31H462N"}
      """;

  @Test
  void anAnswerTellsThePartiesAndTheTimeOfAPayment() {
    assertThat(found(WHOLE))
        .contains(
            new Found(
                "MBN31H462N",
                "AG_2018 3211-416020-3",
                new PayoutOutcome.Paid(
                    Optional.of("MBN31H462N"), Optional.of("AG_2018"), Optional.of(AMOUNT)),
                AMOUNT,
                "600981",
                "174379",
                Optional.empty(),
                Instant.parse("2018-02-23T02:41:12Z")));
  }

  /** As in the network's own example. */
  @Test
  void theReceiverMayComeUnderTheKeyOfThePayer() {
    assertThat(found(WHOLE.replace("CreditPartyName", "DebitPartyName")))
        .get()
        .extracting(Found::payer, Found::receiver)
        .containsExactly("600981", "174379");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DebitPartyName",
        "CreditPartyName",
        "OriginatorConversationID",
        "ConversationID",
        "InitiatedTime",
        "Amount",
        "ReceiptNo"
      })
  void anAnswerThatLacksAPartOfThePaymentTellsNothing(String key) {
    assertThat(found(WHOLE.replace('"' + key + '"', "\"Other\""))).isEmpty();
  }

  @Test
  void anAnswerWithUnreadablePartsTellsNothing() {
    assertThat(found(WHOLE.replace("300", "\"three\""))).isEmpty();
    assertThat(found(WHOLE.replace("174379 - Mama", "Mama 174379"))).isEmpty();
    assertThat(found(WHOLE.replace("20180223054112", "\"today\""))).isEmpty();
  }

  @Test
  void aPaymentUnderWayIsUnknown() {
    assertThat(found(WHOLE.replace("Completed", "Initiated")))
        .get()
        .extracting(Found::outcome)
        .isInstanceOf(PayoutOutcome.Unknown.class);
  }

  @ParameterizedTest
  @CsvSource({
    "600981, 174379, , true",
    "600982, 174379, , false",
    "600981, 174370, , false",
    "600981, 1743790, , false"
  })
  void aPaymentIsOfATillByBothShortCodes(
      String payer, String receiver, String account, boolean same) {
    assertThat(isBetween(new Till(Country.KE, "174379"), payer, receiver, account)).isEqualTo(same);
  }

  @ParameterizedTest
  @CsvSource({
    "888880, , true",
    "888880, ACC-7, true",
    "888880, ACC-8, false",
    "888881, ACC-7, false"
  })
  void aPaymentIsOfAnAccountWhereThatIsTold(String receiver, String account, boolean same) {
    assertThat(isBetween(new Paybill(Country.KE, "888880", "ACC-7"), "600981", receiver, account))
        .isEqualTo(same);
  }

  @Test
  void aPaymentToAPhoneIsAskedAboutByOurReference() {
    assertThat(payouts().receiptQuestions(Channel.MOBILE)).isEmpty();
    assertThat(
            isBetween(
                new MobileWallet(new PhoneNumber(Country.KE, "+254700000001")),
                "600981",
                "254700000001",
                null))
        .isFalse();
  }

  /** The id of a question acknowledges no payment, so the payment is not asked about under it. */
  @Test
  void theIdOfAQuestionIsNoneOfAPayment() {
    String question = NetworkIds.ofReceiptQuestion("AG_1 ours-1");

    assertThat(ReceiptQuestions.acknowledges(question)).isFalse();
    assertThat(NetworkIds.originator(List.of(question))).isEmpty();
    assertThat(NetworkIds.originator(List.of(question, "AG_2 ours-2"))).contains("ours-2");
  }

  private static boolean isBetween(Recipient to, String payer, String receiver, String account) {
    Found payment =
        new Found(
            "MBN31H462N",
            "AG_2018 3211-416020-3",
            new PayoutOutcome.Paid(),
            AMOUNT,
            payer,
            receiver,
            Optional.ofNullable(account),
            Instant.EPOCH);
    return payouts().receiptQuestions(Channel.TILL).orElseThrow().isBetween(of(to), payment);
  }

  private static PayoutInstruction of(Recipient to) {
    return new PayoutInstruction(
        UUID.randomUUID(),
        to,
        AMOUNT,
        null,
        "Invoice 7",
        Optional.empty(),
        List.of(),
        Duration.ZERO,
        2,
        Optional.empty());
  }

  private static DarajaPayouts payouts() {
    return new DarajaPayouts(
        "kenya",
        Set.of(Channel.TILL, Channel.PAYBILL),
        null,
        null,
        new DarajaPayouts.Payer("600981", "api", "encrypted", "BusinessPayment", "2"),
        null,
        null,
        Optional.empty());
  }

  private static Optional<Found> found(String parameters) {
    return DarajaResult.read(
            """
            {"Result": {"ResultCode": 0, "ResultDesc": "words", "ConversationID": "AG_1",
              "OriginatorConversationID": "ours", "TransactionID": "SQ0000000",
              "ResultParameters": {"ResultParameter": [%s]}}}
            """
                .formatted(parameters))
        .flatMap(PayoutOutcomes::found);
  }
}
