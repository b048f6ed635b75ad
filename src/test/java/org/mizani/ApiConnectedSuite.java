package org.mizani;

import org.junit.platform.suite.api.IncludeClassNamePatterns;
import org.junit.platform.suite.api.SelectPackages;
import org.junit.platform.suite.api.Suite;

/**
 * Tests of services that are connected to networks, abandon reads, or have a database of their own.
 */
@Suite
@SelectPackages("org.mizani")
@IncludeClassNamePatterns(ApiConnectedSuite.NAMES)
class ApiConnectedSuite {

  /** Class names of this suite's tests. No other suite has tests of their profiles. */
  static final String NAMES =
      ".*\\.("
          + "AbandonedRead|BulkSettings|Callback|CallbackRefusal|CallbackType|ClearedFlag|ReturnedWord|Daraja|"
          + "DarajaClaimedPrompts|DarajaCollectionPause|DarajaLostAcknowledgements|DarajaNames|"
          + "DarajaOutage|DarajaPromptFaults|DarajaPromptReceipts|DarajaSecondPayments|DarajaTillReceipts|"
          + "DarajaWithoutNames|DueTurns|EndedCollection|ErasedWords|Erasure|Fuzz|KeptCallbacks|"
          + "NetworkWord|OverdueBulks|Pawapay|PawapayPause|PawapayPromptFaults|Proxy|RailCheck|RailFloat|RailPolls|"
          + "RailStatement|RailStatementDifferences|RouteAccess|ScheduledBulk|ScheduledBulkEnd|"
          + "ScheduledBulkRace|ScheduledBulkSafety|ScheduledBulkTries|SlowStart|Sweeper|TableMonths"
          + ")ApiTest";
}
