package org.mizani.corridor;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** The same tests, run against the packaged service. */
@QuarkusIntegrationTest
class BankApiIT extends BankApiTest {}
