package org.mizani.rail.daraja;

import io.quarkus.runtime.configuration.ConfigurationException;
import java.net.URI;
import java.util.UUID;
import org.mizani.rail.CallbackSubject;
import org.mizani.rail.CallbackSubject.Kind;
import org.mizani.rail.CallbackUrls;

/** Addresses at which the network tells about one payment, or the balances. */
final class DarajaAddresses {

  /** Purpose of an address for the result of a payment itself. */
  static final String RESULT = "result";

  /** Purpose of an address for the result of a question. */
  static final String STATUS = "status";

  /** Purpose of an address for the result of a question under a receipt. */
  static final String RECEIPT = "receipt";

  /** Purpose of an address for the balances. */
  static final String BALANCES = "balances";

  /** Purpose of an address for the notice that a request was not carried out in time. */
  static final String TIME_OUT = "timeout";

  private final String rail;
  private final URI base;
  private final String secret;
  private final CallbackUrls urls;

  /**
   * @throws ConfigurationException for addresses that the network refuses
   */
  DarajaAddresses(String rail, URI base, String secret, CallbackUrls urls) {
    this.rail = rail;
    this.base = base;
    this.secret = secret;
    this.urls = urls;
    if (!CallbackAddresses.isAllowed(of(Kind.PAYOUT, new UUID(0, 0), RESULT))) {
      throw new ConfigurationException(
          "payments.rail."
              + rail
              + ": the network refuses callback addresses with the words mpesa, m-pesa, safaricom,"
              + " exe, cmd, sql or query, also in the rail's name and secret.");
    }
  }

  /** The address for this purpose. */
  String of(Kind kind, UUID id, String purpose) {
    CallbackUrls.Target target = new CallbackUrls.Target(new CallbackSubject(kind, id), purpose);
    return urls.of(rail, base, secret, target).toString();
  }
}
