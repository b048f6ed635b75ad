package org.mizani.operator.business;

import io.quarkus.test.junit.QuarkusIntegrationTest;
import org.junit.jupiter.api.Tag;

/** The same of the packaged service. */
@Tag("brief")
@QuarkusIntegrationTest
class BusinessStoryIT extends BusinessStoryApiTest {}
