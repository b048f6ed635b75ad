package org.mizani.rail.daraja;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.time.Duration;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.corridor.Country;
import org.mizani.corridor.PhoneNumber;
import org.mizani.corridor.Recipient;
import org.mizani.corridor.Recipient.MobileWallet;
import org.mizani.corridor.Recipient.Paybill;
import org.mizani.corridor.Recipient.Till;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.rail.CollectionInstruction;
import org.mizani.rail.PaymentParties;
import org.mizani.rail.PayoutInstruction;
import org.mizani.rail.daraja.DarajaAnswer.Acknowledgement;
import org.mizani.rail.daraja.DarajaAnswer.GatewayError;
import org.mizani.rail.daraja.DarajaAnswer.Merchant;
import org.mizani.rail.daraja.DarajaAnswer.Token;

/** Requests to Daraja written as JSON, and its answers read from JSON. */
class DarajaMessagesTest {

  private static final UUID REFERENCE = UUID.fromString("0f0e0d0c-0b0a-4908-8706-050403020100");
  private static final MobileWallet CUSTOMER =
      new MobileWallet(new PhoneNumber(Country.KE, "+254712345678"));
  private static final Till TILL = Till.of(Country.KE, "555123");
  private static final DarajaRequests.Initiator US =
      new DarajaRequests.Initiator(
          "600000", "robot", "c2VjcmV0", "https://pay.example/r", "https://pay.example/t");

  @Test
  void aPaymentToACustomerHasOurId() {
    JsonNode json = json(DarajaRequests.payment(US, "BusinessPayment", payout(CUSTOMER), CUSTOMER));

    assertThat(json)
        .isEqualTo(
            parse(
                """
                {"OriginatorConversationID": "0f0e0d0c-0b0a-4908-8706-050403020100",
                 "InitiatorName": "robot", "SecurityCredential": "c2VjcmV0",
                 "CommandID": "BusinessPayment", "Amount": 129, "PartyA": "600000",
                 "PartyB": "254712345678", "Remarks": "Invoice 7",
                 "QueueTimeOutURL": "https://pay.example/t", "ResultURL": "https://pay.example/r",
                 "Occassion": "Invoice 7"}
                """));
  }

  @Test
  void aTillPaymentHasOurIdInItsRemarks() {
    JsonNode json = json(DarajaRequests.payment(US, payout(TILL), TILL, "2"));

    assertThat(json)
        .isEqualTo(
            parse(
                """
                {"Initiator": "robot", "SecurityCredential": "c2VjcmV0",
                 "CommandID": "BusinessBuyGoods", "SenderIdentifierType": "4",
                 "RecieverIdentifierType": "2", "Amount": 129, "PartyA": "600000",
                 "PartyB": "555123", "Remarks": "0f0e0d0c-0b0a-4908-8706-050403020100",
                 "QueueTimeOutURL": "https://pay.example/t", "ResultURL": "https://pay.example/r"}
                """));
  }

  @Test
  void aPaymentToAPaybillNamesTheAccount() {
    Paybill paybill = Paybill.of(Country.KE, "888880", "A-17");

    JsonNode json = json(DarajaRequests.payment(US, payout(paybill), paybill).orElseThrow());

    assertThat(json.path("CommandID").asText()).isEqualTo("BusinessPayBill");
    assertThat(json.path("RecieverIdentifierType").asText()).isEqualTo("4");
    assertThat(json.path("AccountReference").asText()).isEqualTo("A-17");
  }

  @Test
  void anAccountThatIsTooLongIsNotPaid() {
    Paybill paybill = Paybill.of(Country.KE, "888880", "01234567890123");

    assertThat(DarajaRequests.payment(US, payout(paybill), paybill)).isEmpty();
  }

  @Test
  void aQueryNamesEitherTheReceiptOrTheConversation() {
    JsonNode byReceipt = json(DarajaRequests.statusOfReceipt(US, "NEF61H8J60"));
    JsonNode byConversation = json(DarajaRequests.statusOfConversation(US, "7071-4170"));

    assertThat(byReceipt.path("TransactionID").asText()).isEqualTo("NEF61H8J60");
    assertThat(byReceipt.has("OriginalConversationID")).isFalse();
    assertThat(byConversation.path("OriginalConversationID").asText()).isEqualTo("7071-4170");
    assertThat(byConversation.has("TransactionID")).isFalse();
    assertThat(byConversation.has("Occasion")).isTrue();
  }

  @Test
  void aPromptNamesTheCustomerTwice() {
    DarajaRequests.Cashier us =
        new DarajaRequests.Cashier(
            "174379", "174379", "CustomerPayBillOnline", "https://pay.example/c");
    CollectionInstruction collection =
        new CollectionInstruction(
            REFERENCE,
            CUSTOMER.phone(),
            new Money(CurrencyUnit.KES, 12_900),
            Optional.empty(),
            List.of(),
            Duration.ZERO,
            Duration.ofMinutes(2),
            Optional.empty());

    JsonNode json =
        json(
            DarajaRequests.prompt(us, new StkPassword("cA==", "20240706224852"), collection, "A1"));

    assertThat(json)
        .isEqualTo(
            parse(
                """
                {"BusinessShortCode": "174379", "Password": "cA==", "Timestamp": "20240706224852",
                 "TransactionType": "CustomerPayBillOnline", "Amount": 129,
                 "PartyA": "254712345678", "PartyB": "174379", "PhoneNumber": "254712345678",
                 "CallBackURL": "https://pay.example/c", "AccountReference": "A1",
                 "TransactionDesc": "A1"}
                """));
  }

  @Test
  void theOtherQueriesAreAsDocumented() {
    assertThat(json(DarajaRequests.balances(US)).path("CommandID").asText())
        .isEqualTo("AccountBalance");
    assertThat(json(DarajaRequests.nameOf(TILL)))
        .isEqualTo(parse("{\"IdentifierType\": \"2\", \"Identifier\": \"555123\"}"));
    assertThat(json(DarajaRequests.nameOf(Paybill.of(Country.KE, "888880", "x"))))
        .isEqualTo(parse("{\"IdentifierType\": \"4\", \"Identifier\": \"888880\"}"));
    assertThat(json(DarajaRequests.prompted("1", new StkPassword("cA==", "2024"), "ws_CO_1")))
        .isEqualTo(
            parse(
                """
                {"BusinessShortCode": "1", "Password": "cA==", "Timestamp": "2024",
                 "CheckoutRequestID": "ws_CO_1"}
                """));
  }

  @Test
  void requestsShowNoSecretsAndNoCustomers() {
    assertThat(
            List.of(
                US,
                DarajaRequests.payment(US, "BusinessPayment", payout(CUSTOMER), CUSTOMER),
                DarajaRequests.payment(US, payout(TILL), TILL, "2"),
                DarajaRequests.balances(US),
                DarajaRequests.statusOfReceipt(US, "NEF61H8J60"),
                new Token("c2VjcmV0", "3599")))
        .allSatisfy(
            message ->
                assertThat(message.toString())
                    .doesNotContain("c2VjcmV0", "254712345678", "pay.example"));
  }

  @Test
  void readsTokensWithSecondsAsTextOrNumber() {
    Token text = read("{\"access_token\": \"t\", \"expires_in\": \"3599\"}", Token.class);
    Token number = read("{\"access_token\": \"t\", \"expires_in\": 3599, \"x\": 1}", Token.class);

    assertThat(text).isEqualTo(number);
    assertThat(text.value()).contains("t");
    assertThat(text.lifetime()).contains(Duration.ofSeconds(3599));
    assertThat(read("{\"expires_in\": \"soon\"}", Token.class).value()).isEmpty();
    assertThat(read("{\"expires_in\": \"soon\"}", Token.class).lifetime()).isEmpty();
  }

  @Test
  void readsBothKindsOfAcknowledgement() {
    Acknowledgement payment =
        read(
            """
            {"ConversationID": "AG_1", "OriginatorConversationID": "o", "ResponseCode": 0}
            """,
            Acknowledgement.class);
    Acknowledgement prompt =
        read(
            """
            {"MerchantRequestID": "m", "CheckoutRequestID": "ws_CO_1", "ResponseCode": "0",
             "CustomerMessage": "Success"}
            """,
            Acknowledgement.class);

    assertThat(payment).isEqualTo(new Acknowledgement("AG_1", "o", "0", null));
    assertThat(prompt).isEqualTo(new Acknowledgement("ws_CO_1", "m", "0", null));
  }

  @Test
  void aMerchantHasANameOnSuccessOnly() {
    assertThat(
            read(
                    """
                    {"ResponseCode": "4000", "ResponseMessage": "Success",
                     "OrganizationShortCode": "666677", "OrganizationName": " Duka "}
                    """,
                    Merchant.class)
                .name())
        .contains("Duka");
    assertThat(
            read(
                    "{\"ResponseMessage\": \"Rejected\", \"OrganizationName\": \"Duka\"}",
                    Merchant.class)
                .name())
        .isEmpty();
    assertThat(read("{\"ResponseMessage\": \"Success\"}", Merchant.class).name()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"1, '', true", "1, Duka, false", "0, '', false", "4000, '', false", "500, '', false"})
  void aMerchantIsUnknownByTheDocumentedCodeOnly(String code, String name, boolean unknown) {
    Merchant merchant = new Merchant(code, name.isEmpty() ? "Rejected" : "Success", "1", name);

    assertThat(merchant.isUnknown()).isEqualTo(unknown);
  }

  @Test
  void anAnswerThatIsNoObjectIsNotRead() {
    assertThat(DarajaJson.read("<html>", GatewayError.class)).isEmpty();
    assertThat(DarajaJson.read("", GatewayError.class)).isEmpty();
    assertThat(DarajaJson.read("[]", GatewayError.class)).isEmpty();
    assertThat(DarajaJson.read("null", GatewayError.class)).isEmpty();
    assertThat(DarajaJson.read("{\"errorCode\": {}}", GatewayError.class)).isEmpty();
  }

  private static PayoutInstruction payout(Recipient recipient) {
    return new PayoutInstruction(
        REFERENCE,
        recipient,
        new Money(CurrencyUnit.KES, 12_900),
        new PaymentParties(
            Optional.empty(),
            new PaymentParties.Receiver(
                Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty()),
            Optional.empty(),
            "salary",
            Optional.empty()),
        "Invoice 7",
        Optional.empty(),
        List.of(),
        Duration.ZERO,
        1,
        Optional.empty());
  }

  private static <T extends DarajaAnswer> T read(String body, Class<T> type) {
    return DarajaJson.read(body, type).orElseThrow();
  }

  private static JsonNode json(DarajaRequest request) {
    return parse(new String(DarajaJson.write(request), StandardCharsets.UTF_8));
  }

  private static JsonNode parse(String json) {
    try {
      return new ObjectMapper().readTree(json);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }
}
