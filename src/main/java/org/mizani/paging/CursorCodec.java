package org.mizani.paging;

import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Optional;
import org.mizani.encryption.FieldEncryption;
import org.mizani.fault.ApiFault;

/**
 * Writes places in lists as texts for callers to send back. They are sealed, so nobody reads or
 * alters one, and bound to the list that they were made for.
 */
@Singleton
public final class CursorCodec {

  private static final int LONGEST = 400;

  private final FieldEncryption vault;

  CursorCodec(FieldEncryption vault) {
    this.vault = vault;
  }

  /**
   * The text that stands for a place.
   *
   * @param list which list, and whose: {@code transactions/7}
   */
  public String write(String list, byte[] place) {
    return encoded(vault.seal(list, place));
  }

  /**
   * The place that a query names; blank counts as none.
   *
   * @throws org.mizani.fault.ApiException 400 for what this service did not write for this list
   */
  public Optional<byte[]> read(String list, String text) {
    if (text == null || text.isBlank()) {
      return Optional.empty();
    }
    try {
      return Optional.of(vault.open(list, decoded(text)));
    } catch (IllegalArgumentException | IllegalStateException e) {
      throw ApiFault.invalid("cursor is not valid").asException();
    }
  }

  private static String encoded(byte[] sealed) {
    return Base64.getUrlEncoder().withoutPadding().encodeToString(sealed);
  }

  private static byte[] decoded(String text) {
    if (text.length() > LONGEST) {
      throw new IllegalArgumentException("longer than any cursor");
    }
    byte[] sealed = Base64.getUrlDecoder().decode(text.getBytes(StandardCharsets.UTF_8));
    if (!encoded(sealed).equals(text)) {
      throw new IllegalArgumentException("not as it was written"); // padding, bits left over
    }
    return sealed;
  }
}
