package org.mizani.ledger.statement;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.support.GivenDatabase;
import org.mizani.support.OwnStatement;
import org.mizani.support.PastTransfers;
import org.mizani.support.ServiceProcess;
import org.mizani.support.TestSecrets;
import org.mizani.support.VerifierProgram;

/** A business's own statement that is longer than the memory of the service and of the verifier. */
@Tag("exhaustive")
class LongOwnStatementIT {

  private static final int GROUPS_OF_FOUR = 150_000;
  private static final long HEAP = 96L * 1024 * 1024;

  @TempDir static Path directory;

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();

  @Test
  void isStreamedAndVerified() throws Exception {
    try (GivenDatabase database = GivenDatabase.create();
        ServiceProcess service =
            ServiceProcess.in(directory)
                .database(database)
                .secrets(TestSecrets.write(directory))
                .unhurried()
                .property("org.mizani.sandbox", "true")
                .option("-Xmx96m")
                .start()
                .awaitReady();
        VerifierProgram verifier = new VerifierProgram()) {
      write(database);

      Path statement = download(service, token(service));

      assertThat(Files.size(statement)).isGreaterThan(HEAP);
      VerifierProgram.Run run = verifier.run(statement, keys(service));
      assertThat(run.output())
          .startsWith("GENUINE, provisional as of ")
          .contains("\"lines\":600000,");
      assertThat(service.output()).doesNotContain("OutOfMemory", "ERROR");
    }
  }

  /** Without the checks of foreign keys, which would take most of the time. */
  private static void write(GivenDatabase database) throws Exception {
    String settings = "ALTER ROLE postgres IN DATABASE " + database.name();
    database.execute(settings + " SET session_replication_role = replica");
    for (String statement : PastTransfers.statements(business(database), GROUPS_OF_FOUR)) {
      database.execute(statement);
    }
    database.execute(settings + " RESET session_replication_role");
    database.execute("ANALYZE");
  }

  private static long business(GivenDatabase database) throws Exception {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery("SELECT id FROM business")) {
      rows.next();
      return rows.getLong(1);
    }
  }

  private String token(ServiceProcess service) throws Exception {
    HttpRequest request =
        HttpRequest.newBuilder(service.uri("/business/auth"))
            .header("Content-Type", "application/json")
            .POST(
                BodyPublishers.ofString(
                    "{\"apiKey\":\"pk_test_demo\",\"apiSecret\":\"sk_test_demo\"}"))
            .build();
    String answer = http.send(request, BodyHandlers.ofString()).body();
    return new ObjectMapper().readTree(answer).get("accessToken").asText();
  }

  /** Only the transfers of the past, which the wallet did not begin with. */
  private Path download(ServiceProcess service, String token) throws Exception {
    String query = OwnStatement.ALWAYS.replace("to=2036-01-01", "to=2026-03-01");
    HttpRequest request =
        HttpRequest.newBuilder(service.uri("/business/statement" + query + "&format=csv"))
            .header("Authorization", "Bearer " + token)
            .build();
    HttpResponse<Path> answer =
        http.send(request, BodyHandlers.ofFile(directory.resolve("long.csv")));
    assertThat(answer.statusCode()).isEqualTo(200);
    return answer.body();
  }

  private byte[] keys(ServiceProcess service) throws Exception {
    HttpRequest request = HttpRequest.newBuilder(service.uri("/.well-known/jwks.json")).build();
    return http.send(request, BodyHandlers.ofByteArray()).body();
  }
}
