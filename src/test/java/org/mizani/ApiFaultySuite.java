package org.mizani;

import org.junit.platform.suite.api.IncludeClassNamePatterns;
import org.junit.platform.suite.api.SelectPackages;
import org.junit.platform.suite.api.Suite;

/** Tests of services whose rails are moody, faulty or away. */
@Suite
@SelectPackages("org.mizani")
@IncludeClassNamePatterns(ApiFaultySuite.NAMES)
class ApiFaultySuite {

  /** Class names of the tests that this suite has, and no other: all of their profiles. */
  static final String NAMES =
      ".*\\.("
          + "AwayRail|CollectionDetails|FaultyRail|LostPayment|PayoutDetails|SettledByHand|"
          + "SilentRail|StallingRail"
          + ")ApiTest";
}
