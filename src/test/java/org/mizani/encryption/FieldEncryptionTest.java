package org.mizani.encryption;

import static org.assertj.core.api.Assertions.assertThatCode;
import static org.assertj.core.api.Assertions.assertThatIllegalArgumentException;

import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;

class FieldEncryptionTest {

  @ParameterizedTest
  @ValueSource(strings = {"", "a b", "schl\u00fcssel", "abcdefghijklmnopqrstuvwxyz0123456"})
  void refusesNamesThatDoNotFitTheStoredForm(String name) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new FieldEncryption(Map.of(name, new byte[32])))
        .withMessage("an encryption key's name is 1 to 32 of A-Z a-z 0-9 . _ -");
  }

  @ParameterizedTest
  @ValueSource(ints = {0, 16, 31, 33})
  void refusesKeysOfAnotherSize(int bytes) {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new FieldEncryption(Map.of("k1", new byte[bytes])))
        .withMessage("encryption key k1 is not 32 bytes long");
  }

  @Test
  void refusesToBeginWithoutAKey() {
    assertThatIllegalArgumentException()
        .isThrownBy(() -> new FieldEncryption(Map.of()))
        .withMessage("no encryption key");
    assertThatCode(() -> new FieldEncryption(Map.of("k1", new byte[32])))
        .doesNotThrowAnyException();
  }
}
