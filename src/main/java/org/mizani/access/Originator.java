package org.mizani.access;

import io.vertx.mutiny.sqlclient.Row;
import jakarta.inject.Singleton;
import java.nio.charset.StandardCharsets;
import java.util.UUID;
import org.mizani.business.WebhookSignature;
import org.mizani.encryption.FieldEncryption;

/**
 * Originator of a payout or collection: the business and key of its request, for the webhook.
 *
 * @param businessId the database's id
 * @param publicId the business's id on the wire
 * @param apiKeyId the key of the request
 * @param webhookSignature that key's static signature (specification, section 6.2); a secret
 */
public record Originator(long businessId, UUID publicId, long apiKeyId, String webhookSignature) {

  /** The originator of the current request. */
  public static Originator of(Caller caller) {
    return new Originator(
        caller.businessId(), caller.publicId(), caller.apiKeyId(), caller.webhookSignature());
  }

  /** Reader of originators from rows. */
  @Singleton
  public static final class Reader {

    private final FieldEncryption encryption;

    Reader(FieldEncryption encryption) {
      this.encryption = encryption;
    }

    /**
     * The originator of a row that has {@code business_id}, {@code public_id}, {@code api_key_id},
     * and the key's {@code key} and {@code signature_encrypted}.
     *
     * @throws IllegalStateException if the encryption key is gone
     */
    public Originator read(Row row) {
      return new Originator(
          row.getLong("business_id"),
          row.getUUID("public_id"),
          row.getLong("api_key_id"),
          webhookSignature(row, encryption));
    }
  }

  /** The static webhook signature in the columns {@code key} and {@code signature_encrypted}. */
  static String webhookSignature(Row row, FieldEncryption encryption) {
    byte[] signature =
        encryption.decrypt(
            WebhookSignature.encryptionContext(row.getString("key")),
            row.getBuffer("signature_encrypted").getBytes());
    return new String(signature, StandardCharsets.US_ASCII);
  }

  @Override
  public String toString() {
    return "Originator[" + publicId + "]";
  }
}
