package org.mizani.qr;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** The same tests, run against the packaged service. */
@QuarkusIntegrationTest
class QrApiIT extends QrApiTest {}
