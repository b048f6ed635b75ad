package org.mizani.corridor;

import jakarta.inject.Singleton;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.mizani.money.CurrencyUnit;

/**
 * The banks that payouts reach, in the order of {@code banks.csv}, which is read once. Banks that
 * have closed stay in the file, marked, and are not in the directory.
 */
@Singleton
public final class BankDirectory {

  private static final String RESOURCE = "banks.csv";
  private static final String HEADER = "countryCode,code,name,swift,active";
  private static final int COLUMNS = 5;

  private final Map<Country, Map<String, Bank>> banks;

  BankDirectory() {
    this(CsvResource.lines(RESOURCE));
  }

  /**
   * The directory that these lines say.
   *
   * @throws IllegalStateException if they are no list of banks, or name one code twice
   */
  BankDirectory(List<String> lines) {
    if (lines.isEmpty() || !lines.get(0).equals(HEADER)) {
      throw new IllegalStateException("the list of banks does not begin with " + HEADER);
    }
    this.banks = new EnumMap<>(Country.class);
    lines.stream().skip(1).map(CsvLine::fields).forEach(this::add);
  }

  private void add(List<String> row) {
    if (row.size() != COLUMNS) {
      throw new IllegalStateException("a bank with " + row.size() + " columns: " + row);
    }
    if (!isActive(row)) {
      return;
    }
    Bank bank = new Bank(row.get(1), row.get(2), row.get(3));
    Bank other =
        banks
            .computeIfAbsent(Country.valueOf(row.get(0)), country -> new LinkedHashMap<>())
            .putIfAbsent(bank.code(), bank);
    if (other != null) {
      throw new IllegalStateException("two banks with one code: " + other + ", " + bank);
    }
  }

  private static boolean isActive(List<String> row) {
    return switch (row.get(4)) {
      case "true" -> true;
      case "false" -> false;
      default -> throw new IllegalStateException("active or not? " + row);
    };
  }

  /** The banks of a country; none where payouts reach no bank. */
  public List<Bank> banksOf(Country country) {
    return List.copyOf(banks.getOrDefault(country, Map.of()).values());
  }

  /** The bank with this exact code in a country, or nothing. */
  public Optional<Bank> find(Country country, String code) {
    return Optional.ofNullable(banks.getOrDefault(country, Map.of()).get(code));
  }

  /** The country with this exact code, if payouts reach banks there. */
  public Optional<Country> findCountry(String code) {
    return Country.find(code).filter(banks::containsKey);
  }

  /** The countries whose banks payouts reach, as messages list them: {@code KE, ZA}. */
  public String countryCodes() {
    return banks.keySet().stream().map(Country::name).collect(Collectors.joining(", "));
  }

  /** The currency with this exact code, if it is one that bank accounts receive. */
  public Optional<CurrencyUnit> findCurrency(String code) {
    return currencies().filter(currency -> currency.name().equals(code)).findFirst();
  }

  /** The currencies that bank accounts receive, as messages list them: {@code KES, ZAR}. */
  public String currencyCodes() {
    return currencies().map(CurrencyUnit::name).collect(Collectors.joining(", "));
  }

  private Stream<CurrencyUnit> currencies() {
    return banks.keySet().stream().map(Country::currency);
  }
}
