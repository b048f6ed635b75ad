package org.mizani.http;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** Tests of {@link ExchangeApiTest} against the packaged service. */
@QuarkusIntegrationTest
class ExchangeApiIT extends ExchangeApiTest {}
