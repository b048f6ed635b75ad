package org.mizani;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** The same rules for the document of the packaged service. */
@QuarkusIntegrationTest
class OperatorDocumentApiIT extends OperatorDocumentApiTest {}
