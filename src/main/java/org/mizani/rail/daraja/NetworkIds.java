package org.mizani.rail.daraja;

import java.util.Optional;
import org.mizani.rail.daraja.GatewayAnswer.Acknowledged;

/**
 * Ids of one conversation with the network as one text: the {@code ConversationID}, and the {@code
 * OriginatorConversationID} by which a payment is asked for.
 */
final class NetworkIds {

  private static final String BETWEEN = " ";

  private NetworkIds() {}

  /** The ids of an acknowledgement, or empty if it lacks one. */
  static Optional<String> of(Acknowledged acknowledged) {
    return joined(acknowledged.networkId(), acknowledged.requestId());
  }

  /** The ids of a result, or empty if it lacks one. */
  static Optional<String> of(DarajaResult result) {
    return joined(result.conversationId(), result.originatorConversationId());
  }

  /** The {@code OriginatorConversationID} in such a text. */
  static String originator(String ids) {
    return ids.substring(ids.indexOf(BETWEEN) + 1);
  }

  private static Optional<String> joined(
      Optional<String> conversation, Optional<String> originator) {
    return conversation.flatMap(one -> originator.map(other -> one + BETWEEN + other));
  }
}
