package org.mizani;

import org.junit.platform.suite.api.IncludeClassNamePatterns;
import org.junit.platform.suite.api.SelectPackages;
import org.junit.platform.suite.api.Suite;

/** Every {@code *ApiTest} of the operator interface and of the rails. */
@Suite
@SelectPackages("org.mizani")
@IncludeClassNamePatterns(ApiOperatorSuite.NAMES + ".*ApiTest")
class ApiOperatorSuite {

  /** Begins the class names of the tests that this suite has, and no other. */
  static final String NAMES = "org\\.mizani\\.(operator|rail)\\.";
}
