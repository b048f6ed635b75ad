package org.mizani.http;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import java.time.Instant;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.NullSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.fault.ApiFault.ApiException;

class IsoTimestampTest {

  @ParameterizedTest
  @CsvSource({
    "2026-11-20T10:00:00Z, 2026-11-20T10:00:00Z",
    "2026-11-20T10:00Z, 2026-11-20T10:00:00Z",
    "2026-11-20T10:00:00.771Z, 2026-11-20T10:00:00.771Z",
    "2026-11-20T10:00:00.123456789Z, 2026-11-20T10:00:00.123456789Z",
    "'2026-11-20T10:00:00,5Z', 2026-11-20T10:00:00.5Z",
    "2026-11-20T10:00:00+03:00, 2026-11-20T07:00:00Z",
    "2026-11-20T10:00:00+0300, 2026-11-20T07:00:00Z",
    "2026-11-20T10:00:00+03, 2026-11-20T07:00:00Z",
    "2026-11-20T10:00:00-03:30, 2026-11-20T13:30:00Z",
    "2026-11-20T10:00:00, 2026-11-20T10:00:00Z",
    "2026-11-20, 2026-11-20T00:00:00Z",
    "2024-02-29, 2024-02-29T00:00:00Z",
    "0000-01-01, 0000-01-01T00:00:00Z",
    "9999-12-31T23:59:59-18:00, +10000-01-01T17:59:59Z"
  })
  void readsIso8601(String text, String instant) {
    assertThat(IsoTimestamp.find("from", text))
        .contains(new IsoTimestamp(text, Instant.parse(instant)));
  }

  /** A plus sign in a URL's query is decoded to a blank. */
  @Test
  void readsABlankOffsetSignAsPlus() {
    assertThat(IsoTimestamp.find("from", "2026-11-20T10:00:00 03:00"))
        .contains(
            new IsoTimestamp("2026-11-20T10:00:00+03:00", Instant.parse("2026-11-20T07:00:00Z")));
  }

  @ParameterizedTest
  @NullSource
  @ValueSource(strings = {"", " ", "\t"})
  void findsNoTimestampInABlankText(String blank) {
    assertThat(IsoTimestamp.find("from", blank)).isEmpty();
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "yesterday",
        "1763632800",
        "2026",
        "2026-11",
        "2026-11-31",
        "2026-02-29",
        "2026-13-01",
        "2026-00-01",
        "2026-1-1",
        "20-11-2026",
        "2026/11/20",
        "20261120T100000Z",
        "2026-11-20T",
        "2026-11-20T10Z",
        "2026-11-20T10:00:0Z",
        "2026-11-20T24:00:00Z",
        "2026-11-20T10:60:00Z",
        "2026-11-20T10:00:60Z",
        "2026-11-20T10:00:00.Z",
        "2026-11-20T10:00:00.1234567890Z",
        "2026-11-20T10:00:00+19:00",
        "2026-11-20T10:00:00+03:60",
        "2026-11-20T10:00:00 Z",
        "2026-11-20T10:00:00ZZ",
        "2026-11-20 10:00:00Z",
        " 2026-11-20",
        "2026-11-20Z",
        "+12026-11-20T10:00:00Z",
        "-2026-11-20T10:00:00Z",
        "2026-11-20T10:00:00Z[Africa/Nairobi]",
        "２０２６-11-20",
        "2026-11-20\0",
        "2026-11-20'; DROP TABLE payout; --"
      })
  void refusesATextThatIsNotIso8601(String text) {
    assertThatThrownBy(() -> IsoTimestamp.find("to", text))
        .isInstanceOf(ApiException.class)
        .hasMessage("to must be an ISO 8601 date and time");
  }

  @ParameterizedTest
  @CsvSource({
    "2026-11-20T10:00:00.000001Z, 2026-11-20T10:00:00.000001Z",
    "2026-11-20T10:00:00.000000001Z, 2026-11-20T10:00:00.000001Z",
    "2026-11-20T10:00:00.999999999Z, 2026-11-20T10:00:01Z"
  })
  void isRoundedUpToTheMicrosecondsOfTheDatabase(String text, String micros) {
    assertThat(IsoTimestamp.find("from", text).orElseThrow().inMicros())
        .isEqualTo(Instant.parse(micros));
  }
}
