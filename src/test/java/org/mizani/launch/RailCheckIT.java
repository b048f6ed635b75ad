package org.mizani.launch;

import static org.assertj.core.api.Assertions.assertThat;

import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.net.URI;
import java.nio.file.Path;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.rail.pawapay.PawapayStandIn;
import org.mizani.support.FreePort;
import org.mizani.support.ServiceProcess;
import org.mizani.support.TestPostgres;
import org.mizani.support.TestSecrets;

/** The command that checks a rail, while a pod runs and without a pod. */
class RailCheckIT {

  private static final String TOKEN = "the-token";

  @TempDir Path directory;

  private final PawapayStandIn network = new PawapayStandIn();
  private final String port = Integer.toString(FreePort.number());
  private EmbeddedPostgres database;
  private URI url;

  @BeforeEach
  void open() throws IOException {
    database = TestPostgres.start(TestPostgres.builder());
    url = network.open();
    network.conduct().token(TOKEN);
    try (ServiceProcess migration =
        ServiceProcess.in(directory).database(database).argument("migrate").start()) {
      assertThat(migration.awaitExit()).isZero();
    }
  }

  @AfterEach
  void close() throws IOException {
    network.close();
    database.close();
  }

  @Test
  void passesAllChecksBesideARunningPod() {
    try (ServiceProcess pod =
            service(TOKEN).property("quarkus.http.port", port).start().awaitReady();
        ServiceProcess check = check(service(TOKEN))) {

      assertThat(check.awaitExit()).as(check.log()).isZero();
      assertThat(check.errors()).isEmpty();
      assertThat(check.output().lines()).hasSize(8).allMatch(line -> line.startsWith("ok "));
      assertThat(pod.isReady()).isTrue();
    }
  }

  @Test
  void endsWithOneIfTheNetworkRefusesTheToken() {
    try (ServiceProcess check = check(service("another"))) {

      assertThat(check.awaitExit()).as(check.log()).isEqualTo(1);
      assertThat(check.output())
          .containsPattern("wrong +balances .*HTTP 403")
          .containsPattern("wrong +callback .*the connection is refused")
          .doesNotContain("another");
    }
  }

  @Test
  void endsWithOneIfASettingIsMissing() {
    try (ServiceProcess check = check(service(""))) {

      assertThat(check.awaitExit()).as(check.log()).isEqualTo(1);
      assertThat(check.output())
          .isEqualTo("wrong       settings     payments.rail.momo.token is missing.\n");
    }
  }

  @Test
  void endsWithASentenceWhereNoDatabaseIsGiven() {
    try (ServiceProcess check = check(ServiceProcess.in(directory))) {

      assertThat(check.awaitExit()).isEqualTo(1);
      assertThat(check.errors()).isEqualTo("The check needs the service's database: set DB_URL.\n");
    }
  }

  private static ServiceProcess check(ServiceProcess.Setup service) {
    return service.argument("rail-check").argument("momo").start();
  }

  private ServiceProcess.Setup service(String token) {
    return ServiceProcess.in(directory)
        .database(database)
        .secrets(TestSecrets.write(directory))
        .environment("PAYMENTS_MIGRATE_AT_START", "false")
        .environment("PAYMENTS_RAIL_MOMO_TYPE", "pawapay")
        .environment("PAYMENTS_RAIL_MOMO_URL", url.toString())
        .environment("PAYMENTS_RAIL_MOMO_TOKEN", token)
        .environment("PAYMENTS_RAIL_MOMO_CALLBACK_URL", "http://localhost:" + port)
        .environment("PAYMENTS_RAIL_MOMO_CALLBACK_SECRET", "where-the-network-calls-back");
  }
}
