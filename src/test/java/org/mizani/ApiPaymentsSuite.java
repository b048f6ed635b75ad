package org.mizani;

import org.junit.platform.suite.api.IncludeClassNamePatterns;
import org.junit.platform.suite.api.SelectPackages;
import org.junit.platform.suite.api.Suite;

/**
 * Every {@code *ApiTest} of what moves money and of what reports it. The build runs this suite and
 * {@link ApiRemainderSuite} in two JVMs at once; within each, tests of one profile share one start
 * of the service.
 */
@Suite
@SelectPackages("org.mizani")
@IncludeClassNamePatterns(ApiPaymentsSuite.PAYMENTS + ".*ApiTest")
class ApiPaymentsSuite {

  /** Begins the class names of the tests that this suite has, and the other one has not. */
  static final String PAYMENTS = "org\\.mizani\\.(collection|ledger|payout|webhook)\\.";
}
