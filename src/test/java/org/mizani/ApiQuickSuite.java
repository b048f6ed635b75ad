package org.mizani;

import org.junit.platform.suite.api.IncludeClassNamePatterns;
import org.junit.platform.suite.api.SelectPackages;
import org.junit.platform.suite.api.Suite;

/** Tests of services that poll soon. */
@Suite
@SelectPackages("org.mizani")
@IncludeClassNamePatterns(ApiQuickSuite.NAMES)
class ApiQuickSuite {

  /** Class names of the tests that this suite has, and no other: all of their profiles. */
  static final String NAMES =
      ".*\\.("
          + "BulkReplay|CollectionEnd|CollectionRace|CollectionRefund|CollectionWebhook|"
          + "DesignatedRecipients|Numbers|OperatorCollection|OperatorPayout|ReturnPayout|"
          + "SettleCollection|SettlePayout|Settlement|TopUpRace|WebhookReplay|"
          + "WebhookRotation"
          + ")ApiTest";
}
