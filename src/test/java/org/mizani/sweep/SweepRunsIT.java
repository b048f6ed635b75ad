package org.mizani.sweep;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import java.io.IOException;
import java.math.BigDecimal;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.support.Eventually;
import org.mizani.support.GivenDatabase;
import org.mizani.support.ServiceClient;
import org.mizani.support.ServiceProcess;
import org.mizani.support.TestSecrets;

/** Nights of sweeps with three pods on one database, one of which is killed. */
@Tag("exhaustive")
class SweepRunsIT {

  private static final int BUSINESSES = 20;

  @TempDir Path directory;

  @Test
  void sweepsEachNightOnceAndMissedNightsOnce() throws Exception {
    try (GivenDatabase database = GivenDatabase.create();
        Connection books = database.connect()) {
      Map<String, String> secrets = TestSecrets.write(directory);
      List<ServiceProcess> pods = new ArrayList<>();
      try {
        // Given
        pods.add(pod(database, secrets).awaitReady());
        pods.add(pod(database, secrets));
        pods.add(pod(database, secrets));
        pods.get(1).awaitReady();
        pods.get(2).awaitReady();
        ServiceClient operator = ServiceClient.operator(pods.get(0));
        List<String> businesses = new ArrayList<>();
        for (int i = 0; i < BUSINESSES; i++) {
          businesses.add(registerSwept(operator, i));
        }

        // When: the first night
        pass(books, 1);

        // Then
        awaitPaid(books, 1);
        assertThat(number(books, "SELECT sum(sender_minor) FROM payout")).isEqualTo(sumOfNight(1));

        // When: the second night, and one pod dies in it
        collect(operator, businesses, 2);
        pass(books, 1);
        pods.get(2).kill();

        // Then
        awaitPaid(books, 2);

        // When: no pod runs for four nights
        collect(operator, businesses, 3);
        pods.get(0).terminate();
        pods.get(1).terminate();
        pass(books, 4);
        pods.add(pod(database, secrets));
        pods.add(pod(database, secrets));
        pods.get(3).awaitReady();
        pods.get(4).awaitReady();

        // Then
        awaitPaid(books, 3);
        long swept = sumOfNight(1) + sumOfNight(2) + sumOfNight(3);
        assertThat(number(books, "SELECT sum(sender_minor) FROM payout")).isEqualTo(swept);
        assertThat(number(books, "SELECT count(*) FROM ledger_transfer WHERE kind = 'capture'"))
            .isEqualTo(3L * BUSINESSES);
        assertThat(number(books, "SELECT sum(available_minor + holding_minor) FROM wallet"))
            .isZero();
        JsonNode balance =
            ServiceClient.operator(pods.get(3)).get("/operator/ledger/trial-balance").succeeded();
        assertThat(balance.get("balanced").asBoolean()).isTrue();
      } finally {
        pods.forEach(ServiceProcess::close);
      }
    }
  }

  private static String registerSwept(ServiceClient operator, int number) throws IOException {
    String business =
        operator
            .post("/operator/businesses", Map.of("name", "B" + number))
            .succeeded()
            .get("businessId")
            .asText();
    operator
        .put(
            "/operator/businesses/" + business + "/sweeps",
            Map.of(
                "currency", "KES",
                "channel", "mobile",
                "receiverPhone", "+254712345678",
                "minimum", 1,
                "time", ElapsedDays.oneMinuteAgo().toString()))
        .succeeded();
    collect(operator, business, 1, number);
    return business;
  }

  private static void collect(ServiceClient operator, List<String> businesses, int night)
      throws IOException {
    for (int i = 0; i < businesses.size(); i++) {
      collect(operator, businesses.get(i), night, i);
    }
  }

  private static void collect(ServiceClient operator, String business, int night, int number)
      throws IOException {
    operator
        .post(
            "/operator/businesses/" + business + "/top-ups",
            Map.of(
                "currency",
                "KES",
                "purpose",
                "collection",
                "amount",
                BigDecimal.valueOf(amount(night, number)),
                "reference",
                "night " + night + " of " + number))
        .succeeded();
  }

  private static long amount(int night, int number) {
    return 1000L * night + number;
  }

  private static long sumOfNight(int night) {
    long sum = 0;
    for (int i = 0; i < BUSINESSES; i++) {
      sum += amount(night, i) * 100;
    }
    return sum;
  }

  /**
   * Waits until all businesses have been swept on this many nights, once each, and all payouts are
   * paid.
   */
  private static void awaitPaid(Connection books, int nights) throws Exception {
    Eventually.holds(
        () ->
            assertThat(number(books, "SELECT count(*) FROM payout WHERE status = 'success'"))
                .isEqualTo((long) nights * BUSINESSES));
    assertThat(number(books, "SELECT count(*) FROM payout")).isEqualTo((long) nights * BUSINESSES);
    assertThat(number(books, "SELECT count(DISTINCT (sweep_id, sweep_due_at)) FROM payout"))
        .isEqualTo((long) nights * BUSINESSES);
  }

  private static long number(Connection books, String sql) throws SQLException {
    try (Statement statement = books.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getLong(1);
    }
  }

  private static void pass(Connection books, int days) throws SQLException {
    books.setAutoCommit(false);
    try (Statement statement = books.createStatement()) {
      for (String sql : ElapsedDays.statements(days)) {
        statement.execute(sql);
      }
    }
    books.commit();
    books.setAutoCommit(true);
  }

  private ServiceProcess pod(GivenDatabase database, Map<String, String> secrets) {
    return ServiceProcess.in(directory)
        .database(database)
        .secrets(secrets)
        .unhurried()
        .paidAtOnce()
        .operator()
        .property("payments.sweep.every", "100ms")
        .property("payments.payout.settlement.lease", "25s")
        .start();
  }
}
