package org.mizani.access;

import io.vertx.mutiny.sqlclient.Row;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import org.mizani.business.ApiKeySecrets;
import org.mizani.encryption.FieldEncryption;

/** Reads whose request it was that began something, long after it was answered. */
@Singleton
public final class Originators {

  private final FieldEncryption encryption;

  Originators(FieldEncryption encryption) {
    this.encryption = encryption;
  }

  /**
   * The originator of a row that has {@code business_id}, {@code public_id}, {@code api_key_id},
   * and the key's {@code key} and {@code signature_encrypted}.
   */
  public Originator of(Row row) {
    String context = ApiKeySecrets.signatureContext(row.getString("key"));
    byte[] signature = encryption.decrypt(context, row.getBuffer("signature_encrypted").getBytes());
    return new Originator(
        row.getLong("business_id"),
        row.getUUID("public_id"),
        row.getLong("api_key_id"),
        new String(signature, StandardCharsets.US_ASCII));
  }
}
