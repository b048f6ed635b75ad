package org.mizani.qr;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.stream.Stream;
import java.util.stream.StreamSupport;

/** Payloads for tests: the samples of the file, and builders of others. */
final class QrPayloads {

  static final String KENYAN =
      "00020101021128260008ke.go.qr011000001743795204541153034045802KE5917TEST RECIPIENT KE"
          + "6007NAIROBI83200010m-pesa.com01020363044E26";
  static final String TANZANIAN =
      "00020101021126390014tz.go.bot.tips0105010010208610000015204581453038345802TZ"
          + "5917TEST RECIPIENT TZ6006DODOMA630433E0";

  private QrPayloads() {}

  /** Reads the samples of the file. */
  static Stream<JsonNode> samples() {
    try (InputStream file = QrPayloads.class.getResourceAsStream("/qr-samples.json")) {
      return StreamSupport.stream(new ObjectMapper().readTree(file).spliterator(), false);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  /** Builds a data object of this id. */
  static String object(String id, String... value) {
    String text = String.join("", value);
    return "%s%02d%s".formatted(id, text.codePointCount(0, text.length()), text);
  }

  /**
   * Builds a payload of these data objects, with the first object of every payload and a right
   * checksum.
   */
  static String emv(String... objects) {
    return withChecksum("000201" + String.join("", objects));
  }

  /** Adds the checksum (object 63) to a text. */
  static String withChecksum(String text) {
    return text + "6304" + checksum(text + "6304");
  }

  // The definition bit by bit, apart from the table that the service uses.
  private static String checksum(String text) {
    int crc = 0xFFFF;
    for (byte octet : text.getBytes(StandardCharsets.UTF_8)) {
      crc ^= (octet & 0xFF) << 8;
      for (int bit = 0; bit < 8; bit++) {
        crc = ((crc & 0x8000) == 0 ? crc << 1 : crc << 1 ^ 0x1021) & 0xFFFF;
      }
    }
    return "%04X".formatted(crc);
  }
}
