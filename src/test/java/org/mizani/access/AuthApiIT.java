package org.mizani.access;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** The same of the packaged service. */
@QuarkusIntegrationTest
class AuthApiIT extends AuthApiTest {}
