package org.mizani.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.Json;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Effects of a valid transfer, and the order of its refusals for reasons outside the body. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class TransferApiTest {

  private final TestPartners partners = TestPartners.here();
  private final Rows rows = Rows.here();

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @ParameterizedTest
  @CsvSource({
    "0.1, 0.1, 0.1",
    "0.2, 0.2, 0.2",
    "0.25, 0.25, 0.26",
    "1e2, 100, 102",
    "1E+2, 100, 102",
    "100.00, 100, 102",
    "100.000000000000000000000, 100, 102",
    "1000.5, 1000.5, 1020.51",
    "12345678901.23, 12345678901.23, 12592592479.25",
    "123456789.01, 123456789.01, 125925924.79"
  })
  void amountsStayExact(String amount, String shown, String total) {
    Partner partner = partners.create(Map.of(CurrencyUnit.KES, "100000000000"));
    Map<String, Object> body = Json.with(transferOf("exact"), "senderCurrency", "\"KES\"");
    body.put("forceStatus", "termination_pending");

    Response created = send(partner, Json.with(body, "amount", amount));

    assertThat(created.asString())
        .contains(
            "\"senderAmount\":%s,".formatted(shown),
            "\"receiverAmount\":%s,".formatted(shown),
            "\"totalDebited\":%s}".formatted(total));
    assertThat(partner.holding("KES")).isEqualByComparingTo(total);
    String read = partner.request().get("/business/transactions/exact").asString();
    assertThat(read).contains("\"receiverAmount\":%s,".formatted(shown));
  }

  static Stream<Arguments> optionalAndUnknownFields() {
    return Stream.of(
        Arguments.of("callbackUrl", "\"https://example.org/hook?a=b\""),
        Arguments.of("callbackUrl", "null"),
        Arguments.of("callbackUrl", "\"\""),
        Arguments.of("forceStatus", "null"),
        Arguments.of("forceStatus", "\" \""),
        Arguments.of("unknown", "{\"deep\":[1,2,{}]}"),
        Arguments.of("receiverPhone", "\"254712345678\""),
        Arguments.of("senderFirstName", "\"" + "x".repeat(100) + "\""),
        Arguments.of("senderLastName", "\"O'Brien-Müller 李 😀\""));
  }

  @ParameterizedTest(name = "{0}: {1}")
  @MethodSource("optionalAndUnknownFields")
  void acceptsOptionalAndUnknownFields(String field, String json) {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));

    Response created = send(partner, Json.with(transferOf("optional"), field, json));

    assertThat(created.statusCode()).as(created.asString()).isEqualTo(201);
  }

  @Test
  void acceptsATransferWithinTanzania() {
    Partner partner = partners.create(Map.of(CurrencyUnit.TZS, "10000"));

    Map<String, Object> body = toTanzania("TZS");
    body.put("forceStatus", "termination_pending");
    Response created = send(partner, body);

    assertThat(created.statusCode()).isEqualTo(201);
    assertThat(partner.holding("TZS")).isEqualByComparingTo("1020");
  }

  @Test
  void acceptsATransferWithinSouthAfrica() {
    Partner partner = partners.create(Map.of(CurrencyUnit.ZAR, "10000"));
    Map<String, Object> body = new LinkedHashMap<>(transferOf("za"));
    body.putAll(
        Map.of(
            "senderCurrency", "ZAR",
            "receiverCurrency", "ZAR",
            "payoutCountry", "ZA",
            "receiverPhone", "+27821000001"));

    assertThat(partner.transfer(body).statusCode()).isEqualTo(201);
  }

  @Test
  void otherRefusalsComeBeforeAnEmptyWallet() {
    Partner poor = partners.create(Map.of());

    assertRefused(send(poor, toTanzania("USD")), 404, "rate USD_TZS not configured");
    assertRefused(send(poor, toInactivePhone("nobody")), 422, "account not active");
    assertRefused(poor.transfer(transferOf("poor")), 412, "insufficient available balance");
    assertThat(rows.payoutsOf(poor.businessId())).isZero();
  }

  @Test
  void aMissingRateIsReportedBeforeAnInactiveAccount() {
    Partner partner = partners.create(Map.of());
    Map<String, Object> body = toTanzania("USD");
    body.put("receiverPhone", "+255754999999");

    assertRefused(send(partner, body), 404, "rate USD_TZS not configured");
  }

  @Test
  void aUsedReferenceIsReportedBeforeRateAccountAndBalance() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "7.91"));
    assertThat(partner.transfer(transferOf("used")).statusCode()).isEqualTo(201);

    Map<String, Object> noRate = toTanzania("USD");
    noRate.put("businessReference", "used");

    assertRefused(partner.transfer(transferOf("used")), 409, "duplicate reference");
    assertRefused(partner.transfer(noRate), 409, "duplicate reference");
    assertRefused(partner.transfer(toInactivePhone("used")), 409, "duplicate reference");
    assertThat(partner.available("USD")).isEqualByComparingTo("0");
  }

  @Test
  void aWrongFieldIsReportedBeforeAUsedReference() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    partner.transfer(transferOf("used"));

    assertRefused(
        send(partner, Json.with(transferOf("used"), "relationship", "\"\"")),
        400,
        "relationship is required");
    assertRefused(
        send(partner, Json.with(transferOf("used"), "amount", "0.1")), 400, "amount is too small");
  }

  @Test
  void aFullWalletOfAnotherCurrencyDoesNotHelp() {
    Partner partner =
        partners.create(Map.of(CurrencyUnit.KES, "1000000", CurrencyUnit.USD, "7.90"));

    assertRefused(
        partner.transfer(transferOf("a cent short")), 412, "insufficient available balance");
    assertThat(partner.available("USD")).isEqualByComparingTo("7.9");
    assertThat(partner.available("KES")).isEqualByComparingTo("1000000");
  }

  @Test
  void spendsAWalletToTheLastCent() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "7.91"));

    assertThat(partner.transfer(transferOf("all of it")).statusCode()).isEqualTo(201);
    assertThat(partner.available("USD")).isEqualByComparingTo("0");
  }

  @Test
  void referencesAreSeparateBetweenBusinesses() {
    Partner mine = partners.create(Map.of(CurrencyUnit.USD, "100"));
    Partner other = partners.create(Map.of(CurrencyUnit.USD, "100"));
    mine.transfer(transferOf("mine"));

    Response read = other.request().get("/business/transactions/mine");
    Response created = other.transfer(transferOf("mine"));

    assertRefused(read, 404, "transaction not found");
    assertThat(created.statusCode()).isEqualTo(201);
  }

  private static Map<String, Object> toTanzania(String senderCurrency) {
    Map<String, Object> body = new LinkedHashMap<>(transferOf("tz"));
    body.put("senderCurrency", senderCurrency);
    body.put("receiverCurrency", "TZS");
    body.put("payoutCountry", "TZ");
    body.put("receiverPhone", "+255754000001");
    return body;
  }

  private static Map<String, Object> toInactivePhone(String reference) {
    return Json.with(transferOf(reference), "receiverPhone", "\"+254712345679\"");
  }

  private static Response send(Partner partner, Map<String, ?> body) {
    return partner.request().body(Json.of(body)).post("/business/payout/transfer");
  }
}
