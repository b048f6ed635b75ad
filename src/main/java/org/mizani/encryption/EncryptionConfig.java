package org.mizani.encryption;

import io.smallrye.config.ConfigMapping;
import java.util.Optional;

/** Where the keys of the {@link FieldEncryption} come from. */
@ConfigMapping(prefix = "payments.encryption")
interface EncryptionConfig {

  /**
   * {@code name:key[,name:key…]}, each key 32 bytes in base64. The first one seals; the others
   * still open what they sealed, which is how keys are rotated.
   */
  Optional<String> keys();
}
