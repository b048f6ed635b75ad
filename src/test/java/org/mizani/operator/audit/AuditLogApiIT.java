package org.mizani.operator.audit;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** The same of the packaged service. */
@QuarkusIntegrationTest
class AuditLogApiIT extends AuditLogApiTest {}
