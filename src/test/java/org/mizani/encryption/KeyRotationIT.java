package org.mizani.encryption;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.TestPartners.collectionOf;
import static org.mizani.support.TestPartners.transferOf;

import com.fasterxml.jackson.databind.JsonNode;
import java.nio.file.Files;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.time.Duration;
import java.time.Instant;
import java.util.Arrays;
import java.util.Base64;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.support.Eventually;
import org.mizani.support.GivenDatabase;
import org.mizani.support.ServiceClient;
import org.mizani.support.ServiceProcess;
import org.mizani.support.TestSecrets;
import org.mizani.support.WebhookReceiver;

/**
 * Rotation of the key that encrypts personal data, as {@code docs/operations.md} describes: the new
 * key is added while rows of the old key are still needed.
 */
class KeyRotationIT {

  private static final String OLD = "2025:" + key(1);
  private static final String NEW = "2026:" + key(2);

  @TempDir Path directory;

  @Test
  void oldKeyDecryptsAndNewKeyEncryptsAfterRotation() throws Exception {
    try (GivenDatabase database = GivenDatabase.create();
        WebhookReceiver receiver = WebhookReceiver.listen()) {
      // Given
      receiver.answers(500);
      try (ServiceProcess service = serve(database, OLD)) {
        ServiceClient demo = ServiceClient.demo(service);
        pay(demo, "before", receiver);
        collect(demo, "collected before");
        Eventually.holds(() -> assertThat(receiver.received()).isNotEmpty());
      }
      assertThat(encryptedBy(database)).containsOnlyKeys("2025");

      // When
      receiver.answers(200);
      int attemptsBefore = receiver.received().size();
      try (ServiceProcess service = serve(database, NEW + "," + OLD)) {
        ServiceClient demo = ServiceClient.demo(service);
        pay(demo, "after", receiver);
        collect(demo, "collected after");

        // Then
        Eventually.holds(
            () ->
                assertThat(receiver.bodies().subList(attemptsBefore, receiver.bodies().size()))
                    .anyMatch(body -> body.contains("\"before\""))
                    .anyMatch(body -> body.contains("\"after\"")));
        assertThat(demo.get("/business/collections?reference=collected%20before").body().toString())
            .contains("+254712345678");
        assertThat(encryptedBy(database)).containsOnlyKeys("2025", "2026");
        assertThat(
                rows(
                    database,
                    "SELECT business_reference, "
                        + KEY.formatted("parties_encrypted")
                        + " FROM payout JOIN payout_detail d ON d.payout_id = id"))
            .containsEntry("before", "2025")
            .containsEntry("after", "2026");
        assertThat(foundByRecipient(service)).containsExactly("after", "before");
        assertThat(service.log()).doesNotContain("ERROR");
      }
    }
  }

  private static List<String> foundByRecipient(ServiceProcess service) throws Exception {
    Instant now = Instant.now();
    String range = "from=" + now.minus(Duration.ofDays(1)) + "&to=" + now.plus(Duration.ofDays(1));
    Map<String, String> recipient = Map.of("channel", "mobile", "number", "+254712345678");
    JsonNode found =
        ServiceClient.operator(service)
            .post("/operator/payouts/search?" + range, recipient)
            .succeeded();
    return found.get("items").findValuesAsText("businessReference");
  }

  /** SQL for the name of the key that encrypted a column's value. */
  private static final String KEY = "convert_from(substr(%1$s, 2, get_byte(%1$s, 0)), 'UTF8')";

  private Map<String, String> encryptedBy(GivenDatabase database) throws Exception {
    return rows(database, query());
  }

  /** Returns the documented query, which counts the rows that still need each key. */
  private static String query() throws Exception {
    String page = Files.readString(Path.of("docs", "operations.md"));
    int begin = page.indexOf("    SELECT key, sum(");
    int end = page.indexOf(";", begin);
    assertThat(begin).isPositive();
    return page.substring(begin, end);
  }

  private static Map<String, String> rows(GivenDatabase database, String sql) throws Exception {
    try (Connection connection = database.connect();
        Statement statement = connection.createStatement();
        ResultSet found = statement.executeQuery(sql)) {
      Map<String, String> rows = new TreeMap<>();
      while (found.next()) {
        rows.put(found.getString(1), found.getString(2));
      }
      return rows;
    }
  }

  private static void pay(ServiceClient demo, String reference, WebhookReceiver receiver)
      throws Exception {
    Map<String, Object> body = new HashMap<>(transferOf(reference));
    body.put("callbackUrl", receiver.url());
    assertThat(demo.post("/business/payout/transfer", body).status()).isEqualTo(201);
  }

  private static void collect(ServiceClient demo, String reference) throws Exception {
    assertThat(demo.post("/business/collections", collectionOf(reference)).status()).isEqualTo(201);
  }

  private ServiceProcess serve(GivenDatabase database, String keys) {
    Map<String, String> secrets = new HashMap<>(TestSecrets.write(directory));
    secrets.remove("payments.encryption.keys");
    return ServiceProcess.in(directory)
        .database(database)
        .secrets(secrets)
        .unhurried()
        .paidAtOnce()
        .operator()
        .environment("PAYMENTS_ENCRYPTION_KEYS", keys)
        .property("org.mizani.sandbox", "true")
        .property("payments.rate-limit-per-minute", "100000")
        // So many that none is the last one before the next service starts.
        .property("payments.webhook.retry.delays", "0s" + ",5s".repeat(100))
        .start()
        .awaitReady();
  }

  private static String key(int filled) {
    byte[] bytes = new byte[32];
    Arrays.fill(bytes, (byte) filled);
    return Base64.getEncoder().encodeToString(bytes);
  }
}
