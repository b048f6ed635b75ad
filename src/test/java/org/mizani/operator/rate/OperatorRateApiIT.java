package org.mizani.operator.rate;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** Tests of {@link OperatorRateApiTest} against the packaged service. */
@QuarkusIntegrationTest
class OperatorRateApiIT extends OperatorRateApiTest {}
