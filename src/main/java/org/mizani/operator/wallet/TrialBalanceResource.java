package org.mizani.operator.wallet;

import com.fasterxml.jackson.annotation.JsonInclude;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.math.BigDecimal;
import java.util.List;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.mizani.ledger.TrialBalance;
import org.mizani.ledger.TrialBalance.AccountTotal;
import org.mizani.ledger.TrialBalances;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.operator.access.CurrentOperator;

/** {@code GET /operator/ledger/trial-balance}: whether the books balance. */
@Path("/operator/ledger/trial-balance")
public class TrialBalanceResource {

  private final CurrentOperator operator;
  private final TrialBalances balances;

  TrialBalanceResource(CurrentOperator operator, TrialBalances balances) {
    this.operator = operator;
    this.balances = balances;
  }

  /** Trial balance, in major units. */
  public record TrialBalanceAnswer(
      List<CurrencyBooks> currencies,
      boolean balanced,
      boolean walletsMatch,
      List<MismatchedWallet> mismatchedWallets) {}

  /** Accounts of one currency. */
  public record CurrencyBooks(String currency, List<AccountBalance> accounts, boolean balanced) {}

  /** Total of the accounts of one kind. */
  @JsonInclude(JsonInclude.Include.NON_NULL)
  public record AccountBalance(
      String account, String rail, BigDecimal debits, BigDecimal credits, BigDecimal balance) {}

  /** Wallet with a balance other than the sum of its transfers. */
  public record MismatchedWallet(String businessId, String purpose, String currency) {}

  /** The trial balance of all currencies at this instant. */
  @GET
  public Uni<TrialBalanceAnswer> read() {
    operator.require();
    return balances.drawUp().map(TrialBalanceResource::answer);
  }

  private static TrialBalanceAnswer answer(TrialBalance books) {
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
        totals.stream().map(TrialBalanceResource::account).toList(),
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
