package org.mizani.rail.daraja;

import static org.assertj.core.api.Assertions.assertThat;

import java.util.Map;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

/** Results and callbacks in the form in which the network posts them. */
class DarajaResultTest {

  private static final String PAID =
      """
      {"Result": {"ResultType": 0, "ResultCode": 0, "ResultDesc": "Processed.",
        "OriginatorConversationID": "ours", "ConversationID": "AG_1",
        "TransactionID": "SG632NMUAB",
        "ResultParameters": {"ResultParameter": [
          {"Key": "TransactionAmount", "Value": 10},
          {"Key": "TransactionReceipt", "Value": "SG632NMUAC"},
          {"Key": "ReceiverPartyPublicName", "Value": "254712345678 - JANE W. DOE"},
          {"Key": "TransactionCompletedDateTime", "Value": "06.07.2024 22:48:52"},
          {"Key": "B2CUtilityAccountAvailableFunds", "Value": 1234.50},
          {"Key": "B2CWorkingAccountAvailableFunds", "Value": "0.00"}]},
        "ReferenceData": {"ReferenceItem":
          {"Key": "QueueTimeoutURL", "Value": "https://pay.example/t"}}}}
      """;

  @Test
  void readsAPaymentToACustomer() {
    DarajaResult result = DarajaResult.read(PAID).orElseThrow();

    assertThat(result.isSuccess()).isTrue();
    assertThat(result.originatorConversationId()).contains("ours");
    assertThat(result.conversationId()).contains("AG_1");
    assertThat(result.receipt()).contains("SG632NMUAC");
    assertThat(result.amount()).contains(new Money(CurrencyUnit.KES, 1_000));
    assertThat(result.parameter("TransactionCompletedDateTime").flatMap(EatTime::parse))
        .isPresent();
    assertThat(result.reference("QueueTimeoutURL")).contains("https://pay.example/t");
    assertThat(result.toString()).doesNotContain("JANE", "254");
    AccountBalances balances = AccountBalances.of(result);
    assertThat(balances.of(AccountBalances.UTILITY)).contains(new Money(CurrencyUnit.KES, 123_450));
    assertThat(balances.of(AccountBalances.WORKING)).contains(new Money(CurrencyUnit.KES, 0));
  }

  @Test
  void readsAPaymentToATill() {
    DarajaResult result =
        DarajaResult.read(
                """
                {"Result": {"ResultCode": "0", "ResultDesc": "Processed",
                  "OriginatorConversationID": "626f6ddf", "ConversationID": "AG_2",
                  "TransactionID": "QKA81LK5CY",
                  "ResultParameters": {"ResultParameter": [
                    {"Key": "Amount", "Value": "190.00"},
                    {"Key": "DebitPartyAffectedAccountBalance",
                     "Value": "Working Account|KES|346568.83|6186.83|340382.00|0.00"},
                    {"Key": "TransCompletedTime", "Value": 20221110110717},
                    {"Key": "DebitPartyCharges", "Value": ""},
                    {"Key": "ReceiverPartyPublicName", "Value": "000000– Biller Company"}]},
                  "ReferenceData": {"ReferenceItem": [
                    {"Key": "BillReferenceNumber", "Value": 19008},
                    {"Key": "Occasion"}]}}}
                """)
            .orElseThrow();

    assertThat(result.receipt()).contains("QKA81LK5CY");
    assertThat(result.amount()).contains(new Money(CurrencyUnit.KES, 19_000));
    assertThat(result.parameter("DebitPartyCharges")).isEmpty();
    assertThat(result.parameter("TransCompletedTime").flatMap(EatTime::parse)).isPresent();
    assertThat(result.reference("BillReferenceNumber")).contains("19008");
    assertThat(result.reference("Occasion")).isEmpty();
    assertThat(AccountBalances.of(result).of(AccountBalances.WORKING))
        .contains(new Money(CurrencyUnit.KES, 618_683));
  }

  @Test
  void readsAFailureWithNoParameters() {
    DarajaResult result =
        DarajaResult.read(
                """
                {"Result": {"ResultType": 0, "ResultCode": 2001,
                  "ResultDesc": "The initiator information is invalid.",
                  "OriginatorConversationID": "ours", "ConversationID": "AG_3",
                  "TransactionID": "MAS0000000",
                  "ReferenceData": {"ReferenceItem": {"Key": "Occasion", "Value": "xf"}}}}
                """)
            .orElseThrow();

    assertThat(result.isSuccess()).isFalse();
    assertThat(result.code()).isEqualTo("2001");
    assertThat(result.receipt()).contains("MAS0000000");
    assertThat(result.amount()).isEmpty();
  }

  @Test
  void readsRepeatedKeysAndASingleParameter() {
    DarajaResult twice =
        result(
            "[{\"Key\": \"DebitPartyName\", \"Value\": \"600310 - Duka\"},"
                + "{\"Key\": \"DebitPartyName\", \"Value\": \"254708374149 - John Doe\"}]");
    DarajaResult single = result("{\"Key\": \"Amount\", \"Value\": 1E+2}");

    assertThat(twice.parameters()).hasSize(2);
    assertThat(twice.parameter("DebitPartyName")).contains("600310 - Duka");
    assertThat(single.amount()).contains(new Money(CurrencyUnit.KES, 10_000));
  }

  @Test
  void readsBalances() {
    AccountBalances balances =
        AccountBalances.of(
            result(
                """
                {"Key": "AccountBalance", "Value": "Working Account|KES|453845.00|453840.00|5.00|\
                0.00&Float Account|KES|0.00|0.00|0.00|0.00&Charges Paid Account|KES|-660.00|\
                -660.00|0.00|0.00&Dollars|USD|1.00|1.00|0.00|0.00&broken|KES"}
                """));

    assertThat(balances.available())
        .containsOnly(
            Map.entry("Working Account", new Money(CurrencyUnit.KES, 45_384_000)),
            Map.entry("Float Account", new Money(CurrencyUnit.KES, 0)),
            Map.entry("Charges Paid Account", new Money(CurrencyUnit.KES, -66_000)));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "",
        "null",
        "[]",
        "<html></html>",
        "{",
        "{\"Result\": 0}",
        "{\"Result\": {\"ResultDesc\": \"none\"}}",
        "{\"Result\": {\"ResultCode\": \"\"}}",
        "{\"Result\": {\"ResultCode\": {\"a\": 0}}}",
        "{\"Result\": {\"ResultCode\": \"0\\nforged log line\"}}",
        "{\"Body\": {\"stkCallback\": {\"ResultCode\": 0}}}"
      })
  void anInvalidBodyIsNotRead(String body) {
    assertThat(DarajaResult.read(body)).isEmpty();
    assertThat(StkCallback.read(body)).isEmpty();
  }

  @Test
  void aNumberWithAHugeExponentIsLeftOut() {
    DarajaResult result = result("{\"Key\": \"Amount\", \"Value\": 1E+900000000}");

    assertThat(result.amount()).isEmpty();
  }

  @Test
  void readsAPromptThatWasPaid() {
    StkCallback callback =
        StkCallback.read(
                """
                {"Body": {"stkCallback": {"MerchantRequestID": "29115-1",
                  "CheckoutRequestID": "ws_CO_1", "ResultCode": 0, "ResultDesc": "Processed.",
                  "CallbackMetadata": {"Item": [
                    {"Name": "Amount", "Value": 1.00},
                    {"Name": "MpesaReceiptNumber", "Value": "NLJ7RT61SV"},
                    {"Name": "Balance"},
                    {"Name": "TransactionDate", "Value": 20191219102115},
                    {"Name": "PhoneNumber", "Value": 254708374149}]}}}}
                """)
            .orElseThrow();

    assertThat(callback)
        .isEqualTo(
            new StkCallback(
                Optional.of("29115-1"),
                "ws_CO_1",
                "0",
                "Processed.",
                Optional.of("NLJ7RT61SV"),
                callback.amountText(),
                Optional.of("254708374149")));
    assertThat(callback.amount()).contains(new Money(CurrencyUnit.KES, 100));
    assertThat(callback.toString()).doesNotContain("254");
  }

  @Test
  void readsAPromptThatWasNotPaid() {
    StkCallback callback =
        StkCallback.read(
                """
                {"Body": {"stkCallback": {"MerchantRequestID": "29115-1",
                  "CheckoutRequestID": "ws_CO_1", "ResultCode": "1032",
                  "ResultDesc": "Request cancelled by user"}}}
                """)
            .orElseThrow();

    assertThat(callback.code()).isEqualTo("1032");
    assertThat(callback.receipt()).isEmpty();
    assertThat(callback.amount()).isEmpty();
  }

  private static DarajaResult result(String parameters) {
    return DarajaResult.read(
            "{\"Result\": {\"ResultCode\": 0, \"ResultParameters\": {\"ResultParameter\": "
                + parameters
                + "}}}")
        .orElseThrow();
  }
}
