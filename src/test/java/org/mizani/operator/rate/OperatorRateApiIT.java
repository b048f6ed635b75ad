package org.mizani.operator.rate;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** The same of the packaged service. */
@QuarkusIntegrationTest
class OperatorRateApiIT extends OperatorRateApiTest {}
