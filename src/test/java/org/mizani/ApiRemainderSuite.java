package org.mizani;

import org.junit.platform.suite.api.ExcludeClassNamePatterns;
import org.junit.platform.suite.api.IncludeClassNamePatterns;
import org.junit.platform.suite.api.SelectPackages;
import org.junit.platform.suite.api.Suite;

/** Every {@code *ApiTest} that no other suite has. */
@Suite
@SelectPackages("org.mizani")
@IncludeClassNamePatterns(".*ApiTest")
@ExcludeClassNamePatterns({
  ApiPayoutSuite.NAMES + ".*",
  ApiBooksSuite.NAMES + ".*",
  ApiOperatorSuite.NAMES + ".*"
})
class ApiRemainderSuite {}
