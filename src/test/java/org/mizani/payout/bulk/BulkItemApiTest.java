package org.mizani.payout.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.payout.bulk.BulkOrders.PATH;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.Json;
import org.mizani.support.JsonValues;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Items of batches are read, to the letter, as the bodies of their own requests are. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class BulkItemApiTest {

  /** Values of fields, as JSON. */
  private static final List<String> WRONG =
      List.of(
          "\"amount\":1000.0000000000000001",
          "\"amount\":1000.001",
          "\"amount\":90071992547409.931",
          "\"amount\":1e400",
          "\"amount\":1e-400",
          "\"amount\":1e999999",
          "\"amount\":-1",
          "\"amount\":true",
          "\"amount\":{}",
          "\"amount\":null",
          "\"receiverFirstName\":7",
          "\"receiverFirstName\":[\"a\"]",
          "\"receiverFirstName\":\"a\\u0000b\"",
          "\"receiverLastName\":\"" + "n".repeat(101) + "\"",
          "\"receiverPhone\":\"+1\"",
          "\"payoutCountry\":\"K\\u0000E\"",
          "\"payoutCountry\":\"XX\"",
          "\"senderCurrency\":\"\\ud800\"",
          "\"senderDob\":\"2026-02-30\"",
          "\"callbackUrl\":\"ftp://example.org/\"",
          "\"quoteId\":\"any\"",
          "\"businessReference\":\"a\\u0000b\"",
          "\"businessReference\":\"\\ud800\"",
          "\"businessReference\":\"..\"",
          "\"businessReference\":\"" + "r".repeat(101) + "\"",
          "\"businessReference\":{\"a\":1}");

  private final TestPartners partners = TestPartners.here();
  private final Rows rows = Rows.here();

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @Test
  void aWrongItemIsToldWhatItsOwnRequestIs() {
    // Given
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    List<String> bodies = WRONG.stream().map(BulkItemApiTest::transferWith).toList();
    List<String> alone =
        bodies.stream()
            .map(body -> partner.request().body(body).post("/business/payout/transfer"))
            .map(BulkItemApiTest::refusal)
            .toList();

    // When
    JsonValues answer = bulk(partner, bodies);

    // Then
    for (int i = 0; i < bodies.size(); i++) {
      String item = "items[" + i + "].refusal.";
      assertThat(
              answer.getString(item + "status")
                  + " "
                  + answer.getString(item + "code")
                  + " "
                  + Objects.toString(answer.getString(item + "field"), "-")
                  + " "
                  + answer.getString(item + "error"))
          .as(WRONG.get(i))
          .isEqualTo(alone.get(i));
    }
    assertThat(rows.payoutsOf(partner.businessId())).isZero();
  }

  @Test
  void anAmountIsTakenAsItIsWritten() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));

    bulk(
        partner,
        List.of(
            transferWith("\"amount\":1000.10,\"businessReference\":\"decimals\""),
            transferWith("\"amount\":1e3,\"businessReference\":\"power\"")));

    assertThat(
            rows.count(
                "SELECT sum(receiver_minor) FROM payout WHERE business_id = $1",
                partner.businessId()))
        .isEqualTo(100_010 + 100_000);
  }

  private static JsonValues bulk(Partner partner, List<String> items) {
    return partner
        .request()
        .body(items.stream().collect(Collectors.joining(",", "{\"items\":[", "]}")))
        .post(PATH)
        .created()
        .json();
  }

  /** The body of a transfer, as an item, of which these fields are replaced. */
  private static String transferWith(String fields) {
    Map<String, Object> transfer = BulkOrders.transfer("item");
    for (String field : List.of(fields.split(",(?=\")"))) {
      transfer.remove(field.substring(1, field.indexOf("\":")));
    }
    return Json.of(transfer).replaceFirst("}$", ",") + fields + "}";
  }

  private static String refusal(Response response) {
    return response.statusCode()
        + " "
        + response.header("X-Error-Code")
        + " "
        + Objects.toString(response.header("X-Error-Field"), "-")
        + " "
        + response.<String>path("error");
  }
}
