package org.mizani.corridor;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.util.List;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.corridor.BankDirectory.Bank;
import org.mizani.money.CurrencyUnit;

class BankDirectoryTest {

  private static final String HEADER = "countryCode,code,name,swift,active";

  private final BankDirectory directory = new BankDirectory();

  @ParameterizedTest
  @CsvSource({"KE, 40, '[0-9]{2}'", "ZA, 22, '[0-9]{6}'"})
  void listsTheActiveBanksOfACountry(Country country, int count, String code) {
    assertThat(directory.banksOf(country))
        .hasSize(count)
        .allSatisfy(bank -> assertThat(bank.code()).matches(code))
        .allSatisfy(bank -> assertThat(bank.name()).isNotBlank().isEqualTo(bank.name().strip()))
        .allSatisfy(
            bank -> assertThat(bank.swiftCode()).matches("|[A-Z]{4}" + country + "[A-Z0-9]{2}"));
  }

  @ParameterizedTest
  @EnumSource(names = {"TZ", "UG"})
  void knowsNoBanksOfTanzaniaAndUganda(Country country) {
    assertThat(directory.banksOf(country)).isEmpty();
    assertThat(directory.find(country, "01")).isEmpty();
    assertThat(directory.findCountry(country.name())).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "KE, 01, KCB Bank Kenya, KCBLKENX",
    "ZA, 051001, Standard Bank, SBZAZAJJ",
    "ZA, 250655, 'First National Bank (FNB/RMB, FirstRand)', FIRNZAJJ",
    "ZA, 888000, Bank Zero, ''"
  })
  void findsABankByItsCountryAndCode(Country country, String code, String name, String swift) {
    assertThat(directory.find(country, code)).contains(new Bank(code, name, swift));
  }

  @ParameterizedTest
  @CsvSource({"KE, 1", "KE, 001", "KE, 051001", "ZA, 51001", "ZA, 01", "KE, ' 01'", "KE, ''"})
  void findsNoBankByAnotherCode(Country country, String code) {
    assertThat(directory.find(country, code)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({"KE, 49", "ZA, 700001", "ZA, 431010"})
  void leavesOutClosedBanks(Country country, String code) {
    assertThat(directory.find(country, code)).isEmpty();
  }

  @Test
  void knowsCountriesAndCurrenciesOfItsBanks() {
    assertThat(directory.countryCodes()).isEqualTo("KE, ZA");
    assertThat(directory.currencyCodes()).isEqualTo("KES, ZAR");
    assertThat(directory.findCurrency("ZAR")).contains(CurrencyUnit.ZAR);
    assertThat(directory.findCurrency("zar")).isEmpty();
    assertThat(directory.findCurrency("TZS")).isEmpty();
    assertThat(directory.findCountry("KE")).contains(Country.KE);
    assertThat(directory.findCountry("TZ")).isEmpty();
  }

  @Test
  void keepsTheOrderOfTheList() {
    BankDirectory two = new BankDirectory(List.of(HEADER, "KE,02,B,,true", "KE,01,A,,true"));

    assertThat(two.banksOf(Country.KE)).extracting(Bank::code).containsExactly("02", "01");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "KE,01,A,true",
        "KE,01,A,,true,x",
        "KE,01,A,,yes",
        "XX,01,A,,true",
        "KE,01,A,,true\nKE,01,B,,true",
        ""
      })
  void refusesAMalformedList(String rows) {
    List<String> lines = (HEADER + "\n" + rows + "\n").lines().toList();

    assertThatThrownBy(() -> new BankDirectory(lines)).isInstanceOf(RuntimeException.class);
  }

  @Test
  void refusesAListOfOtherColumns() {
    List<String> lines = List.of("code,countryCode,name,swift,active", "01,KE,A,,true");

    assertThatThrownBy(() -> new BankDirectory(lines)).isInstanceOf(IllegalStateException.class);
  }
}
