package org.mizani.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Refusals.assertAnswer;
import static org.mizani.support.Refusals.assertRefused;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class BalanceApiTest {

  @Inject TestPartners partners;
  @Inject Ledger ledger;
  @Inject LedgerMovements movements;
  @Inject Rows rows;

  private Partner partner;
  private String id;

  @BeforeAll
  void aPartnerWithThreeWallets() {
    partner = partners.create(Map.of());
    partners.fund(partner.businessId(), CurrencyUnit.USD, "1000.50");
    partners.fund(partner.businessId(), CurrencyUnit.UGX, "123456789");
    ledger
        .openWallet(partner.businessId(), WalletPurpose.COLLECTION, CurrencyUnit.KES)
        .chain(
            () ->
                movements.topUp(
                    partner.businessId(),
                    WalletPurpose.COLLECTION,
                    new Money(CurrencyUnit.KES, 700),
                    "collected"))
        .await()
        .atMost(PATIENCE);
    id =
        rows.execute("SELECT public_id FROM business WHERE id = $1", partner.businessId())
            .get(0)
            .getUUID(0)
            .toString();
  }

  @Test
  void aCurrencyAloneMeansThePayoutWallet() {
    assertAnswer(balance("?currency=USD"), 200, wallet("USD", "payout", "1000.5"));
    assertAnswer(balance("?currency=UGX"), 200, wallet("UGX", "payout", "123456789"));
  }

  @Test
  void currencyAndPurposeMeanThatWallet() {
    assertAnswer(
        balance("?currency=KES&purpose=collection"), 200, wallet("KES", "collection", "7"));
    assertAnswer(balance("?currency=USD&purpose=payout"), 200, wallet("USD", "payout", "1000.5"));
  }

  @Test
  void withoutACurrencyAllWalletsAreListed() {
    assertAnswer(
        balance(""),
        200,
        wallets(
            wallet("USD", "payout", "1000.5"),
            wallet("UGX", "payout", "123456789"),
            wallet("KES", "collection", "7")));
    assertAnswer(balance("?currency="), 200, balance("").asString());
  }

  @Test
  void aPurposeAloneFiltersTheList() {
    assertAnswer(balance("?purpose=collection"), 200, wallets(wallet("KES", "collection", "7")));
    assertAnswer(
        balance("?purpose=payout"),
        200,
        wallets(wallet("USD", "payout", "1000.5"), wallet("UGX", "payout", "123456789")));
  }

  @ParameterizedTest
  @ValueSource(strings = {"KES", "EUR", "XXX", "usd", "USD ", "no currency at all", "%", "\u00fc"})
  void aCurrencyWithoutWalletIsEchoedWithZero(String currency) {
    Response response = partner.request().queryParam("currency", currency).get("/business/balance");

    assertAnswer(response, 200, wallet(currency, "payout", "0"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"?purpose=other", "?purpose=Payout&currency=USD", "?purpose=payout,x"})
  void anUnknownPurposeIsRefused(String query) {
    assertRefused(balance(query), 400, "purpose must be \"payout\" or \"collection\"");
  }

  @Test
  void aBusinessSeesItsOwnWalletsOnly() {
    Partner other = partners.create(Map.of(CurrencyUnit.ZAR, "0"));

    assertThat(other.request().get("/business/balance").json().getList("items")).hasSize(1);
    assertThat(other.available("USD")).isEqualByComparingTo(BigDecimal.ZERO);
  }

  private Response balance(String query) {
    return partner.request().get("/business/balance" + query);
  }

  private String wallets(String... items) {
    return "{\"businessId\":\"%s\",\"items\":[%s]}".formatted(id, String.join(",", items));
  }

  private String wallet(String currency, String purpose, String available) {
    return ("{\"businessId\":\"%s\",\"currency\":\"%s\",\"purpose\":\"%s\","
            + "\"available\":%s,\"holding\":0,\"pending\":0}")
        .formatted(id, currency, purpose, available);
  }
}
