package org.mizani.webhook;

import io.vertx.mutiny.sqlclient.Row;
import java.util.Optional;
import org.mizani.webhook.address.CallbackUrl;

/**
 * Destination of a payment's webhook: the payment's own {@code callbackUrl}, else the business's
 * default for payouts or for collections, else none (specification, section 6.1).
 */
public final class WebhookDestination {

  private WebhookDestination() {}

  /** The destination; empty also where the URL is malformed. */
  public static Optional<CallbackUrl> of(Optional<String> own, Optional<String> businessDefault) {
    return own.or(() -> businessDefault).flatMap(CallbackUrl::find);
  }

  /** The destination by the columns {@code callback_url} and {@code default_callback_url}. */
  public static Optional<CallbackUrl> of(Row row) {
    return of(
        Optional.ofNullable(row.getString("callback_url")),
        Optional.ofNullable(row.getString("default_callback_url")));
  }
}
