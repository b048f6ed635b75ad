package org.mizani.encryption;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.GeneralSecurityException;
import java.util.List;
import javax.crypto.Mac;
import javax.crypto.SecretKey;

/**
 * Blind index of one kind of personal value: a keyed hash of it (HMAC-SHA-256), by which rows are
 * found whose value is encrypted (ADR 15). It is cut to {@value #BITS} bits, so that many values
 * share each hash: a row that is found by it has to be decrypted and compared.
 */
public final class BlindIndex {

  /** A million hashes: some sixty of Kenya's phone numbers share each. */
  static final int BITS = 20;

  private static final String MAC = "HmacSHA256";
  // A new Mac searches its provider again, which costs more than the hash itself.
  private static final ThreadLocal<Mac> MACS = ThreadLocal.withInitial(BlindIndex::newMac);

  private final List<SecretKey> keys;

  /**
   * @param keys of this purpose alone, the current one first
   */
  BlindIndex(List<SecretKey> keys) {
    this.keys = List.copyOf(keys);
  }

  /** The hash of a text by the current key, from 0 on. */
  public int of(String text) {
    return hash(keys.get(0), text);
  }

  /** The hashes of a text by all keys: a row has that of the key which was current for it. */
  public List<Integer> all(String text) {
    return keys.stream().map(key -> hash(key, text)).distinct().toList();
  }

  private static int hash(SecretKey key, String text) {
    try {
      Mac mac = MACS.get();
      mac.init(key);
      byte[] whole = mac.doFinal(text.getBytes(StandardCharsets.UTF_8));
      return ByteBuffer.wrap(whole).getInt() >>> Integer.SIZE - BITS;
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException("cannot hash", e);
    }
  }

  private static Mac newMac() {
    try {
      return Mac.getInstance(MAC);
    } catch (GeneralSecurityException e) {
      throw new IllegalStateException(e);
    }
  }
}
