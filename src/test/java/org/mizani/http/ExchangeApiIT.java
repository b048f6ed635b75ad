package org.mizani.http;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** The same of the packaged service. */
@QuarkusIntegrationTest
class ExchangeApiIT extends ExchangeApiTest {}
