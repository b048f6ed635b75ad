package org.mizani.collection;

import java.util.Optional;
import org.mizani.corridor.PhoneNumber;
import org.mizani.money.Money;
import org.mizani.rail.CollectionInstruction.ForcedOutcome;
import org.mizani.webhook.address.CallbackUrl;

/**
 * Order of a collection: a partner's request in which every field keeps its rule.
 *
 * @param customer the phone to prompt
 * @param reference the partner's own reference, if it gave one
 * @param callbackUrl the destination of this collection's webhook, instead of the business's
 *     default
 * @param forcedOutcome the outcome that a test partner asks for
 */
public record CollectionOrder(
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
