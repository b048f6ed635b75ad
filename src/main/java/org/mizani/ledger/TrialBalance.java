package org.mizani.ledger;

import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.mizani.money.CurrencyUnit;

/**
 * Trial balance of the whole ledger at one instant.
 *
 * @param accounts the totals of each currency and kind of account
 * @param mismatches wallets with a balance other than the sum of their transfers: none, ever
 */
public record TrialBalance(List<AccountTotal> accounts, List<Mismatch> mismatches) {

  /**
   * Total of all accounts of one currency and kind, in minor units.
   *
   * @param kind such as {@code available} or {@code fees}
   * @param rail of a clearing account
   * @param debitsMinor the sum of transfers out
   * @param creditsMinor the sum of transfers in
   */
  public record AccountTotal(
      CurrencyUnit currency,
      String kind,
      Optional<String> rail,
      long debitsMinor,
      long creditsMinor) {

    /** Credits minus debits; below zero for the funding accounts. */
    public long balanceMinor() {
      return creditsMinor - debitsMinor;
    }
  }

  /** Wallet with a wrong balance, by the public id of its business. */
  public record Mismatch(UUID businessId, String purpose, CurrencyUnit currency) {}
}
