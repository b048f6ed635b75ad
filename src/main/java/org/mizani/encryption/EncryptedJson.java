package org.mizani.encryption;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import java.io.IOException;
import java.util.UUID;
import java.util.function.Predicate;

/**
 * Encryption of a row's personal data as one JSON value, bound to that row.
 *
 * @param <T> a record of the personal data
 */
public class EncryptedJson<T> {

  private final FieldEncryption encryption;
  private final String kind;
  private final ObjectWriter writer;
  private final ObjectReader reader;

  /**
   * @param kind of the rows, such as {@code payout}: a part of the encryption context
   */
  public EncryptedJson(FieldEncryption encryption, ObjectMapper json, String kind, Class<T> type) {
    this.encryption = encryption;
    this.kind = kind;
    this.writer = json.writerFor(type);
    this.reader = json.readerFor(type);
  }

  /** Encrypts the value for the row with this id. */
  public final byte[] encrypt(UUID id, T value) {
    try {
      return encryption.encrypt(context(id), writer.writeValueAsBytes(value));
    } catch (JsonProcessingException e) {
      // Not as the cause, here and below: its message may quote personal data.
      throw new IllegalStateException("cannot write the personal data of " + context(id));
    }
  }

  /**
   * Decrypts the value of the row with this id.
   *
   * @throws UndecryptableException if it was altered, belongs to another row, or its key is gone
   */
  public final T decrypt(UUID id, byte[] encrypted) {
    try {
      return reader.readValue(encryption.decrypt(context(id), encrypted));
    } catch (IOException e) {
      throw new UndecryptableException("cannot read the personal data of " + context(id));
    }
  }

  /**
   * Whether the value of the row with this id is known to be other than expected: neither one that
   * was erased is, nor one that cannot be decrypted.
   *
   * @param encrypted null if it was erased
   */
  public final boolean isKnownNotToBe(UUID id, byte[] encrypted, Predicate<T> expected) {
    if (encrypted == null) {
      return false;
    }
    try {
      return !expected.test(decrypt(id, encrypted));
    } catch (UndecryptableException e) {
      return false;
    }
  }

  private String context(UUID id) {
    return context(kind, id);
  }

  /** The encryption context of the row of this kind with this id. */
  public static String context(String kind, UUID id) {
    return kind + "/" + id;
  }
}
