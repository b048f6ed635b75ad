package org.mizani;

import org.junit.platform.suite.api.ExcludeClassNamePatterns;
import org.junit.platform.suite.api.IncludeClassNamePatterns;
import org.junit.platform.suite.api.SelectPackages;
import org.junit.platform.suite.api.Suite;

/**
 * Every {@code *ApiTest} that no other suite has: the tests of the default profile. The build runs
 * a few suites at once, each JVM one after the other; the tests of one profile are in one suite,
 * and share one start of the service.
 */
@Suite
@SelectPackages("org.mizani")
@IncludeClassNamePatterns(".*ApiTest")
@ExcludeClassNamePatterns({
  ApiConnectedSuite.NAMES,
  ApiFaultySuite.NAMES,
  ApiHaltedSuite.NAMES,
  ApiQuickSuite.NAMES
})
class ApiRemainderSuite {}
