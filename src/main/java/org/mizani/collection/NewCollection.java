package org.mizani.collection;

import java.time.Instant;
import java.util.Optional;
import java.util.UUID;
import org.mizani.access.Caller;
import org.mizani.access.PhoneCounts.PhoneLimit;
import org.mizani.collection.answer.CollectionAnswer;
import org.mizani.collection.record.CollectionStatus;
import org.mizani.database.ShownTime;
import org.mizani.repeat.RequestKey;

/**
 * Collection to create.
 *
 * @param id the id that it will have
 * @param caller the business that orders it
 * @param walletId the wallet that will be credited
 * @param rail the name of the rail that will prompt the customer
 * @param provider the customer's network by the number's prefix, {@code ""} if unknown
 * @param customerHash the column {@code customer_hash}
 * @param encryptedCustomer the column {@code customer_encrypted}
 * @param prompts the limit of the prompts of the customer's phone, if there is one
 * @param handedOff whether this pod's settler takes it on at once, under a lease
 * @param key of its request, if that has one
 */
record NewCollection(
    UUID id,
    Caller caller,
    long walletId,
    CollectionOrder order,
    String rail,
    String provider,
    int customerHash,
    byte[] encryptedCustomer,
    Optional<PhoneLimit> prompts,
    boolean handedOff,
    Optional<RequestKey> key) {

  /**
   * The answer to the partner once it is recorded.
   *
   * @param createdAt by the database's clock
   */
  CollectionAnswer answer(Instant createdAt) {
    Instant at = ShownTime.of(createdAt);
    return new CollectionAnswer(
        id.toString(),
        CollectionStatus.PENDING.wireName(),
        null,
        order.amount().major(),
        order.amount().currency().name(),
        order.customer().e164(),
        order.reference().orElse(""),
        order.narration().orElse(""),
        provider,
        null,
        caller.publicId().toString(),
        at,
        at);
  }

  @Override
  public String toString() {
    return "NewCollection[" + id + "]";
  }
}
