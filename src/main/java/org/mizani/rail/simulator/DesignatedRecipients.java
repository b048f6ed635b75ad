package org.mizani.rail.simulator;

import java.util.Map;
import java.util.Optional;
import org.mizani.corridor.Country;
import org.mizani.corridor.Recipient;
import org.mizani.corridor.Recipient.BankAccount;
import org.mizani.corridor.Recipient.MobileWallet;
import org.mizani.corridor.Recipient.Paybill;
import org.mizani.corridor.Recipient.Till;
import org.mizani.rail.simulator.Simulation.Behaviour;

/** Designated recipients of the test environment (specification, section 4.16). */
final class DesignatedRecipients {

  // By the last two digits, which may replace those of any designated number.
  private static final Map<String, Behaviour> ENDINGS =
      Map.of(
          "91", Behaviour.FAILS,
          "92", Behaviour.NEVER_ANSWERS,
          "93", Behaviour.TIMES_OUT_BUT_PAYS,
          "94", Behaviour.ANSWERS_LATE,
          "95", Behaviour.REFUSES_CONNECTIONS_AT_FIRST);
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

  /** The behaviour of the network towards this recipient, or empty if it is not active. */
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
    boolean alike =
        designated != null
            && number.length() == designated.length()
            && number.regionMatches(0, designated, 0, designated.length() - 2);
    return alike
        ? Optional.ofNullable(ENDINGS.get(number.substring(number.length() - 2)))
        : Optional.empty();
  }
}
