package org.mizani.collection;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** The same tests, run against the packaged service. */
@QuarkusIntegrationTest
class CollectionFieldsApiIT extends CollectionFieldsApiTest {}
