package org.mizani.payout;

import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.inject.Singleton;
import java.util.UUID;
import org.mizani.encryption.EncryptedJson;
import org.mizani.encryption.FieldEncryption;

/** Seals what is personal of a payout, bound to that payout. */
@Singleton
final class PartiesSeal {

  private final EncryptedJson<Parties> json;

  PartiesSeal(FieldEncryption vault, ObjectMapper mapper) {
    this.json = new EncryptedJson<>(vault, mapper, "payout", Parties.class);
  }

  byte[] seal(UUID serviceReference, Parties parties) {
    return json.seal(serviceReference, parties);
  }

  Parties open(UUID serviceReference, byte[] sealed) {
    return json.open(serviceReference, sealed);
  }
}
