package org.mizani.collection;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.inject.Singleton;
import java.util.Optional;
import org.mizani.corridor.PhoneNumber;
import org.mizani.encryption.EncryptedJson;
import org.mizani.encryption.FieldEncryption;

/**
 * Customer of a collection: all its personal data, stored as encrypted JSON and never logged.
 *
 * @param mobile the phone number in E.164
 * @param narration the text that the customer reads, or null
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@RegisterForReflection
record Customer(String mobile, String narration) {

  /**
   * Placeholder of a customer that cannot be decrypted, because its encryption key is gone, or that
   * was erased.
   */
  static final Customer UNREADABLE = new Customer("", null);

  /** Encryption of a customer, bound to the collection. */
  @Singleton
  static final class Encryption extends EncryptedJson<Customer> {

    Encryption(FieldEncryption encryption, ObjectMapper mapper) {
      super(encryption, mapper, "collection", Customer.class);
    }
  }

  static Customer of(CollectionOrder order) {
    return new Customer(order.customer().e164(), order.narration().orElse(null));
  }

  PhoneNumber phone() {
    return PhoneNumber.stored(mobile);
  }

  Optional<String> shownNarration() {
    return Optional.ofNullable(narration);
  }

  @Override
  public String toString() {
    return "Customer[…]";
  }
}
