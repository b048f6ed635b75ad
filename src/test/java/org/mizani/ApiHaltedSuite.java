package org.mizani;

import org.junit.platform.suite.api.IncludeClassNamePatterns;
import org.junit.platform.suite.api.SelectPackages;
import org.junit.platform.suite.api.Suite;

/** Tests of services with halted jobs, and of production behind a proxy. */
@Suite
@SelectPackages("org.mizani")
@IncludeClassNamePatterns(ApiHaltedSuite.NAMES)
class ApiHaltedSuite {

  /** Class names of this suite's tests. No other suite has tests of their profiles. */
  static final String NAMES =
      ".*\\.("
          + "AllowedNetworks|BooksDay|BulkEndPlan|CallbackPlan|ClosingCheck|ClosingRace|CollectionPlan|"
          + "CollectionProduction|ConsoleSwitch|CorridorWithoutRail|DailyClosing|EnvironmentOperator|EventPlan|"
          + "FailedAuthentications|FlaggedCollections|HalfHang|HostileReceivers|HotStatementPlan|"
          + "KeptEvents|KeyedCollectionStatements|KeyedPrompts|"
          + "KeyedStatements|LedgerModel|LedgerReadsPlan|"
          + "Outbox|OutboxPlan|OverduePayouts|PagedQueryPlan|PaymentSearchPlan|"
          + "PartnerHistoryPlan|PrivateCallback|RateLimit|RecordedRefundsPlan|"
          + "RateRefresh|RefreshTick|SecurityHeaders|SharedHost|StatementPlan|Stop|Summary|TimelinePlan|Webhook|"
          + "WildcardReceivers"
          + ")ApiTest";
}
