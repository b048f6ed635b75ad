package org.mizani.fx.quote;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.TestPartners.by;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.mizani.fx.Rates;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Open quotes beside the positions in foreign exchange. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class OpenQuotesApiTest {

  /** No other test has this pair. */
  private static final String PAIR = "GBP_KES";

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject Rates rates;

  @Test
  void operatorsSeeNumberAndSumsOfEachPair() {
    // Given
    rates.enter(CurrencyUnit.GBP, CurrencyUnit.KES, new BigDecimal("160")).await().atMost(PATIENCE);
    Partner one = partners.create(Map.of(CurrencyUnit.GBP, "100"));
    Partner other = partners.create(Map.of());
    quote(one, "800");
    quote(other, "1600.80");
    String expired = quote(other, "4000");
    rows.execute("UPDATE fx_quote SET expires_at = now() WHERE id = $1", UUID.fromString(expired));
    String used = quote(one, "1000");
    Map<String, Object> payout = by(used, transferOf("used"));
    payout.put("senderCurrency", "GBP");
    assertThat(one.transfer(payout).statusCode()).isEqualTo(201);
    one.quote(Map.of("senderCurrency", "KES", "receiverCurrency", "KES", "amount", 100)).created();

    // When
    List<Map<String, Object>> open =
        TestOperator.request()
            .get("/operator/fx-positions?day=2026-01-01")
            .succeeded()
            .json()
            .getList("openQuotes");

    // Then
    assertThat(open)
        .filteredOn(pair -> PAIR.equals(pair.get("pair")))
        .singleElement()
        .hasToString("{pair=GBP_KES, quotes=2, senderAmount=15.01, receiverAmount=2400.8}");
    assertThat(open).extracting(pair -> pair.get("pair")).doesNotContain("KES_KES");
  }

  private static String quote(Partner partner, String amount) {
    return partner
        .quote(
            Map.of(
                "senderCurrency",
                "GBP",
                "receiverCurrency",
                "KES",
                "amount",
                new BigDecimal(amount)))
        .created()
        .path("quoteId");
  }
}
