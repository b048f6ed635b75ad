package org.mizani.support;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.mutiny.sqlclient.Pool;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Test;

@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class SchemaApiTest {

  @Inject Pool pool;

  @Test
  void migrates() {
    var rows = pool.query("select count(*) from ledger_account").execute().await().indefinitely();
    assertThat(rows.iterator().next().getLong(0)).isEqualTo(14);
  }
}
