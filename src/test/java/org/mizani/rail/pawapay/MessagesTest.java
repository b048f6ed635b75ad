package org.mizani.rail.pawapay;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.core.type.TypeReference;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.mizani.corridor.Country;
import org.mizani.corridor.PhoneNumber;
import org.mizani.corridor.Recipient.MobileWallet;
import org.mizani.http.JsonSettings;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.rail.CollectionInstruction;
import org.mizani.rail.PaymentParties;
import org.mizani.rail.PayoutInstruction;

/** Messages in the form of pawaPay's reference. */
class MessagesTest {

  private static final UUID ID = UUID.fromString("f4401bd2-1568-4140-bf2d-eb77d2b2b639");
  private static final PhoneNumber PHONE = new PhoneNumber(Country.KE, "+254700000001");
  private static final Amounts AMOUNTS = new Amounts(Map.of());
  private static final ObjectMapper JSON = json();

  @Test
  void payoutIsWritten() throws JsonProcessingException {
    assertThat(JSON.readTree(JSON.writeValueAsString(payout("Invoice 17"))))
        .isEqualTo(
            JSON.readTree(
                """
                {"payoutId": "f4401bd2-1568-4140-bf2d-eb77d2b2b639",
                 "recipient": {"type": "MMO", "accountDetails":
                   {"phoneNumber": "254700000001", "provider": "MPESA_KEN"}},
                 "amount": "1500", "currency": "KES",
                 "clientReferenceId": "f4401bd2-1568-4140-bf2d-eb77d2b2b639",
                 "customerMessage": "Invoice 17"}
                """));
  }

  @Test
  void customerMessageThatIsTooShortIsLeftOut() throws JsonProcessingException {
    assertThat(JSON.writeValueAsString(payout("x"))).doesNotContain("customerMessage");
  }

  @Test
  void depositIsWritten() throws JsonProcessingException {
    CollectionInstruction instruction =
        new CollectionInstruction(
            ID,
            PHONE,
            new Money(CurrencyUnit.KES, 150_000),
            Optional.of("Order 12/7"),
            List.of(),
            Duration.ZERO,
            Duration.ofMinutes(3),
            Optional.empty());

    assertThat(
            JSON.readTree(
                JSON.writeValueAsString(DepositRequest.of(instruction, "MPESA_KEN", AMOUNTS))))
        .isEqualTo(
            JSON.readTree(
                """
                {"depositId": "f4401bd2-1568-4140-bf2d-eb77d2b2b639",
                 "payer": {"type": "MMO", "accountDetails":
                   {"phoneNumber": "254700000001", "provider": "MPESA_KEN"}},
                 "amount": "1500", "currency": "KES",
                 "clientReferenceId": "f4401bd2-1568-4140-bf2d-eb77d2b2b639",
                 "customerMessage": "Order 12 7"}
                """));
  }

  @Test
  void submissionIsReadUnderEachId() throws JsonProcessingException {
    for (String name : List.of("payoutId", "depositId", "refundId")) {
      Submission answer =
          JSON.readValue(
              """
              {"%s": "1", "status": "REJECTED", "created": "2026-05-15T07:38:56Z",
               "failureReason": {"failureCode": "INVALID_AMOUNT", "failureMessage": "m", "x": 1}}
              """
                  .formatted(name),
              Submission.class);

      assertThat(answer)
          .isEqualTo(new Submission("1", "REJECTED", new FailureReason("INVALID_AMOUNT", "m")));
    }
  }

  @Test
  void statusIsRead() throws JsonProcessingException {
    StatusAnswer answer =
        JSON.readValue(
            """
            {"status": "FOUND", "data": {"payoutId": "1", "status": "COMPLETED",
              "amount": "100.00", "currency": "RWF", "country": "RWA",
              "recipient": {"type": "MMO", "accountDetails":
                {"phoneNumber": "250783456789", "provider": "MTN_MOMO_RWA"}},
              "customerMessage": "Refund", "created": "2026-05-15T07:38:56Z",
              "providerTransactionId": "df0e", "failureReason": null,
              "metadata": {"orderId": "1"}}}
            """,
            StatusAnswer.class);

    Account recipient = new Account("MMO", new Account.Details("250783456789", "MTN_MOMO_RWA"));
    assertThat(answer)
        .isEqualTo(
            new StatusAnswer(
                "FOUND",
                new Transaction(
                    "1", null, null, "COMPLETED", "100.00", "RWF", recipient, null, "df0e", null)));
  }

  @Test
  void callbacksAreRead() throws JsonProcessingException {
    assertThat(JSON.readValue("{\"payoutId\":\"1\"}", Transaction.class).payoutId()).isEqualTo("1");
    assertThat(JSON.readValue("{\"refundId\":\"1\"}", Transaction.class).refundId()).isEqualTo("1");
    assertThat(
            JSON.readValue(
                    """
                    {"depositId": "1", "status": "FAILED", "payer": {"type": "MMO",
                      "accountDetails": {"phoneNumber": "2547", "provider": "MPESA_KEN"}}}
                    """,
                    Transaction.class)
                .payerProvider())
        .hasValue("MPESA_KEN");
  }

  @Test
  void answersOfToolsAreRead() throws JsonProcessingException {
    assertThat(
            JSON.readValue(
                "{\"country\":\"KEN\",\"provider\":\"MPESA_KEN\",\"phoneNumber\":\"2547\"}",
                Prediction.class))
        .isEqualTo(new Prediction("KEN", "MPESA_KEN", "2547", null));
    assertThat(
            JSON.readValue(
                """
                [{"country": "KEN", "providers": [{"provider": "MPESA_KEN",
                  "operationTypes": [{"operationType": "PAYOUT", "status": "DELAYED"}]}]}]
                """,
                new TypeReference<List<Availability>>() {}))
        .containsExactly(
            new Availability(
                "KEN",
                List.of(
                    new Availability.Network(
                        "MPESA_KEN", List.of(new Availability.Operation("PAYOUT", "DELAYED"))))));
    assertThat(
            JSON.readValue(
                """
                {"balances": [{"country": "UGA", "balance": "10798.03", "currency": "UGX",
                  "provider": ""}]}
                """,
                WalletBalances.class))
        .isEqualTo(
            new WalletBalances(List.of(new WalletBalances.Balance("UGA", "10798.03", "UGX", ""))));
    assertThat(JSON.readValue("{\"id\":\"K:1\",\"key\":\"pem\"}", PublishedKey.class))
        .isEqualTo(new PublishedKey("K:1", "pem"));
  }

  @Test
  void personalDataIsNotShown() {
    Account account = Account.of(PHONE, "MPESA_KEN");

    assertThat(account.toString()).doesNotContain("254700");
    assertThat(payout("Rent Amina").toString()).doesNotContain("254700").doesNotContain("Amina");
    assertThat(new Prediction.Question("254700000001").toString()).doesNotContain("254700");
  }

  private static PayoutRequest payout(String narration) {
    PaymentParties parties =
        new PaymentParties(
            Optional.empty(),
            new PaymentParties.Receiver(
                Optional.empty(), Optional.empty(), Optional.empty(), Optional.empty()),
            Optional.empty(),
            "rent",
            Optional.empty());
    PayoutInstruction instruction =
        new PayoutInstruction(
            ID,
            new MobileWallet(PHONE),
            new Money(CurrencyUnit.KES, 150_000),
            parties,
            narration,
            Optional.empty(),
            List.of(),
            Duration.ZERO,
            1,
            Optional.empty());
    return PayoutRequest.of(instruction, PHONE, "MPESA_KEN", AMOUNTS);
  }

  private static ObjectMapper json() {
    ObjectMapper mapper = new ObjectMapper();
    new JsonSettings().customize(mapper);
    return mapper;
  }
}
