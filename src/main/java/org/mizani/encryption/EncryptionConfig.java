package org.mizani.encryption;

import io.smallrye.config.ConfigMapping;
import java.nio.file.Path;
import java.util.Optional;

/** Settings of the {@link FieldEncryption}. */
@ConfigMapping(prefix = "payments.encryption")
interface EncryptionConfig {

  /**
   * {@code name:key[,name:key…]}, each key 32 bytes in base64. The first one encrypts; all of them
   * decrypt, which is how keys are rotated.
   */
  Optional<String> keys();

  /** File that holds them; read by the source of the setting above. */
  Optional<Path> keysFile();
}
