package org.mizani.access;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** Tests of {@link AuthApiTest} against the packaged service. */
@QuarkusIntegrationTest
class AuthApiIT extends AuthApiTest {}
