package org.mizani.verification;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** The same of the packaged service. */
@QuarkusIntegrationTest
class PaymentVerificationApiIT extends PaymentVerificationApiTest {}
