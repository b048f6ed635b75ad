package org.mizani.collection;

import java.util.Optional;
import org.mizani.corridor.PhoneNumber;
import org.mizani.money.Money;
import org.mizani.rail.CollectionInstruction.ForcedOutcome;
import org.mizani.webhook.address.CallbackUrl;

/**
 * A collection as a partner orders it: a request whose every field keeps its rule.
 *
 * @param customer whose phone is prompted
 * @param reference the partner's own, if it gave one
 * @param callbackUrl where this collection's webhook goes instead of the business's default
 * @param forcedOutcome the outcome that a test partner asks for
 */
record CollectionOrder(
    Money amount,
    PhoneNumber customer,
    Optional<String> reference,
    Optional<String> narration,
    Optional<CallbackUrl> callbackUrl,
    Optional<ForcedOutcome> forcedOutcome) {

  @Override
  public String toString() {
    return "CollectionOrder[…]";
  }
}
