package org.mizani.payout;

import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.inject.Singleton;
import java.util.UUID;
import org.mizani.encryption.EncryptedJson;
import org.mizani.encryption.FieldEncryption;

/** Encrypts what is personal of a payout, bound to that payout. */
@Singleton
final class PartiesEncryption {

  private final EncryptedJson<Parties> json;

  PartiesEncryption(FieldEncryption encryption, ObjectMapper mapper) {
    this.json = new EncryptedJson<>(encryption, mapper, "payout", Parties.class);
  }

  byte[] encrypt(UUID serviceReference, Parties parties) {
    return json.encrypt(serviceReference, parties);
  }

  Parties decrypt(UUID serviceReference, byte[] encrypted) {
    return json.decrypt(serviceReference, encrypted);
  }
}
