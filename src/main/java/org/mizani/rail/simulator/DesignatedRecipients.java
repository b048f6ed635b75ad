package org.mizani.rail.simulator;

import java.util.Map;
import java.util.Optional;
import java.util.Set;
import org.mizani.corridor.Country;
import org.mizani.corridor.Recipient;
import org.mizani.corridor.Recipient.BankAccount;
import org.mizani.corridor.Recipient.MobileWallet;
import org.mizani.corridor.Recipient.Paybill;
import org.mizani.corridor.Recipient.Till;

/** The recipients that exist in the test environment, and what becomes of payouts to them. */
final class DesignatedRecipients {

  private static final Set<String> ENDINGS = Set.of("91", "92", "93", "94", "95");
  private static final String PAYBILL_ACCOUNT = "ACC-001";

  private static final Map<Country, String> PHONES =
      Map.of(
          Country.KE, "+254712345678",
          Country.TZ, "+255754000001",
          Country.UG, "+256772000001",
          Country.ZA, "+27821000001");
  private static final Map<Country, String> TILLS =
      Map.of(
          Country.KE, "174379",
          Country.TZ, "61000001",
          Country.UG, "400001",
          Country.ZA, "100001");
  private static final Map<Country, String> PAYBILLS =
      Map.of(Country.KE, "600000", Country.TZ, "610000", Country.ZA, "110000");
  private static final Map<Country, String> BANK_ACCOUNTS =
      Map.of(Country.KE, "1100000001", Country.ZA, "1100000002");

  private DesignatedRecipients() {}

  /** What the sandbox does with this recipient, or nothing if it is not active there. */
  static Optional<Behaviour> behaviourOf(Recipient recipient) {
    if (recipient instanceof MobileWallet wallet) {
      return behaviour(wallet.phone().e164(), PHONES.get(wallet.country()));
    }
    if (recipient instanceof Till till) {
      return behaviour(till.number(), TILLS.get(till.country()));
    }
    if (recipient instanceof Paybill paybill) {
      return paybill.account().equals(PAYBILL_ACCOUNT)
          ? behaviour(paybill.number(), PAYBILLS.get(paybill.country()))
          : Optional.empty();
    }
    BankAccount account = (BankAccount) recipient;
    return behaviour(account.accountNumber(), BANK_ACCOUNTS.get(account.country()));
  }

  private static Optional<Behaviour> behaviour(String number, String designated) {
    if (number.equals(designated)) {
      return Optional.of(Behaviour.PAYS);
    }
    boolean special =
        designated != null
            && number.length() == designated.length()
            && number.regionMatches(0, designated, 0, designated.length() - 2)
            && ENDINGS.contains(number.substring(number.length() - 2));
    return special ? Optional.of(Behaviour.ofEnding(number)) : Optional.empty();
  }
}
