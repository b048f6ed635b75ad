package org.mizani.collection;

import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.inject.Singleton;
import java.util.UUID;
import org.mizani.encryption.EncryptedJson;
import org.mizani.encryption.FieldEncryption;

/** Encrypts what is personal of a collection, bound to that collection. */
@Singleton
final class CustomerEncryption {

  private final EncryptedJson<Customer> json;

  CustomerEncryption(FieldEncryption encryption, ObjectMapper mapper) {
    this.json = new EncryptedJson<>(encryption, mapper, "collection", Customer.class);
  }

  byte[] encrypt(UUID id, Customer customer) {
    return json.encrypt(id, customer);
  }

  Customer decrypt(UUID id, byte[] encrypted) {
    return json.decrypt(id, encrypted);
  }
}
