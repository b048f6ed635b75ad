package org.mizani.collection;

import java.util.UUID;
import org.mizani.access.Caller;

/**
 * A collection about to be created.
 *
 * @param id the id that it will have
 * @param caller whose collection it is
 * @param rail the name of the rail that will prompt the customer
 * @param provider the customer's network by the number's prefix, {@code ""} if unknown
 * @param encryptedCustomer everything personal, encrypted
 * @param handedOff whether this pod's settler takes it on at once, under a lease
 */
record NewCollection(
    UUID id,
    Caller caller,
    CollectionOrder order,
    String rail,
    String provider,
    byte[] encryptedCustomer,
    boolean handedOff) {

  @Override
  public String toString() {
    return "NewCollection[" + id + "]";
  }
}
