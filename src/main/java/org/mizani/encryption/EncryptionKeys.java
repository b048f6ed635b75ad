package org.mizani.encryption;

import java.util.Base64;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * Parser of the configured encryption keys. Messages name an entry by its position and never quote
 * it: in a malformed entry even the part before the colon may be key material.
 */
final class EncryptionKeys {

  static final String VARIABLE = "PAYMENTS_ENCRYPTION_KEYS";
  private static final int KEY_BYTES = 32;

  private EncryptionKeys() {}

  /**
   * The keys by name, in their order.
   *
   * @throws IllegalArgumentException with one sentence: the entry and its mistake
   */
  static Map<String, byte[]> parse(String text) {
    Map<String, byte[]> keys = new LinkedHashMap<>();
    String[] entries = text.split(",", -1);
    for (int i = 0; i < entries.length; i++) {
      addEntry(keys, entries[i].strip(), i + 1);
    }
    return keys;
  }

  private static void addEntry(Map<String, byte[]> keys, String entry, int position) {
    int colon = entry.indexOf(':');
    if (colon < 0) {
      throw malformed(position, "is not of the form name:base64key");
    }
    String name = entry.substring(0, colon);
    if (!name.matches("[A-Za-z0-9._-]{1,32}")) {
      throw malformed(position, "has a name that is not 1 to 32 of A-Z a-z 0-9 . _ -");
    }
    if (keys.put(name, decoded(entry.substring(colon + 1), position)) != null) {
      throw malformed(position, "repeats the name of an earlier one");
    }
  }

  private static byte[] decoded(String base64, int position) {
    byte[] key;
    try {
      key = Base64.getDecoder().decode(base64);
    } catch (IllegalArgumentException e) {
      // Not as the cause: its message quotes the text.
      throw malformed(position, "has a key that is not base64");
    }
    if (key.length != KEY_BYTES) {
      throw malformed(position, "has a key that is not 32 bytes long");
    }
    return key;
  }

  private static IllegalArgumentException malformed(int position, String mistake) {
    return new IllegalArgumentException(
        "Entry %d of %s %s.".formatted(position, VARIABLE, mistake));
  }
}
