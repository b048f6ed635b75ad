package org.mizani.encryption;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.ObjectReader;
import com.fasterxml.jackson.databind.ObjectWriter;
import java.io.IOException;
import java.util.UUID;

/**
 * Seals what is personal of a row as JSON, bound to that row.
 *
 * @param <T> a record of it
 */
public final class EncryptedJson<T> {

  private final FieldEncryption vault;
  private final String kind;
  private final ObjectWriter writer;
  private final ObjectReader reader;

  /**
   * @param kind what the rows are, such as {@code payout}: part of what a sealed value is bound to
   */
  public EncryptedJson(FieldEncryption vault, ObjectMapper json, String kind, Class<T> type) {
    this.vault = vault;
    this.kind = kind;
    this.writer = json.writerFor(type);
    this.reader = json.readerFor(type);
  }

  /** The value as the row with this id keeps it. */
  public byte[] seal(UUID id, T value) {
    try {
      return vault.seal(context(id), writer.writeValueAsBytes(value));
    } catch (JsonProcessingException e) {
      // Not as the cause, here and below: its message may quote what is personal.
      throw new IllegalStateException("cannot write what is personal of " + context(id));
    }
  }

  /** What the row with this id keeps. */
  public T open(UUID id, byte[] sealed) {
    try {
      return reader.readValue(vault.open(context(id), sealed));
    } catch (IOException e) {
      throw new IllegalStateException("cannot read what is personal of " + context(id));
    }
  }

  private String context(UUID id) {
    return kind + "/" + id;
  }
}
