package org.mizani.qr;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** The same of the packaged service. */
@QuarkusIntegrationTest
class QrApiIT extends QrApiTest {}
