package org.mizani;

import org.junit.platform.suite.api.IncludeClassNamePatterns;
import org.junit.platform.suite.api.SelectPackages;
import org.junit.platform.suite.api.Suite;

/**
 * Every {@code *ApiIT}: an {@code *ApiTest} against the packaged service, which is started once for
 * all of them.
 */
@Suite
@SelectPackages("org.mizani")
@IncludeClassNamePatterns(".*ApiIT")
class ApiSuiteIT {}
