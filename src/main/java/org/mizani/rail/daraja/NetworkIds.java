package org.mizani.rail.daraja;

import java.util.List;
import java.util.Optional;
import org.mizani.rail.PayoutRail.ReceiptQuestions;
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

  /** The ids of the payment that a question is answered with, or empty if it lacks one. */
  static Optional<String> ofPayment(DarajaResult answer) {
    return joined(answer.parameter("ConversationID"), answer.parameter("OriginatorConversationID"));
  }

  /** The ids of a question under a receipt, by which no payment is acknowledged. */
  static String ofReceiptQuestion(String ids) {
    return ReceiptQuestions.MARK + ids;
  }

  /** The {@code OriginatorConversationID} of the payment that was acknowledged first, if any. */
  static Optional<String> originator(List<String> networkIds) {
    return networkIds.stream()
        .filter(ReceiptQuestions::acknowledges)
        .findFirst()
        .map(ids -> ids.substring(ids.indexOf(BETWEEN) + 1));
  }

  private static Optional<String> joined(
      Optional<String> conversation, Optional<String> originator) {
    return conversation.flatMap(one -> originator.map(other -> one + BETWEEN + other));
  }
}
