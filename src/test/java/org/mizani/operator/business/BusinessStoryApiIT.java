package org.mizani.operator.business;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** Tests of {@link BusinessStoryApiTest} against the packaged service. */
@QuarkusIntegrationTest
class BusinessStoryApiIT extends BusinessStoryApiTest {}
