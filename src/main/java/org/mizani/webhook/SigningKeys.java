package org.mizani.webhook;

import java.util.List;
import java.util.Optional;

/**
 * What the deliveries of one API key are signed with.
 *
 * @param secrets the business's valid Standard Webhooks secrets, newest first
 * @param legacySecret the API secret, for businesses of the legacy signature scheme
 */
record SigningKeys(List<WebhookSecret> secrets, Optional<byte[]> legacySecret) {

  @Override
  public String toString() {
    return "SigningKeys";
  }
}
