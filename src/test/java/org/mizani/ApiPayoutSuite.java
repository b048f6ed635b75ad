package org.mizani;

import org.junit.platform.suite.api.IncludeClassNamePatterns;
import org.junit.platform.suite.api.SelectPackages;
import org.junit.platform.suite.api.Suite;

/**
 * Every {@code *ApiTest} of payouts. The build runs each suite in a JVM of its own, two at once;
 * within a suite, tests of one profile share one start of the service.
 */
@Suite
@SelectPackages("org.mizani")
@IncludeClassNamePatterns(ApiPayoutSuite.NAMES + ".*ApiTest")
class ApiPayoutSuite {

  /** Begins the class names of the tests that this suite has, and no other. */
  static final String NAMES = "org\\.mizani\\.payout\\.";
}
