package org.mizani.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.paymentOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.payout.record.Parties;
import org.mizani.support.Json;
import org.mizani.support.LoggedLines;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Effects of a valid payment to a till or paybill, and its refusals. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class PaymentApiTest {

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject DecryptedParties parties;

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @ParameterizedTest
  @CsvSource({
    "till, 174379, till",
    "till, 0000174379, till",
    "paybill, 600000, paybill",
    "paybill, 0000600000, paybill"
  })
  void acceptsAKenyanNumberWithItsQrPadding(String type, String number, String channel) {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    Map<String, Object> body = paymentOf("padded");
    body.put("type", type);
    body.put("receiverLipaNumber", number);
    body.put("receiverAccount", "ACC-001");

    Response created = partner.payment(body);

    assertThat(created.statusCode()).as(created.asString()).isEqualTo(201);
    assertThat(channelOf(created)).isEqualTo(channel);
    assertThat(parties.of(created).recipientNumber()).doesNotStartWith("0");
  }

  @ParameterizedTest
  @ValueSource(strings = {"\"ACC-001\"", "\"\"", "null", "\"\\u0000\""})
  void ignoresTheAccountOfATill(String account) {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));

    Response created = send(partner, Json.with(paymentOf("till"), "receiverAccount", account));

    assertThat(created.statusCode()).as(created.asString()).isEqualTo(201);
    assertThat(parties.of(created).recipientAccount()).isNull();
  }

  @Test
  void storesPersonalDataEncrypted() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    Map<String, Object> body = paymentOf("encrypted");
    body.put("type", "paybill");
    body.put("receiverLipaNumber", "600000");
    body.put("receiverAccount", "ACC-001");

    Parties encrypted = parties.of(partner.payment(body));

    assertThat(encrypted.receiverFirstName()).isEqualTo("Juma");
    assertThat(encrypted.receiverLastName()).isEqualTo("Mwangi");
    assertThat(encrypted.merchantName()).isNull();
    assertThat(encrypted.recipientNumber()).isEqualTo("600000");
    assertThat(encrypted.recipientAccount()).isEqualTo("ACC-001");
    assertThat(encrypted.sender().telephone()).isEqualTo("+254700000001");
  }

  @ParameterizedTest
  @CsvSource({
    ",, TEST RECIPIENT UG",
    "' ','', TEST RECIPIENT UG",
    "Juma,, TEST RECIPIENT UG",
    ",Mwangi, TEST RECIPIENT UG",
    "Juma, Mwangi,"
  })
  void fillsInAUgandanMerchantsMissingName(String firstName, String lastName, String merchant) {
    Partner partner = partners.create(Map.of(CurrencyUnit.UGX, "1000000"));
    Map<String, Object> body = ugandan("names");
    body.put("receiverFirstName", firstName);
    body.put("receiverLastName", lastName);

    Response created = partner.payment(body);

    assertThat(created.statusCode()).as(created.asString()).isEqualTo(201);
    Parties encrypted = parties.of(created);
    assertThat(encrypted.merchantName()).isEqualTo(merchant);
    assertThat(encrypted.receiverFirstName()).isEqualTo(blankToNull(firstName));
    assertThat(encrypted.receiverLastName()).isEqualTo(blankToNull(lastName));
    assertThat(partner.finalStatus("names")).isEqualTo("termination_success");
  }

  private static String blankToNull(String name) {
    return name == null || name.isBlank() ? null : name;
  }

  @Test
  void takesUgandasSmallestPayment() {
    Partner partner = partners.create(Map.of(CurrencyUnit.UGX, "510"));

    assertThat(partner.payment(Json.with(ugandan("least"), "amount", "500")).statusCode())
        .isEqualTo(201);
    assertThat(partner.available("UGX")).isEqualByComparingTo("0");
  }

  @ParameterizedTest
  @CsvSource({
    "till, 174378,",
    "till, 600000, ACC-001",
    "till, 1743790,",
    "till, duka,",
    "till, ' 174379',",
    "paybill, 600001, ACC-001",
    "paybill, 600000, ACC-002",
    "paybill, 600000, acc-001",
    "paybill, 174379, ACC-001"
  })
  void refusesOtherRecipients(String type, String number, String account) {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    Map<String, Object> body = paymentOf("nobody");
    body.put("type", type);
    body.put("receiverLipaNumber", number);
    body.put("receiverAccount", account);

    assertRefused(partner.payment(body), 422, "account not active");
    assertThat(rows.payoutsOf(partner.businessId())).isZero();
    assertThat(partner.available("USD")).isEqualByComparingTo("100");
  }

  @Test
  void refusesAnUnknownUgandanTillWithoutNames() {
    Partner partner = partners.create(Map.of(CurrencyUnit.UGX, "1000000"));
    Map<String, Object> body = Json.with(ugandan("nobody"), "receiverLipaNumber", "\"400002\"");

    assertRefused(send(partner, body), 422, "account not active");
    assertThat(rows.payoutsOf(partner.businessId())).isZero();
  }

  @Test
  void logsNoPersonalData() {
    Partner partner = partners.create(Map.of(CurrencyUnit.UGX, "1000000"));
    Map<String, Object> named = ugandan("named");
    named.put("receiverFirstName", "Juma");
    named.put("receiverLastName", "Mwangi");
    try (LoggedLines logged = LoggedLines.listen()) {
      partner.payment(named);
      partner.payment(named);
      partner.payment(ugandan("filled in"));
      partner.payment(Json.with(ugandan("nobody"), "receiverLipaNumber", "\"400002\""));
      partner.payment(Json.with(ugandan("wrong"), "receiverLipaNumber", "12"));
      partner.finalStatus("filled in");

      assertThat(logged.text())
          .doesNotContain(
              "Juma",
              "Mwangi",
              "Amina",
              "Otieno",
              "1990-04-12",
              "A1234567",
              "254700000001",
              "400001",
              "400002",
              "TEST RECIPIENT");
    }
  }

  private static Map<String, Object> ugandan(String reference) {
    Map<String, Object> body = paymentOf(reference);
    body.put("senderCurrency", "UGX");
    body.put("receiverCurrency", "UGX");
    body.put("payoutCountry", "UG");
    body.put("receiverLipaNumber", "400001");
    body.remove("receiverFirstName");
    body.remove("receiverLastName");
    return body;
  }

  private String channelOf(Response created) {
    UUID reference = UUID.fromString(created.path("serviceReference"));
    return rows.execute("SELECT channel FROM payout WHERE id = $1", reference).get(0).getString(0);
  }

  private static Response send(Partner partner, Map<String, ?> body) {
    return partner.request().body(Json.of(body)).post("/business/payout/payment");
  }
}
