package org.mizani.collection;

import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.inject.Singleton;
import java.util.UUID;
import org.mizani.encryption.EncryptedJson;
import org.mizani.encryption.FieldEncryption;

/** Seals what is personal of a collection, bound to that collection. */
@Singleton
final class CustomerSeal {

  private final EncryptedJson<Customer> json;

  CustomerSeal(FieldEncryption vault, ObjectMapper mapper) {
    this.json = new EncryptedJson<>(vault, mapper, "collection", Customer.class);
  }

  byte[] seal(UUID id, Customer customer) {
    return json.seal(id, customer);
  }

  Customer open(UUID id, byte[] sealed) {
    return json.open(id, sealed);
  }
}
