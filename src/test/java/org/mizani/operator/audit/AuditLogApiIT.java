package org.mizani.operator.audit;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** Tests of {@link AuditLogApiTest} against the packaged service. */
@QuarkusIntegrationTest
class AuditLogApiIT extends AuditLogApiTest {}
