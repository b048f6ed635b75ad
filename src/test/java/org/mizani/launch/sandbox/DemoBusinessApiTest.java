package org.mizani.launch.sandbox;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import jakarta.inject.Inject;
import org.junit.jupiter.api.Test;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;

@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class DemoBusinessApiTest {

  @Inject TestDemo demo;
  @Inject Rows rows;

  @Test
  void aLaterStartRegistersAndFundsItNoMore() {
    demo.register();
    String first = registered();

    demo.register();

    assertThat(registered()).isEqualTo(first);
  }

  private String registered() {
    return rows.execute(
            """
            SELECT concat_ws(' ', (SELECT count(*) FROM business), (SELECT count(*) FROM api_key),
                             (SELECT count(*) FROM wallet),
                             (SELECT count(*) FROM ledger_transfer WHERE kind = 'top_up'))
            """)
        .get(0)
        .getString(0);
  }
}
