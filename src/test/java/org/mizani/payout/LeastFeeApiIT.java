package org.mizani.payout;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** The same tests, run against the packaged service. */
@QuarkusIntegrationTest
class LeastFeeApiIT extends LeastFeeApiTest {}
