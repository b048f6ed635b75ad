package org.mizani;

import org.junit.platform.suite.api.IncludeClassNamePatterns;
import org.junit.platform.suite.api.SelectPackages;
import org.junit.platform.suite.api.Suite;

/**
 * Tests of services that poll again within milliseconds, and of services with a replica and a port
 * for operators.
 */
@Suite
@SelectPackages("org.mizani")
@IncludeClassNamePatterns(ApiQuickSuite.NAMES)
class ApiQuickSuite {

  /** Class names of this suite's tests. No other suite has tests of their profiles. */
  static final String NAMES =
      ".*\\.("
          + "BulkEnd|BulkReplay|ClearFlag|CollectionEnd|CollectionRace|CollectionRefund|"
          + "CollectionPersonSearch|CollectionSearch|CollectionWebhook|ConsoleIdentity|DesignatedRecipients|IdentityLogin|IdentityProviderAway|"
          + "IdentityRefusal|ManagementPort|Numbers|OperatorCollection|OperatorEndpoint|OperatorPayout|"
          + "OperatorPort|EndpointDelivery|EndpointReturn|OrderedEndpoint|OwnDelivery|OwnDeliveryReads|OwnEndpoint|OwnPortRouteAccess|OwnReplay|OwnReplayRace|PartnerRefund|PartnerRefundRace|PaymentExport|PaymentExportReaders|PayoutPersonSearch|PayoutSearch|RefundList|Replica|ReturnPayout|SettleCollection|SettlePayout|"
          + "Settlement|SubscriptionBook|TopUpRace|UnreadableCustomer|WebhookReplay|WebhookRotation"
          + ")ApiTest";
}
