package org.mizani.http;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** Tests of {@link UnreadBodyApiTest} against the packaged service. */
@QuarkusIntegrationTest
class UnreadBodyApiIT extends UnreadBodyApiTest {}
