package org.mizani.database;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.sqlclient.Pool;
import io.vertx.sqlclient.SqlConnection;
import io.vertx.sqlclient.impl.Connection;
import jakarta.inject.Inject;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.concurrent.TimeUnit;
import org.junit.jupiter.api.Test;
import org.mizani.support.Eventually;
import org.mizani.support.TestDatabase;

@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class QuietPoolApiTest {

  @Inject Pool pool;

  @Test
  void aConnectionThatBreaksPrintsNothing() throws Exception {
    // Given
    SqlConnection connection =
        pool.getConnection()
            .toCompletionStage()
            .toCompletableFuture()
            .get(Eventually.PATIENCE.toSeconds(), TimeUnit.SECONDS);
    PrintStream standardError = System.err;
    ByteArrayOutputStream printed = new ByteArrayOutputStream();
    System.setErr(new PrintStream(printed, true, StandardCharsets.UTF_8));

    // When: as the driver tells its borrower
    try {
      ((Connection.Holder) connection).handleException(new IOException("the pipe is broken"));
    } finally {
      System.setErr(standardError);
      connection.close();
    }

    // Then
    assertThat(printed.toString(StandardCharsets.UTF_8)).doesNotContain("the pipe is broken");
  }
}
