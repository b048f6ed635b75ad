package org.mizani.ledger;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.mizani.money.CurrencyUnit;

/**
 * The books at one instant.
 *
 * @param accounts what moved through the accounts of each currency and kind
 * @param mismatches wallets whose balances differ from what their transfers sum up to: none, ever
 */
public record TrialBalance(List<AccountTotal> accounts, List<Mismatch> mismatches) {

  /**
   * What moved through all accounts of a currency and kind, in minor units.
   *
   * @param kind such as {@code available} or {@code fees}
   * @param rail of a clearing account
   * @param debitsMinor what went out
   * @param creditsMinor what came in
   */
  public record AccountTotal(
      CurrencyUnit currency,
      String kind,
      Optional<String> rail,
      long debitsMinor,
      long creditsMinor) {

    /** What is left in them; below zero where more went out than came in, as of the funding. */
    public long balanceMinor() {
      return creditsMinor - debitsMinor;
    }
  }

  /** A wallet, by its business's public id. */
  public record Mismatch(UUID businessId, String purpose, CurrencyUnit currency) {}
}
