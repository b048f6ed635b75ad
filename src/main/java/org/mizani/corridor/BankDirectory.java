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
 * Directory of the banks that payouts reach, in the order of {@code banks.csv}. Banks that have
 * closed stay in the file, marked, and are not in the directory.
 */
@Singleton
public final class BankDirectory {

  private static final String RESOURCE = "banks.csv";
  private static final String HEADER = "countryCode,code,name,swift,active";

  private final Map<Country, Map<String, Bank>> banks = new EnumMap<>(Country.class);

  /**
   * A bank that payouts reach (specification, section 2.7).
   *
   * @param code the {@code receiverBankCode}: digits, leading zeros count
   * @param swiftCode its BIC, {@code ""} if unknown
   */
  public record Bank(String code, String name, String swiftCode) {}

  BankDirectory() {
    this(CsvTable.lines(RESOURCE));
  }

  /**
   * @param lines of the table, header first
   * @throws IllegalStateException if a line is malformed, or two name one code
   */
  BankDirectory(List<String> lines) {
    CsvTable.rows(lines, HEADER).filter(BankDirectory::isActive).forEach(this::add);
  }

  private void add(List<String> row) {
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

  /** The banks of a country; empty if payouts reach none there. */
  public List<Bank> banksOf(Country country) {
    return List.copyOf(banks.getOrDefault(country, Map.of()).values());
  }

  /** The bank with this exact code in a country, or empty. */
  public Optional<Bank> find(Country country, String code) {
    return Optional.ofNullable(banks.getOrDefault(country, Map.of()).get(code));
  }

  /** The country with this exact code, if payouts reach banks there. */
  public Optional<Country> findCountry(String code) {
    return Country.find(code).filter(banks::containsKey);
  }

  /** The codes of the countries that have banks here, as messages list them: {@code KE, ZA}. */
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
