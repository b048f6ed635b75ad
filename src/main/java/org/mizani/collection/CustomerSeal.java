package org.mizani.collection;

import com.fasterxml.jackson.databind.ObjectMapper;
import jakarta.inject.Singleton;
import java.util.UUID;
import org.mizani.vault.SealedJson;
import org.mizani.vault.Vault;

/** Seals what is personal of a collection, bound to that collection. */
@Singleton
final class CustomerSeal {

  private final SealedJson<Customer> json;

  CustomerSeal(Vault vault, ObjectMapper mapper) {
    this.json = new SealedJson<>(vault, mapper, "collection", Customer.class);
  }

  byte[] seal(UUID id, Customer customer) {
    return json.seal(id, customer);
  }

  Customer open(UUID id, byte[] sealed) {
    return json.open(id, sealed);
  }
}
