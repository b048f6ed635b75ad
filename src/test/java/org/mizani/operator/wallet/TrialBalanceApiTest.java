package org.mizani.operator.wallet;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.math.BigDecimal;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.JsonValues;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Trial balance: all accounts by currency, and wallets that differ from their transfers. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class TrialBalanceApiTest {

  private final TestPartners partners = TestPartners.here();
  private final Rows rows = Rows.here();

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @Test
  void followsMoneyThroughItsAccounts() {
    JsonValues before = read();
    partners.create(Map.of(CurrencyUnit.ZAR, "1000.50"));

    JsonValues after = read();

    assertThat(growth(before, after, "funding", "debits")).isEqualByComparingTo("1000.50");
    assertThat(growth(before, after, "funding", "balance")).isEqualByComparingTo("-1000.50");
    assertThat(growth(before, after, "available", "credits")).isEqualByComparingTo("1000.50");
    assertThat(growth(before, after, "available", "balance")).isEqualByComparingTo("1000.50");
    assertThat(growth(before, after, "fees", "balance")).isZero();
    assertThat(after.getBoolean("balanced")).isTrue();
    assertThat(after.<List<Boolean>>get("currencies.balanced")).containsOnly(true);
  }

  @Test
  void hasEveryAccountOfEveryCurrency() {
    partners.create(Map.of(CurrencyUnit.ZAR, "1"));

    JsonValues books = read();

    assertThat(books.<List<String>>get("currencies.currency"))
        .containsExactly("USD", "EUR", "GBP", "KES", "TZS", "UGX", "ZAR");
    assertThat(books.<List<String>>get("currencies[currency=ZAR].accounts.account"))
        .contains("available", "clearing", "fees", "funding", "holding", "pending");
    assertThat(books.<List<Map<String, ?>>>get("currencies[currency=ZAR].accounts"))
        .filteredOn(account -> account.get("rail") != null)
        .isNotEmpty()
        .<Object>extracting(account -> account.get("account"))
        .containsOnly("clearing");
  }

  @ParameterizedTest
  @ValueSource(strings = {"available_minor", "holding_minor", "pending_minor"})
  void namesWalletsThatDifferFromTheirTransfers(String part) {
    Partner partner = partners.create(Map.of(CurrencyUnit.GBP, "10"));
    String publicId =
        rows.execute("SELECT public_id FROM business WHERE id = $1", partner.businessId())
            .get(0)
            .getUUID(0)
            .toString();
    String alter = "UPDATE wallet SET " + part + " = " + part + " %s 1 WHERE business_id = $1";
    rows.execute(alter.formatted("+"), partner.businessId());

    JsonValues books = read();
    rows.execute(alter.formatted("-"), partner.businessId());

    assertThat(books.getBoolean("walletsMatch")).isFalse();
    assertThat(books.<List<Map<String, String>>>get("mismatchedWallets"))
        .containsExactly(Map.of("businessId", publicId, "purpose", "payout", "currency", "GBP"));
    assertThat(books.getBoolean("balanced")).isTrue();
    assertThat(read().getBoolean("walletsMatch")).isTrue();
    assertThat(read().<List<?>>get("mismatchedWallets")).isEmpty();
  }

  private static JsonValues read() {
    Response answer =
        eventually(
            () -> TestOperator.request().get("/operator/ledger/trial-balance"),
            response -> response.statusCode() == 200);
    return answer.json();
  }

  private static BigDecimal growth(
      JsonValues before, JsonValues after, String account, String field) {
    return sum(after, account, field).subtract(sum(before, account, field));
  }

  private static BigDecimal sum(JsonValues books, String account, String field) {
    return books.<Map<String, ?>>getList("currencies[currency=ZAR].accounts").stream()
        .filter(one -> one.get("account").equals(account))
        .map(one -> new BigDecimal(one.get(field).toString()))
        .reduce(BigDecimal.ZERO, BigDecimal::add);
  }
}
