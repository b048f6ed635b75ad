package org.mizani.qr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;
import static org.mizani.qr.QrPayloads.emv;
import static org.mizani.qr.QrPayloads.object;
import static org.mizani.qr.QrPayloads.withChecksum;

import java.math.BigDecimal;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.Optional;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.EnumSource;
import org.junit.jupiter.params.provider.MethodSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.corridor.Country;
import org.mizani.fault.ApiFault;
import org.mizani.fault.ApiFault.ApiException;

class QrDecoderTest {

  private static final String TIPS =
      object("26", object("00", "tz.go.bot.tips"), object("01", "01001"), object("02", "12345678"));
  private static final String TILL = object("28", object("00", "ke.go.qr"), object("01", "174379"));
  private static final String KENYA = object("53", "404") + object("58", "KE");
  private static final String TANZANIA = object("53", "834") + object("58", "TZ");

  @Test
  void theChecksumIsThatOfTheStandard() {
    byte[] check = "123456789".getBytes(StandardCharsets.US_ASCII);

    assertThat(EmvPayload.crc16(ByteBuffer.wrap(check))).isEqualTo(0x29B1);
  }

  static Stream<Arguments> malformed() {
    String right = emv(TIPS, TANZANIA);
    return Stream.of(
        Arguments.of("empty", ""),
        Arguments.of("blank before", " " + right),
        Arguments.of("blank after", right + " "),
        Arguments.of("line end after", right + "\n"),
        Arguments.of("byte order mark before", "\uFEFF" + right),
        Arguments.of("text after the checksum", right + "5802TZ"),
        Arguments.of("one character short", right.substring(0, right.length() - 1)),
        Arguments.of("another version", withChecksum("000202" + TIPS + TANZANIA)),
        Arguments.of("the version not first", withChecksum(TIPS + "000201" + TANZANIA)),
        Arguments.of("no version", withChecksum(TIPS + TANZANIA)),
        Arguments.of("no merchant account", emv(TANZANIA)),
        Arguments.of("nothing but the frame", emv()),
        Arguments.of("an unknown point of initiation", emv(object("01", "13"), TIPS, TANZANIA)),
        Arguments.of("an object twice", emv(TIPS, TANZANIA, object("58", "TZ"))),
        Arguments.of("an account twice", emv(TIPS, TIPS, TANZANIA)),
        Arguments.of("a length of zero", emv(TIPS, TANZANIA, "6000")),
        Arguments.of("a length that is no number", emv(TIPS, TANZANIA, "60A1X")),
        Arguments.of("an id that is no number", emv(TIPS, TANZANIA, "X001X")),
        Arguments.of("an Arabic digit", emv(TIPS, TANZANIA, "60\u0660\u0661X")),
        Arguments.of("a checksum in the middle", emv(TIPS, object("63", "ABCD"), TANZANIA)),
        Arguments.of("a checksum of no hex", right.substring(0, right.length() - 4) + "ZZZZ"),
        Arguments.of("an account that overruns", emv("26220014tz.go.bot.tips0299", TANZANIA)),
        Arguments.of(
            "two numbers in an account",
            emv(object("28", object("00", "ke.go.qr"), "01011", "01012"), KENYA)),
        Arguments.of("a currency of letters", emv(TIPS, object("53", "TZS"), object("58", "TZ"))),
        Arguments.of("a currency of nobody", emv(TIPS, object("53", "001"), object("58", "TZ"))),
        Arguments.of("a country of three letters", emv(TIPS, object("58", "TZA"))),
        Arguments.of("a country of digits", emv(TIPS, object("58", "25"))),
        Arguments.of("half a surrogate pair", emv(TIPS, TANZANIA, "5901\uD83D")),
        Arguments.of("longer than a QR code holds", "000201" + "9".repeat(60_000)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("malformed")
  void refusesMalformedPayloads(String description, String payload) {
    assertRefused(payload, Optional.empty());
    assertRefused(payload, Optional.of(Country.UG));
  }

  @ParameterizedTest
  @CsvSource({"100, 100", "97.00, 97.00", "0.5, 0.5", "1000., 1000", "007, 7", "10.100, 10.10"})
  void readsAnAmount(String text, BigDecimal amount) {
    DecodedQr decoded = decode(emv(object("01", "11"), TILL, object("54", text), KENYA));

    assertThat(decoded.amount()).contains(amount);
    assertThat(decoded.isStatic()).isFalse();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0",
        "0.00",
        "98,73",
        "1.2.3",
        ".5",
        "-1",
        "+1",
        " 1",
        "1 ",
        "1e3",
        "1.005",
        "abc",
        ".",
        "\u0661",
        "12345678901234"
      })
  void refusesInvalidAmounts(String text) {
    assertRefused(emv(TILL, object("54", text), KENYA), Optional.empty());
  }

  @Test
  void ugandanShillingsMayHaveZeroCentsOnly() {
    String account = object("26", object("00", "ug.any"), object("01", "400001"));
    String uganda = object("53", "800") + object("58", "UG");

    assertThat(decode(emv(account, object("54", "5000.00"), uganda)).amount())
        .contains(new BigDecimal("5000"));
    assertRefused(emv(account, object("54", "5000.50"), uganda), Optional.empty());
  }

  @Test
  void aCodeWithoutAmountIsStaticDespiteItsFlag() {
    assertThat(decode(emv(object("01", "12"), TILL, KENYA)).isStatic()).isTrue();
  }

  static Stream<Arguments> merchants() {
    String qr = object("00", "ke.go.qr");
    String store = object("62", object("03", "61000001"));
    return Stream.of(
        Arguments.of(emv(TILL, KENYA), "M-PESA", "174379"),
        Arguments.of(emv(object("28", object("01", "0000174379")), KENYA), "M-PESA", "0000174379"),
        Arguments.of(emv(object("28", qr, object("02", "778899")), KENYA), "SASAPAY", "778899"),
        Arguments.of(emv(object("29", qr, object("68", "0766")), KENYA), "EQUITY", "0766"),
        Arguments.of(emv(object("28", qr), object("29", qr, "680212"), KENYA), "EQUITY", "12"),
        Arguments.of(emv(TIPS, TANZANIA), "TIPS", "12345678"),
        Arguments.of(emv(TIPS, store, TANZANIA), "TIPS", "12345678"),
        Arguments.of(
            emv(object("26", "0014TZ.GO.BOT.TIPS", "010501001"), store, TANZANIA),
            "TIPS",
            "61000001"),
        Arguments.of(emv(object("26", "0004ug.a0106400001"), object("58", "UG")), "ug.a", "400001"),
        Arguments.of(
            emv(object("30", "0006ug.mtn0106400001"), object("58", "UG")), "MTN", "400001"),
        Arguments.of(emv("26260008za.co.mp01102487236664"), "SCANTOPAY", "2487236664"),
        Arguments.of(emv("26200010za.co.elec0102ab", "62160212+27725550101"), "ELECTRUM", ""));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("merchants")
  void readsChannelAndTillNumber(String payload, String channel, String tillNumber) {
    DecodedQr decoded = decode(payload);

    assertThat(decoded.channel()).isEqualTo(channel);
    assertThat(decoded.tillNumber()).isEqualTo(tillNumber);
  }

  static Stream<Arguments> unpayable() {
    String qr = object("00", "ke.go.qr");
    String account = object("26", object("00", "x.yz"), object("01", "11111"));
    return Stream.of(
        Arguments.of("an account that is no number", emv(object("28", qr, "010512***"), KENYA)),
        Arguments.of("an account of text", emv(object("28", "just a text"), KENYA)),
        Arguments.of("a card scheme alone", emv(object("04", "5254542"), KENYA)),
        Arguments.of(
            "an acquirer alone", emv(object("26", "0014tz.go.bot.tips0105", "01001"), TANZANIA)),
        Arguments.of("a network without a number", emv("26200010za.co.elec0102ab")),
        Arguments.of("a country that is not served", emv(account, object("58", "CN"))),
        Arguments.of("no country at all", emv(object("26", object("01", "400001")))),
        Arguments.of(
            "a served country's currency elsewhere",
            emv(account, object("53", "404"), object("58", "US"))));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("unpayable")
  void refusesCodesThatNobodyCanBePaidBy(String description, String payload) {
    assertRefused(payload, Optional.empty());
  }

  @Test
  void missingCountryAndCurrencyComeFromNetworkOrHint() {
    String unnamed = emv(object("26", object("01", "400001")));

    assertThat(decode(emv(TIPS)))
        .returns("TZ", DecodedQr::countryCode)
        .returns("TZS", DecodedQr::currency);
    assertThat(QrDecoder.decode(emv(TIPS), Optional.of(Country.ZA)))
        .returns("TZ", DecodedQr::countryCode);
    assertThat(QrDecoder.decode(unnamed, Optional.of(Country.UG)))
        .returns("UG", DecodedQr::countryCode)
        .returns("UGX", DecodedQr::currency);
    assertThat(decode(emv(object("26", object("01", "400001")), object("53", "800"))))
        .returns("UG", DecodedQr::countryCode);
  }

  @ParameterizedTest
  @EnumSource(Country.class)
  void theCodesCountryOverridesTheHint(Country hint) {
    assertThat(QrDecoder.decode(emv(TILL, KENYA), Optional.of(hint)))
        .isEqualTo(decode(emv(TILL, KENYA)));
  }

  @Test
  void countsCharactersAndNotBytesOrUnits() {
    DecodedQr decoded = decode(emv(TILL, KENYA, "5903\uD83C\uDF4Eé ", object("60", " Москва ")));

    assertThat(decoded.merchantName()).isEqualTo("\uD83C\uDF4Eé ");
    assertThat(decoded.merchantCity()).isEqualTo(" Москва ");
  }

  @Test
  void readsTheMerchantsPhone() {
    String sendMoney = object("83", object("00", "m-pesa.com"), object("01", "02"));
    String phone = object("28", object("00", "ke.go.qr"), object("01", "254712345678"));

    assertThat(decode(emv(TILL, KENYA)).merchantMobile()).isEmpty();
    assertThat(decode(emv(phone, KENYA)).merchantMobile()).isEmpty();
    assertThat(decode(emv(TILL, KENYA, sendMoney)).merchantMobile()).isEmpty();
    assertThat(decode(emv(phone, KENYA, sendMoney)).merchantMobile()).contains("254712345678");
    assertThat(decode(emv(TIPS, TANZANIA, "62170213+255754000001")).merchantMobile())
        .contains("+255754000001");
    assertThat(decode(emv(TIPS, TANZANIA, "62070203***")).merchantMobile()).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "400001, MTN, 400001,",
    "*165*3*400001#, MTN, 400001,",
    "*165*3*664588*5000#, MTN, 664588, 5000",
    "tel:*165*3*400001#, MTN, 400001,",
    "tel:*165*3*664588*5000%23, MTN, 664588, 5000",
    "TEL:%2A165%2a3*664588*5000#, MTN, 664588, 5000",
    "*185*9*4380286*5000#, AIRTEL, 4380286, 5000",
    "tel:*185*9*4380286#, AIRTEL, 4380286,"
  })
  void readsUgandasOwnFormatsUnderItsHint(
      String payload, String channel, String till, BigDecimal amount) {
    DecodedQr decoded = QrDecoder.decode(payload, Optional.of(Country.UG));

    assertThat(decoded)
        .isEqualTo(
            new DecodedQr(
                Optional.ofNullable(amount), channel, "UG", "UGX", "", "", Optional.empty(), till));
    assertRefused(payload, Optional.empty());
    assertRefused(payload, Optional.of(Country.KE));
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "40001",
        "4000011",
        "400001 ",
        " 400001",
        "40000A",
        "tel:400001",
        "tel:",
        "tel:+256772000001",
        "*165*3*664588*5000",
        "*165*3*664588*0#",
        "*165*3*664588*05#",
        "*165*3*664588*5.5#",
        "*165*3*664588*-5#",
        "*165*3*66458*5000#",
        "*165*3**5000#",
        "*165*3*664588*5000*1#",
        "*165*3*664588*5000#1",
        "*165*4*664588*5000#",
        "*185*3*4380286*5000#",
        "*165*3*664588*#",
        "%2A165*3*664588%23",
        "*165*3*664588*5000#\n",
        "\u0664\u0660\u0660\u0660\u0660\u0661",
        "*165*3*664588*9999999999999#",
        "tel:tel:*165*3*664588#"
      })
  void refusesOtherUgandanFormats(String payload) {
    assertRefused(payload, Optional.of(Country.UG));
  }

  private static DecodedQr decode(String payload) {
    return QrDecoder.decode(payload, Optional.empty());
  }

  private static void assertRefused(String payload, Optional<Country> hint) {
    assertThatExceptionOfType(ApiException.class)
        .isThrownBy(() -> QrDecoder.decode(payload, hint))
        .returns(ApiFault.UNSUPPORTED_QR, ApiException::fault);
  }
}
