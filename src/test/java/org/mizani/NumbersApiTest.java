package org.mizani;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.collectionOf;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.business.BusinessProfile;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.Json;
import org.mizani.support.QuickProfile;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;
import org.mizani.support.WebhookReceiver;

/**
 * A number is the same decimal from the request's bytes to the database and back. Answers are
 * compared as text, because a parser in the test could round the very number that it checks.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(QuickProfile.class)
class NumbersApiTest {

  private static final String FUNDING = "100000000000.07";

  @Inject TestPartners partners;
  @Inject Rows rows;

  private WebhookReceiver receiver;
  private Partner partner;

  @BeforeEach
  void createPartner() throws Exception {
    receiver = WebhookReceiver.listen();
    partner =
        partners.create(
            BusinessProfile.named("Numbers")
                .withCollections()
                .withCallbackUrls(Optional.of(receiver.url("/p")), Optional.of(receiver.url("/c"))),
            Map.of(CurrencyUnit.KES, FUNDING));
  }

  @AfterEach
  void close() {
    receiver.close();
    rows.assertBooksBalance();
  }

  @ParameterizedTest
  @CsvSource({
    "0.1, 10, 0.1, 0.1",
    "0.2, 20, 0.2, 0.2",
    "0.30, 30, 0.3, 0.31",
    "1e2, 10000, 100, 102",
    "1E+2, 10000, 100, 102",
    "100.00, 10000, 100, 102",
    "1000.5, 100050, 1000.5, 1020.51",
    "12345678901.23, 1234567890123, 12345678901.23, 12592592479.25",
    "0.0000000000000000000000001e25, 100, 1, 1.02"
  })
  void anAmountStaysTheDecimalThatWasSent(String sent, long minor, String shown, String total) {
    // In the receiver's own currency, so that no amount is converted.
    Response created = transfer(sent);

    assertThat(created.statusCode()).as(created.asString()).isEqualTo(201);
    assertThat(created.asString())
        .contains("\"receiverAmount\":" + shown + ",")
        .contains("\"senderAmount\":" + shown + ",")
        .contains("\"totalDebited\":" + total + "}");
    assertThat(stored("receiver_minor", "payout", created.path("serviceReference")))
        .isEqualTo(minor);
    assertThat(balance("KES", "payout")).contains("\"available\":" + availableAfter(total) + ",");
    assertThat(partner.request().get("/business/transactions/number").asString())
        .contains("\"receiverAmount\":" + shown + ",");
    assertThat(listed()).contains("\"receiverAmount\":" + shown + ",");
    assertThat(webhookAt("/p"))
        .contains("\"senderAmount\":" + shown + ",\"receiverAmount\":" + shown + ",");
  }

  @ParameterizedTest
  @CsvSource({
    "1e-7, amount must have at most 2 decimal places for KES",
    "1E400, amount is too large",
    "12345678901234567890, amount is too large",
    "10000000000000, amount is too large",
    "0.12345678901234567890, amount must have at most 2 decimal places for KES",
    "9999999999999.995, amount must have at most 2 decimal places for KES"
  })
  void refusesInvalidAmountsWithoutRounding(String sent, String message) {
    assertRefused(transfer(sent), 400, message);
    assertRefused(collect(sent), 400, message);
    assertThat(rows.payoutsOf(partner.businessId())).isZero();
    assertThat(balance("KES", "payout")).contains("\"available\":100000000000.07,\"holding\":0,");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"NaN", "Infinity", "-Infinity", "0x10", "1_000", "1,000", ".5", "5.", "+1"})
  void refusesInvalidJsonNumbers(String sent) {
    assertRefused(transfer(sent), 400, "invalid payload");
    assertRefused(collect(sent), 400, "invalid payload");
  }

  @ParameterizedTest
  @CsvSource({
    "10.1, 1010, 10.1",
    "1e2, 10000, 100",
    "12345678901.23, 1234567890123, 12345678901.23",
    "9999999999999.99, 999999999999999, 9999999999999.99"
  })
  void aCollectionIsCreditedToTheCent(String sent, long minor, String shown) {
    Response created = collect(sent);

    assertThat(created.statusCode()).as(created.asString()).isEqualTo(201);
    assertThat(created.asString()).contains("\"amount\":" + shown + ",");
    assertThat(stored("amount_minor", "collection", created.path("id"))).isEqualTo(minor);
    assertThat(webhookAt("/c")).contains("\"amount\":" + shown + ",");
    assertThat(balance("KES", "collection")).contains("\"available\":" + shown + ",");
    assertThat(partner.request().get("/business/collections").asString())
        .contains("\"amount\":" + shown + ",");
  }

  /** With its fee of 2 % it is the greatest total. */
  @Test
  void theGreatestAmountIsPaidToTheCent() {
    partner = partners.create(Map.of(CurrencyUnit.KES, "9999999999999.99"));
    assertRefused(transfer("9999999999999.99"), 400, "amount is too large");

    Response created = transfer("9803921568627.44");

    assertThat(created.statusCode()).as(created.asString()).isEqualTo(201);
    assertThat(created.asString()).contains("\"totalDebited\":9999999999999.99}");
    assertThat(stored("receiver_minor", "payout", created.path("serviceReference")))
        .isEqualTo(980392156862744L);
    assertThat(balance("KES", "payout")).contains("\"available\":0,");
  }

  @Test
  void tenthsAndTheirFeesAddUpExactly() {
    List<String> tenths = List.of("0.1", "0.2", "0.3", "0.4");
    for (String tenth : tenths) {
      Map<String, Object> body = body(tenth);
      body.put("businessReference", "tenth " + tenth);
      assertThat(
              partner.request().body(Json.of(body)).post("/business/payout/transfer").statusCode())
          .isEqualTo(201);
    }

    assertThat(
            rows.execute(
                "SELECT sender_minor, fee_minor FROM payout WHERE business_id = $1"
                    + " ORDER BY sender_minor",
                partner.businessId()))
        .extracting(row -> List.of(row.getLong(0), row.getLong(1)))
        .containsExactly(List.of(10L, 0L), List.of(20L, 0L), List.of(30L, 1L), List.of(40L, 1L));
  }

  @ParameterizedTest
  @CsvSource({
    "0.1, '\"amount\":0.1,\"convertedAmount\":12.9,'",
    "1e2, '\"amount\":100,\"convertedAmount\":12900,'",
    "12345678901.23, '\"amount\":12345678901.23,\"convertedAmount\":1592592578258.67,'"
  })
  void aRateConvertsExactly(String amount, String shown) {
    Response answer = partner.request().get("/business/rate?from=USD&to=KES&amount=" + amount);

    assertThat(answer.asString()).contains(shown);
  }

  private Response transfer(String amount) {
    return partner.request().body(Json.of(body(amount))).post("/business/payout/transfer");
  }

  private static Map<String, Object> body(String amount) {
    Map<String, Object> body =
        new LinkedHashMap<>(Json.with(transferOf("number"), "amount", amount));
    body.put("senderCurrency", "KES");
    return body;
  }

  private Response collect(String amount) {
    return partner
        .request()
        .body(Json.of(Json.with(collectionOf("number"), "amount", amount)))
        .post("/business/collections");
  }

  /** The available balance after a payout, while it is held or after it is paid. */
  private static String availableAfter(String total) {
    BigDecimal left = new BigDecimal(FUNDING).subtract(new BigDecimal(total));
    return left.stripTrailingZeros().toPlainString();
  }

  private long stored(String column, String table, String id) {
    return rows.count(
        "SELECT " + column + " FROM " + table + " WHERE id = $1", UUID.fromString(id));
  }

  private String balance(String currency, String purpose) {
    return partner
        .request()
        .get("/business/balance?currency=" + currency + "&purpose=" + purpose)
        .asString();
  }

  private String listed() {
    return partner
        .request()
        .get("/business/transactions?from=2020-01-01T00:00:00Z&to=2100-01-01T00:00:00Z")
        .asString();
  }

  private String webhookAt(String path) {
    return eventually(() -> receiver.at(path), arrived -> !arrived.isEmpty()).get(0).body();
  }
}
