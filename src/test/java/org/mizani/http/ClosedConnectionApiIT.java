package org.mizani.http;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** Tests of {@link ClosedConnectionApiTest} against the packaged service. */
@QuarkusIntegrationTest
class ClosedConnectionApiIT extends ClosedConnectionApiTest {}
