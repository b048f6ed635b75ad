package org.mizani.rail.daraja;

import java.util.Arrays;
import java.util.Map;
import java.util.Optional;
import java.util.TreeMap;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

/**
 * Available balances of our accounts at M-PESA, as results tell them.
 *
 * @param available by the name of the account
 */
public record AccountBalances(Map<String, Money> available) {

  /** The account that pays customers. */
  public static final String UTILITY = "Utility Account";

  /** The account that pays tills and paybills. */
  public static final String WORKING = "Working Account";

  private static final int CURRENCY = 1;
  private static final int AVAILABLE = 3;

  /**
   * The balances in the result of a balance query, or of a payment, which tells some of them. Those
   * that cannot be read are left out.
   */
  public static AccountBalances of(DarajaResult result) {
    Map<String, Money> available = new TreeMap<>();
    put(available, UTILITY, result.parameter("B2CUtilityAccountAvailableFunds"));
    put(available, WORKING, result.parameter("B2CWorkingAccountAvailableFunds"));
    result
        .parameter("AccountBalance")
        .or(() -> result.parameter("DebitPartyAffectedAccountBalance"))
        .stream()
        .flatMap(accounts -> Arrays.stream(accounts.split("&")))
        .map(account -> account.split("\\|"))
        .filter(fields -> fields.length > AVAILABLE)
        .filter(fields -> fields[CURRENCY].equals(CurrencyUnit.KES.name()))
        .forEach(fields -> put(available, fields[0].strip(), Optional.of(fields[AVAILABLE])));
    return new AccountBalances(Map.copyOf(available));
  }

  private static void put(Map<String, Money> balances, String account, Optional<String> amount) {
    amount.flatMap(WholeShillings::parse).ifPresent(money -> balances.put(account, money));
  }

  /** The available balance of this account, if the result tells it. */
  public Optional<Money> of(String account) {
    return Optional.ofNullable(available.get(account));
  }
}
