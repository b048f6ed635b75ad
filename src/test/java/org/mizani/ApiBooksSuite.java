package org.mizani;

import org.junit.platform.suite.api.IncludeClassNamePatterns;
import org.junit.platform.suite.api.SelectPackages;
import org.junit.platform.suite.api.Suite;

/** Every {@code *ApiTest} of the ledger, collections and webhooks. */
@Suite
@SelectPackages("org.mizani")
@IncludeClassNamePatterns(ApiBooksSuite.NAMES + ".*ApiTest")
class ApiBooksSuite {

  /** Begins the class names of the tests that this suite has, and no other. */
  static final String NAMES = "org\\.mizani\\.(collection|ledger|webhook)\\.";
}
