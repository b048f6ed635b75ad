package org.mizani.operator.business;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** The same of the packaged service. */
@QuarkusIntegrationTest
class BusinessStoryApiIT extends BusinessStoryApiTest {}
