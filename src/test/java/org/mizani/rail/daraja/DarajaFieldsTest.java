package org.mizani.rail.daraja;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.nio.charset.StandardCharsets;
import java.time.Instant;
import java.util.Base64;
import java.util.SplittableRandom;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

/** Single fields of Daraja's messages: times, passwords, amounts, texts and addresses. */
class DarajaFieldsTest {

  @Test
  void timesAreInEastAfricaTime() {
    assertThat(EatTime.timestamp(Instant.parse("2026-12-31T21:00:01Z")))
        .isEqualTo("20270101000001");
    assertThat(EatTime.parse("20191219102115")).contains(Instant.parse("2019-12-19T07:21:15Z"));
    assertThat(EatTime.parse(" 06.07.2024 22:48:52 "))
        .contains(Instant.parse("2024-07-06T19:48:52Z"));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"", "yesterday", "20190230102115", "2019121910211", "31.02.2024 00:00:00"})
  void anInvalidTimeIsLeftOut(String text) {
    assertThat(EatTime.parse(text)).isEmpty();
  }

  @Test
  void aPasswordIsMadeOfShortCodePasskeyAndTimestamp() {
    StkPassword password = StkPassword.at(Instant.parse("2024-07-06T19:48:52Z"), "174379", "key");

    byte[] plain = Base64.getDecoder().decode(password.value());
    assertThat(new String(plain, StandardCharsets.UTF_8)).isEqualTo("174379key20240706224852");
    assertThat(password.timestamp()).isEqualTo("20240706224852");
    assertThat(password.toString()).doesNotContain(password.value());
  }

  @Test
  void movesWholeShillingsOnly() {
    assertThat(WholeShillings.of(new Money(CurrencyUnit.KES, 25_000_000))).isEqualTo(250_000);
    for (Money amount :
        new Money[] {
          new Money(CurrencyUnit.KES, 150),
          new Money(CurrencyUnit.KES, 0),
          new Money(CurrencyUnit.KES, -100),
          new Money(CurrencyUnit.UGX, 100)
        }) {
      assertThat(WholeShillings.isMovable(amount)).isFalse();
      assertThatIllegalArgumentException().isThrownBy(() -> WholeShillings.of(amount));
    }
  }

  @Test
  void readsAmountsOfResults() {
    assertThat(WholeShillings.parse("190.00")).contains(new Money(CurrencyUnit.KES, 19_000));
    assertThat(WholeShillings.parse(" 1E+1 ")).contains(new Money(CurrencyUnit.KES, 1_000));
    assertThat(WholeShillings.parse("-660.50")).contains(new Money(CurrencyUnit.KES, -66_050));
    assertThat(WholeShillings.parse("0.001")).isEmpty();
    assertThat(WholeShillings.parse("1E+300000000")).isEmpty();
    assertThat(WholeShillings.parse("1E-99999999999")).isEmpty();
    assertThat(WholeShillings.parse("ten")).isEmpty();
  }

  @Test
  void textsAreCleanedAndCut() {
    assertThat(DarajaText.remarks("Salaire d'été\n<b>№ 7</b> & more"))
        .isEqualTo("Salaire d ete b No 7 /b more");
    assertThat(DarajaText.remarks("x".repeat(200))).hasSize(100);
    assertThat(DarajaText.remarks("7")).isEqualTo("Payment");
    assertThat(DarajaText.occasion("7")).isEqualTo("7");
    assertThat(DarajaText.occasion(" ☺ ")).isEqualTo("Payment");
    assertThat(DarajaText.promptReference("Order 00000 12345")).isEqualTo("Order 00000");
    assertThat(DarajaText.promptDescription("A-very-long-description")).isEqualTo("A-very-long-d");
  }

  @Test
  void anAccountIsTakenUnchangedOrRefused() {
    assertThat(DarajaText.account(" 0123456789012 ")).contains("0123456789012");
    assertThat(DarajaText.account("01234567890123")).isEmpty();
    assertThat(DarajaText.account("a&b")).isEmpty();
    assertThat(DarajaText.account(" ")).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "https://pay.example/mPesa/1",
        "https://pay.example/M-PESA/1",
        "https://safaricom.pay.example/1",
        "https://pay.example/a/AEXEb",
        "https://pay.example/a/xcMd_",
        "https://pay.example/a/-sQl-",
        "https://pay.example/a?Query"
      })
  void refusesCallbackAddressesThatDarajaRefuses(String url) {
    assertThat(CallbackAddresses.isAllowed(url)).isFalse();
  }

  @Test
  void someRandomTokensAreRefused() {
    SplittableRandom random = new SplittableRandom(7);
    long refused =
        random
            .ints(100_000)
            .mapToObj(seed -> token(new SplittableRandom(seed)))
            .filter(token -> !CallbackAddresses.isAllowed(token))
            .count();

    assertThat(refused).isBetween(1L, 2_000L);
    assertThat(CallbackAddresses.isAllowed("https://pay.example/daraja/results/4fTz0Q")).isTrue();
  }

  private static String token(SplittableRandom random) {
    byte[] bytes = new byte[24];
    random.nextBytes(bytes);
    return Base64.getUrlEncoder().withoutPadding().encodeToString(bytes);
  }

  @Test
  void knowsTwelveSourceAddresses() {
    assertThat(CallbackAddresses.SOURCES)
        .hasSize(12)
        .doesNotHaveDuplicates()
        .allMatch(address -> address.matches("196\\.201\\.21[234]\\.\\d{2,3}"));
  }
}
