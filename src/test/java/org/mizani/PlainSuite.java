package org.mizani;

import org.junit.platform.suite.api.ExcludeClassNamePatterns;
import org.junit.platform.suite.api.IncludeClassNamePatterns;
import org.junit.platform.suite.api.SelectPackages;
import org.junit.platform.suite.api.Suite;

/** Tests without a service. */
@Suite
@SelectPackages("org.mizani")
@IncludeClassNamePatterns(".*Test")
@ExcludeClassNamePatterns(".*ApiTest")
class PlainSuite {}
