package org.mizani.vault;

import io.smallrye.config.ConfigMapping;
import java.util.Optional;

/** Where the keys of the {@link Vault} come from. */
@ConfigMapping(prefix = "payments.encryption")
interface VaultConfig {

  /**
   * {@code name:key[,name:key…]}, each key 32 bytes in base64. The first one seals; the others
   * still open what they sealed, which is how keys are rotated.
   */
  Optional<String> keys();
}
