package org.mizani.collection.record;

import java.util.Optional;
import java.util.UUID;
import org.mizani.corridor.PhoneNumber;
import org.mizani.money.Money;

/**
 * Collection that a customer has paid.
 *
 * @param walletId the wallet that was credited
 * @param paid the amount that it was credited with
 * @param customer empty if it cannot be read
 * @param erased whether the customer was erased; otherwise its encryption key is missing, and may
 *     come back
 */
public record PaidCollection(
    UUID id,
    long walletId,
    String rail,
    Money paid,
    Optional<PhoneNumber> customer,
    boolean erased) {

  @Override
  public String toString() {
    return "PaidCollection[" + id + "]";
  }
}
