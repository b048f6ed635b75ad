package org.mizani.operator;

import com.fasterxml.jackson.annotation.JsonInclude;
import java.math.BigDecimal;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.mizani.ledger.TrialBalance;
import org.mizani.ledger.TrialBalance.AccountTotal;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

/** The trial balance as operators see it. */
@Schema(requiredProperties = {"currencies", "balanced", "walletsMatch", "mismatchedWallets"})
public record TrialBalanceAnswer(
    @Schema(description = "The books of each currency") List<CurrencyBooks> currencies,
    @Schema(description = "Whether those of every currency are balanced", examples = "true")
        boolean balanced,
    @Schema(description = "Whether every wallet equals its transfers", examples = "true")
        boolean walletsMatch,
    @Schema(description = "Wallets that do not") List<MismatchedWallet> mismatchedWallets) {

  /** The books of a currency. */
  @Schema(requiredProperties = {"currency", "accounts", "balanced"})
  public record CurrencyBooks(
      @Schema(description = "The currency", examples = "KES") String currency,
      @Schema(description = "Its accounts, those of all wallets together")
          List<AccountBalance> accounts,
      @Schema(description = "Whether the balances sum up to nothing", examples = "true")
          boolean balanced) {}

  /** What moved through accounts of a kind. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  @Schema(requiredProperties = {"account", "debits", "credits", "balance"})
  public record AccountBalance(
      @Schema(
              description = "The accounts' kind",
              enumeration = {"available", "holding", "pending", "funding", "fees", "clearing"})
          String account,
      @Schema(description = "The rail, of a clearing account", examples = "sandbox") String rail,
      @Schema(description = "What went out", examples = "1500.5") BigDecimal debits,
      @Schema(description = "What came in", examples = "2500.5") BigDecimal credits,
      @Schema(description = "What is left; credits less debits", examples = "1000")
          BigDecimal balance) {}

  /** A wallet that differs from its transfers. */
  @Schema(requiredProperties = {"businessId", "purpose", "currency"})
  public record MismatchedWallet(
      @Schema(description = "The business", examples = "a8761c88-44ba-4c63-b785-3f84b7903210")
          String businessId,
      @Schema(
              description = "What the wallet is for",
              enumeration = {"payout", "collection"})
          String purpose,
      @Schema(description = "Its currency", examples = "KES") String currency) {}

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
