package org.mizani;

import org.junit.platform.suite.api.ExcludeClassNamePatterns;
import org.junit.platform.suite.api.IncludeClassNamePatterns;
import org.junit.platform.suite.api.SelectPackages;
import org.junit.platform.suite.api.Suite;

/** Every {@code *ApiTest} that {@link ApiPaymentsSuite} does not have. */
@Suite
@SelectPackages("org.mizani")
@IncludeClassNamePatterns(".*ApiTest")
@ExcludeClassNamePatterns(ApiPaymentsSuite.PAYMENTS + ".*")
class ApiRemainderSuite {}
