package org.mizani.payout.schedule;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.inject.Singleton;
import java.util.List;
import org.mizani.encryption.EncryptedJson;
import org.mizani.encryption.FieldEncryption;

/**
 * Items of a batch that wait for their time: those that were not refused when it was ordered.
 *
 * @param items in the order of the request
 */
@RegisterForReflection
public record ScheduledItems(List<JsonNode> items) {

  /** The kind of batches in the encryption context of their items. */
  public static final String KIND = "bulk";

  @Override
  public String toString() {
    return "ScheduledItems[…]";
  }

  /** Encryption of the items, each bound to its batch. */
  @Singleton
  static final class Encryption extends EncryptedJson<ScheduledItems> {

    Encryption(FieldEncryption encryption, ObjectMapper json) {
      super(encryption, json, KIND, ScheduledItems.class);
    }
  }
}
