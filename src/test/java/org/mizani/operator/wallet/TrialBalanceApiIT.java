package org.mizani.operator.wallet;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** Tests of {@link TrialBalanceApiTest} against the packaged service. */
@QuarkusIntegrationTest
class TrialBalanceApiIT extends TrialBalanceApiTest {}
