package org.mizani.webhook;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.inject.Singleton;
import java.time.InstantSource;
import java.util.Optional;
import java.util.OptionalLong;
import java.util.UUID;
import org.mizani.access.Originator;
import org.mizani.database.TimeOrderedId;
import org.mizani.encryption.FieldEncryption;
import org.mizani.webhook.address.CallbackUrl;
import org.mizani.webhook.queue.WebhookDelivery;

/** Writer of webhooks: a body is serialised once, and those bytes are stored, signed and sent. */
@Singleton
public final class WebhookWriter {

  private final ObjectMapper json;
  private final FieldEncryption encryption;
  private final InstantSource clock;

  WebhookWriter(ObjectMapper json, FieldEncryption encryption, InstantSource clock) {
    this.json = json;
    this.encryption = encryption;
    this.clock = clock;
  }

  /**
   * Creates a webhook.
   *
   * @param originator the origin of the payment
   * @param body a record with the payload's fields in their order
   */
  public OutgoingWebhook write(Originator originator, CallbackUrl url, Record body) {
    UUID id = newId();
    byte[] bytes = bytesOf(body);
    return new OutgoingWebhook(
        new WebhookDelivery(
            id,
            originator.businessId(),
            OptionalLong.of(originator.apiKeyId()),
            Optional.empty(),
            url,
            bytes,
            0,
            0),
        encrypted(id, bytes));
  }

  /** The body of this delivery as it is stored. */
  public byte[] encrypted(UUID delivery, Record body) {
    return encrypted(delivery, bytesOf(body));
  }

  private byte[] encrypted(UUID delivery, byte[] bytes) {
    return encryption.encrypt(WebhookDelivery.encryptionContext(delivery), bytes);
  }

  /** An id for a new delivery. */
  public UUID newId() {
    return TimeOrderedId.at(clock.millis());
  }

  private byte[] bytesOf(Record body) {
    try {
      return json.writeValueAsBytes(body);
    } catch (JsonProcessingException e) {
      // Not as the cause: its message may quote what is personal.
      throw new IllegalStateException("cannot write a webhook's " + body.getClass().getName());
    }
  }
}
