package org.mizani.rail.pawapay;

import io.smallrye.mutiny.Uni;
import java.math.BigDecimal;
import java.math.RoundingMode;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.mizani.corridor.Country;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.rail.RailFloat;

/** Balances of our wallets at pawaPay: one for each country, or for a network of it. */
final class PawapayFloat implements RailFloat {

  private static final Pattern DECIMAL = Pattern.compile("-?[0-9]{1,18}([.][0-9]{1,4})?");

  private final PawapayClient client;
  private final Set<String> countries;

  /**
   * @param countries that the rail serves: other wallets are left out
   */
  PawapayFloat(PawapayClient client, Set<Country> countries) {
    this.client = client;
    this.countries =
        countries.stream()
            .map(country -> new Locale("", country.name()).getISO3Country())
            .collect(Collectors.toSet());
  }

  /** Answer of the network without a balance that can be read. */
  private static final class NoBalances extends RuntimeException {
    NoBalances() {
      super("pawaPay told no balance", null, false, false);
    }
  }

  @Override
  public Uni<Answer> ask(UUID question) {
    return client.balances().map(this::told);
  }

  private Answer told(WalletBalances answer) {
    List<Balance> balances =
        Optional.ofNullable(answer.balances()).orElse(List.of()).stream()
            .filter(wallet -> countries.contains(wallet.country()))
            .flatMap(wallet -> read(wallet).stream())
            .toList();
    if (balances.isEmpty()) {
      throw new NoBalances();
    }
    return new Told(balances);
  }

  /** A balance finer than the currency's minor unit is rounded down. */
  private static Optional<Balance> read(WalletBalances.Balance wallet) {
    String amount = Objects.requireNonNullElse(wallet.balance(), "");
    if (!DECIMAL.matcher(amount).matches()) {
      return Optional.empty();
    }
    try {
      return CurrencyUnit.find(wallet.currency())
          .map(unit -> Money.rounded(unit, new BigDecimal(amount), RoundingMode.FLOOR))
          .map(money -> new Balance(nameOf(wallet), money));
    } catch (ArithmeticException outOfRange) {
      return Optional.empty();
    }
  }

  /** Such as {@code TZA}, or {@code TZA VODACOM_TZA} of a wallet for one network. */
  private static String nameOf(WalletBalances.Balance wallet) {
    String provider = Objects.requireNonNullElse(wallet.provider(), "").strip();
    return (wallet.country() + " " + provider).strip();
  }
}
