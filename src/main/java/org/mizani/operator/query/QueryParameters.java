package org.mizani.operator.query;

import static java.util.Map.entry;
import static java.util.stream.Collectors.toUnmodifiableSet;

import java.util.Map;
import java.util.Set;
import java.util.stream.Stream;

/**
 * Parameters of the query of each operation of operators, by its resource and method. An operation
 * that is missing here has none; a test compares the table with all routes, and with the document.
 */
final class QueryParameters {

  private static final Set<String> OF_PAGES = Set.of("cursor", "limit");

  private static final Set<String> OF_COLLECTIONS =
      Set.of(
          "amount",
          "businessId",
          "country",
          "currency",
          "cursor",
          "failureCode",
          "flagged",
          "from",
          "id",
          "limit",
          "olderThan",
          "rail",
          "reference",
          "status",
          "to");

  private static final Set<String> OF_PAYOUTS =
      Stream.concat(OF_COLLECTIONS.stream(), Stream.of("channel")).collect(toUnmodifiableSet());

  private static final Set<String> OF_PERSONS =
      Set.of("businessId", "cursor", "from", "limit", "status", "to");

  private static final Map<String, Set<String>> TABLE =
      Map.ofEntries(
          entry("ApiKeyResource.list", OF_PAGES),
          entry("ApprovalResource.list", Set.of("cursor", "limit", "status")),
          entry(
              "AuditLogResource.list",
              Set.of("action", "cursor", "from", "limit", "operator", "subject", "to")),
          entry("BusinessResource.list", OF_PAGES),
          entry("CollectionExportResource.export", OF_COLLECTIONS),
          entry("CollectionSearchResource.search", OF_PERSONS),
          entry("ConsoleBusinessesResource.list", Set.of("cursor")),
          entry("ConsoleCollectionResource.list", OF_COLLECTIONS),
          entry("ConsolePaymentResource.search", Set.of("businessId", "id", "reference")),
          entry("ConsolePayoutResource.list", OF_PAYOUTS),
          entry("DeadWebhookReplayResource.replayDead", Set.of("from", "to")),
          entry("FxPositionResource.read", Set.of("day")),
          entry("OperatorCollectionResource.list", OF_COLLECTIONS),
          entry("OperatorPayoutResource.list", OF_PAYOUTS),
          entry("OperatorRateResource.list", Set.of("cursor", "from", "limit", "to")),
          entry("OperatorResource.list", OF_PAGES),
          entry("PayoutExportResource.export", OF_PAYOUTS),
          entry("PayoutSearchResource.search", OF_PERSONS),
          entry("StatementResource.read", Set.of("currency", "format", "from", "purpose", "to")),
          entry("TopUpResource.list", OF_PAGES),
          entry("WebhookDeliveryResource.list", Set.of("businessId", "cursor", "limit", "status")));

  private QueryParameters() {}

  /** All operations that have parameters, with their names. */
  static Map<String, Set<String>> table() {
    return TABLE;
  }

  /** Names of the parameters of an operation. */
  static Set<String> of(Class<?> resource, String method) {
    return TABLE.getOrDefault(resource.getSimpleName() + "." + method, Set.of());
  }
}
