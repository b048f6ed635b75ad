package org.mizani;

import org.junit.platform.suite.api.IncludeClassNamePatterns;
import org.junit.platform.suite.api.SelectPackages;
import org.junit.platform.suite.api.Suite;

/** Tests of services with rails that fail, stall or are away when a test says so. */
@Suite
@SelectPackages("org.mizani")
@IncludeClassNamePatterns(ApiFaultySuite.NAMES)
class ApiFaultySuite {

  /** Class names of this suite's tests. No other suite has tests of their profiles. */
  static final String NAMES =
      ".*\\.("
          + "AwayRail|CollectionDetails|CollectionFlag|CollectionKeyLoss|CollectionOrder|"
          + "CollectionTime|ContestedCollection|ContestedPayout|EndpointRelease|Event|FaultyRail|LateCommit|LostPayment|ReturnedPayout|"
          + "PartnerHistory|PayoutDetails|HeldCollection|HeldSubmission|KeptNetworkIds|Restore|ReviewedPayout|"
          + "ScreenedBulk|ScreenedPayout|SendWindow|SettledByHand|SilentRail|StallingRail|"
          + "SubmissionIntents|UnscreenedPod|WatchedPayout|WithheldPayout"
          + ")ApiTest";
}
