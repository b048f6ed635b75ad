package org.mizani.operator.wallet;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** The same of the packaged service. */
@QuarkusIntegrationTest
class TrialBalanceApiIT extends TrialBalanceApiTest {}
