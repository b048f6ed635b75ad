package org.mizani;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** The same of the packaged service. */
@QuarkusIntegrationTest
class DocumentRulesApiIT extends DocumentRulesApiTest {}
