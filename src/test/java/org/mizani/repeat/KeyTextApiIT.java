package org.mizani.repeat;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** The same tests, run against the packaged service. */
@QuarkusIntegrationTest
class KeyTextApiIT extends KeyTextApiTest {}
