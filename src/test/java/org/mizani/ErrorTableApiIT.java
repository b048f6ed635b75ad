package org.mizani;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** The same table against the packaged service. */
@QuarkusIntegrationTest
class ErrorTableApiIT extends ErrorTableApiTest {}
