package org.mizani.encryption;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.support.Defaults;

class EncryptionKeysTest {

  private static final String KEY = Base64.getEncoder().encodeToString(new byte[32]);

  @Test
  void readsKeysInTheirOrder() {
    Map<String, byte[]> keys = EncryptionKeys.parse("second:" + KEY + ", first:" + KEY);

    assertThat(keys.keySet()).containsExactly("second", "first");
    assertThat(keys.get("first")).hasSize(32);
  }

  @Test
  void decryptsAValueOfAnOlderKey() {
    byte[] encrypted = encryption("old:" + KEY).encrypt("a/1", new byte[] {1, 2, 3});
    String newKey =
        Base64.getEncoder().encodeToString("0123456789abcdef0123456789abcdef".getBytes());

    byte[] decrypted = encryption("new:" + newKey + ",old:" + KEY).decrypt("a/1", encrypted);

    assertThat(decrypted).containsExactly(1, 2, 3);
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "c2VjcmV0LWtleS1tYXRlcmlhbA== | Entry 1 of PAYMENTS_ENCRYPTION_KEYS is not of the form"
            + " name:base64key.",
        "a:c2VjcmV0LWtleS1tYXRlcmlhbA== | Entry 1 of PAYMENTS_ENCRYPTION_KEYS has a key that is not"
            + " 32 bytes long.",
        "a:c2VjcmV0-LWtleS1tYXRlcmlhbA | Entry 1 of PAYMENTS_ENCRYPTION_KEYS has a key that is not"
            + " base64.",
        "a: | Entry 1 of PAYMENTS_ENCRYPTION_KEYS has a key that is not 32 bytes long.",
        "c2VjcmV0+LWtleS1tYXRlcmlhbA=:b | Entry 1 of PAYMENTS_ENCRYPTION_KEYS has a name that is"
            + " not 1 to 32 of A-Z a-z 0-9 . _ -.",
      })
  void refusesMalformedKeysWithoutShowingThem(String text, String sentence) {
    assertThatThrownBy(() -> encryption(text))
        .isInstanceOf(ConfigurationException.class)
        .hasMessage(sentence)
        .hasMessageNotContaining("c2VjcmV0")
        .hasNoCause();
  }

  @Test
  void namesTheNumberOfTheWrongEntry() {
    assertThatThrownBy(() -> EncryptionKeys.parse("a:" + KEY + ","))
        .hasMessage("Entry 2 of PAYMENTS_ENCRYPTION_KEYS is not of the form name:base64key.");
    assertThatThrownBy(() -> EncryptionKeys.parse("a:" + KEY + ",a:" + KEY))
        .hasMessage("Entry 2 of PAYMENTS_ENCRYPTION_KEYS repeats the name of an earlier one.");
  }

  @Test
  void refusesToStartWithoutKeys() {
    for (Map<String, String> nothing :
        List.of(Map.<String, String>of(), Map.of("payments.encryption.keys", " "))) {
      EncryptionConfig config = Defaults.with(EncryptionConfig.class, nothing);
      assertThatThrownBy(() -> new EncryptionProducer().encryption(config))
          .isInstanceOf(ConfigurationException.class)
          .hasMessage("PAYMENTS_ENCRYPTION_KEYS must be set: name:base64key, 32 bytes a key.");
    }
  }

  private static FieldEncryption encryption(String keys) {
    return new EncryptionProducer()
        .encryption(
            Defaults.with(EncryptionConfig.class, Map.of("payments.encryption.keys", keys)));
  }
}
