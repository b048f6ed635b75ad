package org.mizani.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.bankPayoutOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.corridor.BankDirectory;
import org.mizani.corridor.BankDirectory.Bank;
import org.mizani.corridor.Country;
import org.mizani.money.CurrencyUnit;
import org.mizani.payout.record.Parties;
import org.mizani.support.Json;
import org.mizani.support.LoggedLines;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;
import org.mizani.support.WebhookReceiver;

/** Effects of a valid bank payout, and its refusals. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class BankPayoutApiTest {

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject DecryptedParties parties;
  @Inject BankDirectory banks;

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @Test
  void acceptsEveryListedBank() {
    Partner partner =
        partners.create(Map.of(CurrencyUnit.KES, "1000000", CurrencyUnit.ZAR, "1000000"));

    for (Country country : new Country[] {Country.KE, Country.ZA}) {
      for (Bank bank : banks.banksOf(country)) {
        Map<String, Object> body = in(country, country + bank.code());
        body.put("receiverBankCode", bank.code());

        Response created = partner.bank(body);

        assertThat(created.statusCode()).as(bank + created.asString()).isEqualTo(201);
        assertThat(parties.of(created).bankCode()).isEqualTo(bank.code());
      }
    }
  }

  static Stream<Arguments> optionalFields() {
    return Stream.of(
        Arguments.of("receiverEmail", null),
        Arguments.of("receiverEmail", "null"),
        Arguments.of("receiverEmail", "\" \""),
        Arguments.of("receiverEmail", "\"juma.o'mwangi+till@mail.example.co.ke\""),
        Arguments.of("receiverEmail", "\"j@\u0645\u062b\u0627\u0644.example\""),
        Arguments.of("sourceOfFunds", "null"),
        Arguments.of("sourceOfFunds", "\"\""),
        Arguments.of("sourceOfFunds", "\"salary\""),
        Arguments.of("callbackUrl", "\"https://example.org/hook\""),
        Arguments.of("callbackUrl", "null"),
        Arguments.of("forceStatus", "\"\""),
        Arguments.of("receiverPhone", "12"));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("optionalFields")
  void acceptsOptionalFields(String field, String json) {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));

    Response created = send(partner, Json.with(bankPayoutOf("optional"), field, json));

    assertThat(created.statusCode()).as(created.asString()).isEqualTo(201);
  }

  @Test
  void storesPersonalDataEncrypted() {
    Partner partner = partners.create(Map.of(CurrencyUnit.ZAR, "10000"));

    Response created = partner.bank(in(Country.ZA, "encrypted"));

    Parties encrypted = parties.of(created);
    assertThat(encrypted.receiverFirstName()).isEqualTo("Juma");
    assertThat(encrypted.receiverLastName()).isEqualTo("Mwangi");
    assertThat(encrypted.receiverEmail()).isEqualTo("juma.mwangi@example.org");
    assertThat(encrypted.recipientNumber()).isEqualTo("1100000002");
    assertThat(encrypted.bankCode()).isEqualTo("632005");
    assertThat(encrypted.sender().telephone()).isEqualTo("+254700000001");
  }

  @ParameterizedTest
  @CsvSource(
      value = {"-, -", "salary, salary"},
      nullValues = "-")
  void recordsTheSourceOfFundsWhereItIsGiven(String given, String recorded) {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    Map<String, Object> body = bankPayoutOf("source");
    body.put("sourceOfFunds", given);

    UUID reference = UUID.fromString(partner.bank(body).path("serviceReference"));

    assertThat(
            rows.execute(
                    "SELECT source_of_funds FROM payout_detail WHERE payout_id = $1", reference)
                .get(0)
                .getString(0))
        .isEqualTo(recorded);
  }

  @ParameterizedTest
  @ValueSource(strings = {"1100000002", "1100000090", "11000000010", "X100000001"})
  void refusesOtherAccounts(String number) {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));

    Response refused =
        send(
            partner,
            Json.with(bankPayoutOf("nobody"), "receiverAccountNumber", "\"" + number + "\""));

    assertRefused(refused, 422, "account not active");
    assertThat(rows.payoutsOf(partner.businessId())).isZero();
    assertThat(partner.available("USD")).isEqualByComparingTo("100");
  }

  @Test
  void sendsAWebhookOfItsFailure() throws Exception {
    Partner partner = partners.create(Map.of(CurrencyUnit.ZAR, "10000"));
    try (WebhookReceiver receiver = WebhookReceiver.listen()) {
      Map<String, Object> body = in(Country.ZA, "told");
      body.put("callbackUrl", receiver.url());
      body.put("receiverAccountNumber", "1100000091");

      String reference = partner.bank(body).path("serviceReference");

      eventually(receiver::bodies, bodies -> !bodies.isEmpty());
      assertThat(receiver.bodies()).hasSize(1);
      assertThat(receiver.bodies().get(0))
          .contains(
              "\"businessReference\":\"told\"",
              "\"serviceReference\":\"" + reference + "\"",
              "\"status\":\"termination_failure\"",
              "\"receiverCurrency\":\"ZAR\"",
              "\"receiverAmount\":1000");
    }
  }

  @Test
  void logsNoPersonalData() {
    Partner partner = partners.create(Map.of(CurrencyUnit.ZAR, "10000"));
    Map<String, Object> inactive = in(Country.ZA, "nobody");
    inactive.put("receiverAccountNumber", "1100000003");
    try (LoggedLines logged = LoggedLines.listen()) {
      partner.bank(in(Country.ZA, "paid"));
      partner.bank(in(Country.ZA, "paid"));
      partner.bank(inactive);
      send(partner, Json.with(inactive, "receiverEmail", "12"));
      partner.finalStatus("paid");

      assertThat(logged.text())
          .doesNotContain(
              "Juma",
              "Mwangi",
              "juma.mwangi",
              "Amina",
              "Otieno",
              "1990-04-12",
              "A1234567",
              "254700000001",
              "1100000002",
              "1100000003",
              "TEST RECIPIENT");
    }
  }

  private static Map<String, Object> in(Country country, String reference) {
    Map<String, Object> body = bankPayoutOf(reference);
    body.put("payoutCountry", country.name());
    body.put("senderCurrency", country.currency().name());
    body.put("receiverCurrency", country.currency().name());
    if (country == Country.ZA) {
      body.put("receiverBankCode", "632005");
      body.put("receiverAccountNumber", "1100000002");
      body.put("receiverEmail", "juma.mwangi@example.org");
    }
    return body;
  }

  private static Response send(Partner partner, Map<String, ?> body) {
    return partner.request().body(Json.of(body)).post("/business/payout/bank");
  }
}
