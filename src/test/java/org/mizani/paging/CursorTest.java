package org.mizani.paging;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.HashMap;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.encryption.FieldEncryption;
import org.mizani.money.CurrencyUnit;

class CursorTest {

  private static final UUID ID = UUID.fromString("01890a5d-ac96-774b-bcce-b302099a8057");

  @ParameterizedTest
  @ValueSource(
      strings = {
        "0000-01-01T00:00:00Z",
        "1969-12-31T23:59:59.999999Z",
        "2026-02-28T23:59:59.123456Z",
        "9999-12-31T23:59:59.999999Z"
      })
  void keepsTheMicrosecondsOfATime(String time) {
    Cursor cursor = Cursor.ofBytes(Cursor.of(Instant.parse(time), ID).bytes());

    assertThat(cursor.time()).isEqualTo(time);
    assertThat(cursor.uuid()).isEqualTo(ID);
  }

  @Test
  void keepsThePositionsOfAllWalletsThatABusinessCanHave() {
    Map<Long, Long> positions = new HashMap<>();
    for (long wallet = 1; wallet <= 2 * CurrencyUnit.values().length; wallet++) {
      positions.put(Long.MAX_VALUE - wallet, Long.MAX_VALUE);
    }
    CursorCodec codec = new CursorCodec(new FieldEncryption(Map.of("test", new byte[32])));
    Instant time = Instant.parse("2026-02-28T23:59:59.123456Z");

    Cursor read = codec.decode("list", codec.encode("list", Cursor.of(time, positions))).get();

    assertThat(read.positions()).isEqualTo(positions);
    assertThat(read.time()).isEqualTo(time);
  }
}
