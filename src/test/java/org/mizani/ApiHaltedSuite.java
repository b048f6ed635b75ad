package org.mizani;

import org.junit.platform.suite.api.IncludeClassNamePatterns;
import org.junit.platform.suite.api.SelectPackages;
import org.junit.platform.suite.api.Suite;

/**
 * Tests of services whose jobs stand still, that stand behind a proxy, in production, or have a
 * replica and a port for operators.
 */
@Suite
@SelectPackages("org.mizani")
@IncludeClassNamePatterns(ApiHaltedSuite.NAMES)
class ApiHaltedSuite {

  /** Class names of the tests that this suite has, and no other: all of their profiles. */
  static final String NAMES =
      ".*\\.("
          + "BooksDay|ClosingCheck|ClosingRace|CollectionPlan|DailyClosing|FailedAuthentications|"
          + "HostileReceivers|HotStatementPlan|LedgerModel|LedgerReadsPlan|OperatorPort|"
          + "Outbox|OutboxPlan|OverduePayouts|OwnPortRouteAccess|PagedQueryPlan|"
          + "PrivateCallback|RateLimit|RateRefresh|RefreshTick|Replica|SecurityHeaders|"
          + "StatementPlan|Stop|Webhook"
          + ")ApiTest";
}
