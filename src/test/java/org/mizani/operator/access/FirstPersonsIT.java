package org.mizani.operator.access;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.concurrent.Callable;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.support.GivenDatabase;
import org.mizani.support.ServiceClient;
import org.mizani.support.ServiceProcess;
import org.mizani.support.TestSecrets;

/** First persons of an installation, who are made at the same time. */
class FirstPersonsIT {

  private static final int AT_ONCE = 12;

  @TempDir Path directory;

  @Test
  void twoOfThemDoNotWait() throws Exception {
    try (GivenDatabase database = GivenDatabase.create();
        ServiceProcess service = service(database)) {
      ServiceClient environment = ServiceClient.operator(service);

      makeAtOnce(environment);

      int exempt = 0;
      for (int i = 0; i < AT_ONCE; i++) {
        exempt += created(environment, "made-" + i).path("approvesAtOnce").asBoolean() ? 1 : 0;
      }
      assertThat(exempt).isEqualTo(2);
    }
  }

  private ServiceProcess service(GivenDatabase database) {
    return ServiceProcess.in(directory)
        .database(database)
        .secrets(TestSecrets.write(directory))
        .operator()
        .unhurried()
        .start()
        .awaitReady();
  }

  private static void makeAtOnce(ServiceClient environment) throws Exception {
    ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
    try {
      List<Callable<ServiceClient.Answer>> creations =
          IntStream.range(0, AT_ONCE)
              .mapToObj(
                  i ->
                      (Callable<ServiceClient.Answer>)
                          () ->
                              environment.post(
                                  "/operator/operators",
                                  Map.of("operatorKey", "made-" + i, "role", "finance")))
              .toList();
      for (Future<ServiceClient.Answer> made : threads.invokeAll(creations)) {
        made.get().succeeded();
      }
    } finally {
      threads.shutdownNow();
    }
  }

  /** The audit log's fields of a person as it was made. */
  private static JsonNode created(ServiceClient environment, String operator) throws Exception {
    return environment
        .get("/operator/audit-log?subject=operator/" + operator)
        .succeeded()
        .get("items")
        .get(0)
        .get("after");
  }
}
