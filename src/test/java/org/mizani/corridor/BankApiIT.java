package org.mizani.corridor;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** The same of the packaged service. */
@QuarkusIntegrationTest
class BankApiIT extends BankApiTest {}
