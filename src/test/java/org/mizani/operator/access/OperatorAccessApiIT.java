package org.mizani.operator.access;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** The same of the packaged service. */
@QuarkusIntegrationTest
class OperatorAccessApiIT extends OperatorAccessApiTest {}
