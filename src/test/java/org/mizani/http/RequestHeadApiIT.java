package org.mizani.http;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** Tests of {@link RequestHeadApiTest} against the packaged service. */
@QuarkusIntegrationTest
class RequestHeadApiIT extends RequestHeadApiTest {}
