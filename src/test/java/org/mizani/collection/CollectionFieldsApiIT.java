package org.mizani.collection;

import io.quarkus.test.junit.QuarkusIntegrationTest;

/** The same of the packaged service. */
@QuarkusIntegrationTest
class CollectionFieldsApiIT extends CollectionFieldsApiTest {}
