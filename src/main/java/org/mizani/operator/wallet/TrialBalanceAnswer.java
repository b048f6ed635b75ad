package org.mizani.operator.wallet;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.mizani.ledger.TrialBalance;
import org.mizani.ledger.TrialBalance.AccountTotal;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

/** The trial balance as operators see it. */
public record TrialBalanceAnswer(
    List<CurrencyBooks> currencies,
    boolean balanced,
    boolean walletsMatch,
    List<MismatchedWallet> mismatchedWallets) {

  /** The books of a currency. */
  public record CurrencyBooks(String currency, List<AccountBalance> accounts, boolean balanced) {}

  /** What moved through accounts of a kind. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record AccountBalance(
      String account, String rail, BigDecimal debits, BigDecimal credits, BigDecimal balance) {}

  /** A wallet that differs from its transfers. */
  public record MismatchedWallet(String businessId, String purpose, String currency) {}

  static TrialBalanceAnswer of(TrialBalance books) {
    List<CurrencyBooks> currencies =
        books.accounts().stream()
            .collect(
                Collectors.groupingBy(AccountTotal::currency, TreeMap::new, Collectors.toList()))
            .entrySet()
            .stream()
            .map(entry -> books(entry.getKey(), entry.getValue()))
            .toList();
    return new TrialBalanceAnswer(
        currencies,
        currencies.stream().allMatch(CurrencyBooks::balanced),
        books.mismatches().isEmpty(),
        books.mismatches().stream()
            .map(
                wallet ->
                    new MismatchedWallet(
                        wallet.businessId().toString(), wallet.purpose(), wallet.currency().name()))
            .toList());
  }

  private static CurrencyBooks books(CurrencyUnit currency, List<AccountTotal> totals) {
    return new CurrencyBooks(
        currency.name(),
        totals.stream().map(TrialBalanceAnswer::account).toList(),
        totals.stream().mapToLong(AccountTotal::balanceMinor).reduce(0, Math::addExact) == 0);
  }

  private static AccountBalance account(AccountTotal total) {
    return new AccountBalance(
        total.kind(),
        total.rail().orElse(null),
        major(total.currency(), total.debitsMinor()),
        major(total.currency(), total.creditsMinor()),
        major(total.currency(), total.balanceMinor()));
  }

  private static BigDecimal major(CurrencyUnit currency, long minor) {
    return new Money(currency, minor).major();
  }
}
