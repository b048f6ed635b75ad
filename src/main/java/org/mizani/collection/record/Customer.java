package org.mizani.collection.record;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.runtime.annotations.RegisterForReflection;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jboss.logging.Logger;
import org.mizani.corridor.PhoneNumber;
import org.mizani.encryption.BlindIndex;
import org.mizani.encryption.EncryptedJson;
import org.mizani.encryption.FieldEncryption;
import org.mizani.encryption.UndecryptableException;
import org.mizani.log.RedactedFailure;

/**
 * Customer of a collection: all its personal data, stored as encrypted JSON and never logged.
 *
 * @param mobile the phone number in E.164
 * @param narration the text that the customer reads, or null
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@RegisterForReflection
public record Customer(String mobile, String narration) {

  /**
   * Placeholder of a customer that cannot be decrypted, because its encryption key is gone, or that
   * was erased.
   */
  public static final Customer UNREADABLE = new Customer("", null);

  /** Encryption of a customer, bound to the collection, and the blind index of customers. */
  @Singleton
  public static final class Encryption extends EncryptedJson<Customer> {

    private static final Logger LOG = Logger.getLogger(Customer.class);

    private final BlindIndex customers;

    Encryption(FieldEncryption encryption, ObjectMapper mapper) {
      super(encryption, mapper, "collection", Customer.class);
      this.customers = encryption.blindIndex("customer");
    }

    /** The column {@code customer_hash} of a collection from this phone. */
    public int hash(PhoneNumber phone) {
      return customers.of(phone.e164());
    }

    /** The hashes that collections from this phone may have, by all keys. */
    public List<Integer> hashes(PhoneNumber phone) {
      return customers.all(phone.e164());
    }

    /**
     * The customer of a collection; {@link #UNREADABLE} where it was erased, and, with an ERROR,
     * where it cannot be decrypted: it must not hide the rest of the collection.
     *
     * @param encrypted null once it was erased
     */
    public Customer readable(UUID collection, byte[] encrypted) {
      try {
        return encrypted == null ? UNREADABLE : decrypt(collection, encrypted);
      } catch (UndecryptableException e) {
        LOG.errorf(
            "the customer of collection %s cannot be read: %s",
            collection, RedactedFailure.words(e));
        return UNREADABLE;
      }
    }
  }

  /** The customer with this phone and the text for it. */
  public static Customer of(PhoneNumber phone, Optional<String> narration) {
    return new Customer(phone.e164(), narration.orElse(null));
  }

  /** The phone to prompt. */
  public PhoneNumber phone() {
    return PhoneNumber.stored(mobile);
  }

  /** The text that the customer reads. */
  public Optional<String> shownNarration() {
    return Optional.ofNullable(narration);
  }

  @Override
  public String toString() {
    return "Customer[…]";
  }
}
