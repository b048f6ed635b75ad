package org.mizani.launch.sandbox;

import java.security.SecureRandom;
import java.util.Base64;
import java.util.regex.Pattern;
import org.mizani.launch.LaunchException;

/** The sandbox's own key for what the vault encrypts, as a file in its data directory. */
final class EncryptionKey {

  static final String FILE = "encryption-key";

  private static final int BYTES = 32;
  private static final Pattern FORM = Pattern.compile("[A-Za-z0-9._-]{1,32}:[A-Za-z0-9+/]{43}=");

  private EncryptionKey() {}

  /**
   * The key in the form of {@code payments.encryption.keys}, {@code sandbox:<base64 of 32 bytes>};
   * made at the first start.
   *
   * @param databaseExists whether there may be encrypted values already: then a lost key is not
   *     replaced, because the new one could not open them
   * @throws LaunchException if the key is lost or damaged
   */
  static String ensure(DataDirectory directory, boolean databaseExists) {
    if (databaseExists && !directory.has(FILE)) {
      throw new LaunchException(
          "The data directory %s has a database but not its %s: bring the file back or start anew."
              .formatted(directory.path(), FILE));
    }
    String key = directory.read(FILE, EncryptionKey::newKey);
    if (!FORM.matcher(key).matches()) {
      throw new LaunchException(
          "The file " + FILE + " in the data directory is damaged: bring the right one back.");
    }
    return key;
  }

  private static String newKey() {
    byte[] key = new byte[BYTES];
    new SecureRandom().nextBytes(key);
    return "sandbox:" + Base64.getEncoder().encodeToString(key) + "\n";
  }
}
