package org.mizani.payout;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** The same of the packaged service. */
@QuarkusIntegrationTest
class PayoutCreationApiIT extends PayoutCreationApiTest {}
