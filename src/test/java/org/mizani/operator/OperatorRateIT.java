package org.mizani.operator;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** The same of the packaged service. */
@QuarkusIntegrationTest
class OperatorRateIT extends OperatorRateApiTest {}
