package org.mizani.rail.callback;

import java.util.Optional;
import java.util.UUID;
import org.mizani.rail.CallbackSubject;
import org.mizani.rail.ReceivedCallback;

/**
 * Callback with how it came.
 *
 * @param subject the payment that it speaks about, if anybody can tell
 * @param byPath whether it came to the path of this payment alone
 * @param allowedSource whether it came from an address of the network
 * @param speaks whether it may say something definite
 * @param source the address that it came from
 */
record StoredCallback(
    UUID id,
    String rail,
    Optional<CallbackSubject> subject,
    boolean byPath,
    boolean allowedSource,
    boolean speaks,
    String source,
    ReceivedCallback callback) {

  @Override
  public String toString() {
    return "callback " + id + " of rail " + rail;
  }
}
