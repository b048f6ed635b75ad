package org.mizani.paging;

import static org.assertj.core.api.Assertions.assertThat;

import java.time.Instant;
import java.util.UUID;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

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
}
