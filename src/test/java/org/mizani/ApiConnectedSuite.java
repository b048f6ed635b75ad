package org.mizani;

import org.junit.platform.suite.api.IncludeClassNamePatterns;
import org.junit.platform.suite.api.SelectPackages;
import org.junit.platform.suite.api.Suite;

/** Tests of services that are connected to networks, give up reads, or bear any request. */
@Suite
@SelectPackages("org.mizani")
@IncludeClassNamePatterns(ApiConnectedSuite.NAMES)
class ApiConnectedSuite {

  /** Class names of the tests that this suite has, and no other: all of their profiles. */
  static final String NAMES =
      ".*\\.("
          + "AbandonedRead|Callback|Daraja|DarajaNames|DarajaWithoutNames|ErasedWords|Erasure|Fuzz|"
          + "Pawapay|PawapayPause|RailCheck|RailFloat|RouteAccess|Sweeper|"
          + "TableMonths"
          + ")ApiTest";
}
