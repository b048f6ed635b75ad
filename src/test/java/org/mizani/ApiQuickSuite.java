package org.mizani;

import org.junit.platform.suite.api.IncludeClassNamePatterns;
import org.junit.platform.suite.api.SelectPackages;
import org.junit.platform.suite.api.Suite;

/** Tests of services that poll soon, and whose rails are moody, faulty or away. */
@Suite
@SelectPackages("org.mizani")
@IncludeClassNamePatterns(ApiQuickSuite.NAMES)
class ApiQuickSuite {

  /** Class names of the tests that this suite has, and no other: all of their profiles. */
  static final String NAMES =
      ".*\\.("
          + "AwayRail|BulkReplay|CollectionDetails|CollectionEnd|CollectionRace|"
          + "CollectionRefund|CollectionWebhook|DesignatedRecipients|FaultyRail|"
          + "LostPayment|Numbers|OperatorCollection|OperatorPayout|PayoutDetails|"
          + "ReturnPayout|SettleCollection|SettlePayout|SettledByHand|Settlement|"
          + "SilentRail|StallingRail|TopUpRace|WebhookReplay|WebhookRotation"
          + ")ApiTest";
}
