package org.mizani;

import org.junit.platform.suite.api.IncludeClassNamePatterns;
import org.junit.platform.suite.api.SelectPackages;
import org.junit.platform.suite.api.Suite;

/**
 * Tests of services with halted jobs, of production behind a proxy, and of services with a replica
 * and a port for operators.
 */
@Suite
@SelectPackages("org.mizani")
@IncludeClassNamePatterns(ApiHaltedSuite.NAMES)
class ApiHaltedSuite {

  /** Class names of this suite's tests. No other suite has tests of their profiles. */
  static final String NAMES =
      ".*\\.("
          + "AllowedNetworks|BooksDay|CallbackPlan|ClosingCheck|ClosingRace|CollectionPlan|"
          + "CollectionProduction|CorridorWithoutRail|DailyClosing|FailedAuthentications|"
          + "FlaggedCollections|HostileReceivers|HotStatementPlan|IdentityLogin|"
          + "IdentityProviderAway|IdentityRefusal|LedgerModel|LedgerReadsPlan|"
          + "ManagementPort|OperatorPort|"
          + "Outbox|OutboxPlan|OverduePayouts|OwnPortRouteAccess|PagedQueryPlan|"
          + "PrivateCallback|RateLimit|RateRefresh|RefreshTick|Replica|SecurityHeaders|"
          + "StatementPlan|Stop|Webhook|WildcardReceivers"
          + ")ApiTest";
}
