package org.mizani.operator.access;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** Tests of {@link OperatorAccessApiTest} against the packaged service. */
@QuarkusIntegrationTest
class OperatorAccessApiIT extends OperatorAccessApiTest {}
