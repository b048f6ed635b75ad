package org.mizani.verification;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** The same tests, run against the packaged service. */
@QuarkusIntegrationTest
class TransferVerificationApiIT extends TransferVerificationApiTest {}
