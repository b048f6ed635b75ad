package org.mizani.qr;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatExceptionOfType;

import com.fasterxml.jackson.databind.JsonNode;
import java.util.Map;
import java.util.Optional;
import java.util.function.Function;
import java.util.stream.Stream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.mizani.corridor.Country;
import org.mizani.fault.ApiFault;
import org.mizani.fault.ApiFault.ApiException;

/** Genuine and constructed payloads, each with its expected fields. */
class QrSamplesTest {

  private static final Map<String, Function<DecodedQr, String>> FIELDS =
      Map.of(
          "currency", DecodedQr::currency,
          "countryCode", DecodedQr::countryCode,
          "merchantName", DecodedQr::merchantName,
          "merchantCity", DecodedQr::merchantCity,
          "tillNumberRaw", DecodedQr::tillNumber,
          "channel", DecodedQr::channel);

  private static final EmvPayload NO_EMV = new EmvPayload(Map.of(), Map.of());

  static Stream<Arguments> valid() {
    return QrPayloads.samples().filter(QrSamplesTest::isValid).map(QrSamplesTest::arguments);
  }

  static Stream<Arguments> invalid() {
    return QrPayloads.samples().filter(sample -> !isValid(sample)).map(QrSamplesTest::arguments);
  }

  // A code without a checksum, of a country that is not served, or without a number to pay to is
  // refused, even if its fields are readable.
  private static boolean isValid(JsonNode sample) {
    return sample.at("/expected/valid").booleanValue()
        && !sample.get("kind").textValue().startsWith("no-crc")
        && hintOf(sample).isPresent()
        && !isWithoutNumber(sample);
  }

  private static boolean isWithoutNumber(JsonNode sample) {
    return sample.get("kind").textValue().equals("real-public")
        && !sample.at("/expected/tillNumberRaw").isTextual();
  }

  private static Arguments arguments(JsonNode sample) {
    return Arguments.of(sample.get("payload").textValue(), sample);
  }

  @Test
  void theFileHasSamplesOfBothKinds() {
    assertThat(valid()).hasSize(11);
    assertThat(invalid()).hasSize(30);
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("valid")
  void decodesTheSample(String payload, JsonNode sample) {
    JsonNode expected = sample.get("expected");

    DecodedQr decoded = QrDecoder.decode(payload, hintOf(sample));

    FIELDS.forEach(
        (field, reader) -> {
          if (expected.hasNonNull(field)) {
            assertThat(reader.apply(decoded)).as(field).isEqualTo(expected.get(field).textValue());
          }
        });
    if (expected.has("amount")) {
      assertThat(decoded.amount().map(amount -> amount.toPlainString()))
          .isEqualTo(Optional.ofNullable(expected.get("amount").textValue()));
      assertThat(decoded.isStatic()).isEqualTo(expected.get("amount").isNull());
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("valid")
  void anEmvSampleDecodesTheSameWithoutAHint(String payload, JsonNode sample) {
    Optional<Country> none = Optional.empty();

    if (payload.startsWith("0002")) {
      assertThat(QrDecoder.decode(payload, none))
          .isEqualTo(QrDecoder.decode(payload, hintOf(sample)));
    } else {
      assertRefused(payload, none);
    }
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("valid")
  void readsAccountsAndCountryOfTheSample(String payload, JsonNode sample) {
    EmvPayload emv = payload.startsWith("0002") ? EmvPayload.read(payload) : NO_EMV;

    for (Map.Entry<String, JsonNode> account : sample.at("/expected/accounts").properties()) {
      if (account.getValue().isTextual()) {
        assertThat(emv.find(account.getKey())).contains(account.getValue().textValue());
      }
      for (Map.Entry<String, JsonNode> inner : account.getValue().properties()) {
        assertThat(emv.template(account.getKey()))
            .containsEntry(inner.getKey(), inner.getValue().textValue());
      }
    }
    assertThat(QrDecoder.decode(payload, hintOf(sample)).countryCode())
        .isEqualTo(sample.get("country").textValue());
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("invalid")
  void refusesTheSample(String payload, JsonNode sample) {
    assertRefused(payload, Optional.empty());
    assertRefused(payload, hintOf(sample));
  }

  private static void assertRefused(String payload, Optional<Country> hint) {
    assertThatExceptionOfType(ApiException.class)
        .isThrownBy(() -> QrDecoder.decode(payload, hint))
        .returns(ApiFault.UNSUPPORTED_QR, ApiException::fault);
  }

  private static Optional<Country> hintOf(JsonNode sample) {
    return Country.find(sample.get("country").textValue());
  }
}
