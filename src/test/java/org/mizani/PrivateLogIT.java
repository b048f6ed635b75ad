package org.mizani;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import com.fasterxml.jackson.databind.node.ObjectNode;
import io.zonky.test.db.postgres.embedded.EmbeddedPostgres;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.SQLException;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.UUID;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.support.Eventually;
import org.mizani.support.ServiceProcess;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPostgres;
import org.mizani.support.TestSecrets;

/**
 * Reads the whole log of a run that calls every operation of both interfaces: as documented, with
 * personal data in every wrong place, with a database that quotes its rows in errors, without a
 * database, and with webhooks that fail. The project's own packages log at level DEBUG.
 */
class PrivateLogIT {

  private static final ObjectMapper JSON = new ObjectMapper();

  /** Personal fields: the log never has their values, of any example. */
  private static final Set<String> PERSONAL =
      Set.of(
          "senderFirstName",
          "senderLastName",
          "senderDob",
          "senderIdNumber",
          "senderTelephoneNo",
          "receiverFirstName",
          "receiverLastName",
          "receiverPhone",
          "receiverEmail",
          "receiverLipaNumber",
          "receiverAccountNumber",
          "accountNumber",
          "phone",
          "mobile");

  private static final Set<String> SECRET =
      Set.of("accessToken", "apiSecret", "operatorSecret", "secret", "webhookSecret");
  private static final String NAME = "Zwolinka";
  private static final String GUESS = "sk_test_guessed5550193";
  private static final String CALLBACK = "http://127.0.0.1:1/" + NAME + "?token=callback5550192";
  private static final String DATABASE_PASSWORD = "postgres5550191";
  private static final List<String> ALWAYS_SECRET =
      List.of(NAME, GUESS, "5550192", DATABASE_PASSWORD, "Bearer", "eyJ", "whsec_", "Failing row");

  /** Line of level DEBUG of a job whose statement has failed. */
  private static final Pattern DEBUG_LINE =
      Pattern.compile("(?m)^\\S+ DEBUG or\\.mi\\.\\S+ a statement failed");

  /** Ids and keys of random digits, which may be the digits of a phone or a till. */
  private static final Pattern RANDOM =
      Pattern.compile(
          "[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}|pk_test_[0-9a-f]{32}|@[0-9a-f]{6,8}\\b");

  /** Makes the database refuse each written row with a message that quotes the whole row. */
  private static final String COMPLAINT =
      """
      CREATE FUNCTION complain() RETURNS trigger LANGUAGE plpgsql
        AS $$ BEGIN RAISE EXCEPTION 'bad row: %', new USING DETAIL = new::text; END $$;
      """;

  private static final String COMPLAINING =
      """
      CREATE TRIGGER complaining BEFORE INSERT OR UPDATE ON payout
        FOR EACH ROW EXECUTE FUNCTION complain();
      CREATE TRIGGER complaining BEFORE INSERT OR UPDATE ON collection
        FOR EACH ROW EXECUTE FUNCTION complain();
      CREATE TRIGGER complaining BEFORE INSERT OR UPDATE ON business
        FOR EACH ROW EXECUTE FUNCTION complain();
      CREATE TRIGGER complaining BEFORE INSERT OR UPDATE ON webhook_delivery
        FOR EACH ROW EXECUTE FUNCTION complain();
      """;

  private static final String QUIET =
      """
      DROP TRIGGER complaining ON payout;
      DROP TRIGGER complaining ON collection;
      DROP TRIGGER complaining ON business;
      DROP TRIGGER complaining ON webhook_delivery;
      """;

  @TempDir Path directory;

  private final HttpClient http = HttpClient.newHttpClient();
  private final Set<String> forbidden = new TreeSet<>(ALWAYS_SECRET);
  private final Map<Integer, Integer> answers = new TreeMap<>();
  private ServiceProcess service;

  /** A call of an operation by one of its examples. */
  private record Call(String method, String path, String body) {}

  @Test
  void theLogHasNoPersonalDataAndNoSecret() throws Exception {
    EmbeddedPostgres database =
        TestPostgres.start(TestPostgres.builder().setDataDirectory(directory.resolve("server")));
    try (ServiceProcess running = serve(database)) {
      service = running;
      String partner = token("/business/auth", "apiKey", "pk_test_demo", "sk_test_demo");
      String operator =
          token("/operator/auth", "operatorKey", TestOperator.KEY, TestOperator.SECRET);
      List<Call> partners = calls("/q/openapi?format=json", operator);
      List<Call> operators = calls("/operator/openapi?format=json", operator);

      callAll(partners, partner);
      awaitWebhookAttempt(database);
      execute(database, COMPLAINT + COMPLAINING);
      callAll(partners, partner);
      execute(database, QUIET);
      // Last, because they suspend businesses and revoke keys.
      callAll(operators, operator);
      execute(database, COMPLAINING);
      callAll(operators, operator);
      int outage = service.output().length();
      database.close();
      partners.forEach(call -> send(call, partner));
      operators.forEach(call -> send(call, operator));
      awaitDebugLineAfter(outage);
    } finally {
      database.close();
    }

    assertThat(answers.keySet()).contains(200, 201, 400, 401, 404, 409, 500, 503);
    assertThat(service.log()).contains("failed", "SQL state P0001", "database unavailable");
    String examined = RANDOM.matcher(service.log()).replaceAll("…");
    forbidden.forEach(
        secret ->
            assertThat(examined.lines().filter(line -> line.contains(secret)))
                .as("lines of the log with %s", secret)
                .isEmpty());
  }

  /** Sends each call as documented, then with a person's name in place of each value. */
  private void callAll(List<Call> calls, String token) throws Exception {
    for (Call call : calls) {
      send(call, token);
      send(call, "");
      send(call, token + NAME);
      send(
          new Call(call.method(), call.path().replaceAll("=[^&]*", "=" + NAME), call.body()),
          token);
      send(new Call(call.method(), call.path() + "/" + NAME, call.body()), token);
      send(new Call(call.method(), call.path() + "?cursor=" + NAME, call.body()), token);
      if (!call.body().isEmpty()) {
        send(new Call(call.method(), call.path(), call.body() + NAME), token);
        send(new Call(call.method(), call.path(), "{\"" + NAME + "\": " + NAME), token);
        ObjectNode example = (ObjectNode) JSON.readTree(call.body());
        for (String field : List.copyOf(fields(example))) {
          send(with(call, example, field, JSON.valueToTree(NAME)), token);
          send(with(call, example, field, JSON.valueToTree(List.of(NAME))), token);
          send(with(call, example, field, JSON.valueToTree(Map.of(NAME, NAME))), token);
        }
        send(with(call, example, "callbackUrl", JSON.valueToTree(CALLBACK)), token);
        send(with(call, example, "apiSecret", JSON.valueToTree(GUESS)), token);
        send(with(call, example, "operatorSecret", JSON.valueToTree(GUESS)), token);
      }
    }
  }

  private static Call with(Call call, ObjectNode example, String field, JsonNode value) {
    ObjectNode changed = example.deepCopy().set(field, value);
    for (String reference : List.of("businessReference", "reference")) {
      if (changed.has(reference) && !reference.equals(field)) {
        changed.put(reference, NAME + UUID.randomUUID());
      }
    }
    return new Call(call.method(), call.path(), changed.toString());
  }

  private static List<String> fields(ObjectNode object) {
    List<String> names = new ArrayList<>();
    object.fieldNames().forEachRemaining(names::add);
    return names;
  }

  private void awaitWebhookAttempt(EmbeddedPostgres database) throws Exception {
    Eventually.holds(
        () -> assertThat(count(database, "SELECT count(*) FROM webhook_attempt")).isPositive());
  }

  /** Waits for a line of level DEBUG after this place, because these are examined too. */
  private void awaitDebugLineAfter(int place) throws Exception {
    Eventually.holds(
        () -> assertThat(service.output().substring(place)).containsPattern(DEBUG_LINE));
  }

  /** The calls of a document's examples, on paths of the demo business. */
  private List<Call> calls(String document, String operator) throws Exception {
    JsonNode root = JSON.readTree(send(new Call("GET", document, ""), operator).body());
    String businesses = send(new Call("GET", "/operator/businesses", ""), operator).body();
    String business = JSON.readTree(businesses).at("/items/0/businessId").asText();
    List<Call> calls = new ArrayList<>();
    for (Map.Entry<String, JsonNode> path : root.path("paths").properties()) {
      for (Map.Entry<String, JsonNode> operation : path.getValue().properties()) {
        String method = operation.getKey().toUpperCase(Locale.ROOT);
        String target = target(path.getKey().replace("{businessId}", business), operation, root);
        JsonNode examples =
            operation.getValue().at("/requestBody/content/application~1json/examples");
        if (examples.isMissingNode()) {
          calls.add(new Call(method, target, ""));
        }
        examples.forEach(
            example -> calls.add(new Call(method, target, example.path("value").toString())));
        examples.findParents("value").forEach(example -> forbidValuesOf(example.path("value")));
      }
    }
    assertThat(calls).hasSizeGreaterThan(10);
    return calls;
  }

  private static String target(String path, Map.Entry<String, JsonNode> operation, JsonNode root) {
    StringBuilder query = new StringBuilder();
    String filled = path;
    for (JsonNode given : operation.getValue().path("parameters")) {
      JsonNode parameter =
          given.has("$ref") ? root.at(given.path("$ref").asText().substring(1)) : given;
      String name = parameter.path("name").asText();
      String value = parameter.path("example").asText();
      if (filled.contains("{" + name + "}")) {
        filled = filled.replace("{" + name + "}", value.isEmpty() ? NAME : value);
      } else if (parameter.path("in").asText().equals("query") && !value.isEmpty()) {
        query.append(query.isEmpty() ? "?" : "&").append(name).append("=");
        query.append(URLEncoder.encode(value, StandardCharsets.UTF_8));
      }
    }
    return filled + query;
  }

  /** Adds the personal and secret values of a body to those that the log must never have. */
  private void forbidValuesOf(JsonNode body) {
    for (Map.Entry<String, JsonNode> field : body.properties()) {
      String text = field.getValue().asText();
      // The demo business's secret stands in the documents.
      boolean demo = text.endsWith("_test_demo");
      if (PERSONAL.contains(field.getKey()) || SECRET.contains(field.getKey()) && !demo) {
        if (!text.isBlank()) {
          forbidden.add(text.startsWith("+") ? text.substring(4) : text);
        }
      }
    }
  }

  private HttpResponse<String> send(Call call, String token) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(service.uri(call.path()))
            .timeout(PATIENCE)
            .header("Content-Type", "application/json")
            .method(call.method(), BodyPublishers.ofString(call.body()));
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    try {
      HttpResponse<String> answer = http.send(request.build(), BodyHandlers.ofString());
      answers.merge(answer.statusCode(), 1, Integer::sum);
      if (answer.statusCode() / 100 == 2 && answer.body().startsWith("{")) {
        forbidValuesOf(JSON.readTree(answer.body()));
      }
      return answer;
    } catch (IOException e) {
      throw new UncheckedIOException(call.method() + " " + call.path(), e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(e);
    }
  }

  private String token(String path, String keyField, String key, String secret) throws Exception {
    Map<String, String> credentials =
        Map.of(keyField, key, keyField.replace("Key", "Secret"), secret);
    String body = send(new Call("POST", path, JSON.writeValueAsString(credentials)), "").body();
    return JSON.readTree(body).path("accessToken").asText();
  }

  private static void execute(EmbeddedPostgres database, String sql) throws Exception {
    try (Connection connection = database.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement()) {
      statement.execute(sql);
    }
  }

  private static long count(EmbeddedPostgres database, String sql) {
    try (Connection connection = database.getPostgresDatabase().getConnection();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(sql)) {
      rows.next();
      return rows.getLong(1);
    } catch (SQLException e) {
      throw new IllegalStateException(e);
    }
  }

  private ServiceProcess serve(EmbeddedPostgres database) {
    return ServiceProcess.in(directory)
        .database(database)
        .secrets(TestSecrets.write(directory))
        .environment("DB_PASSWORD", DATABASE_PASSWORD)
        .operator()
        .property("org.mizani.sandbox", "true")
        .property("payments.rate-limit-per-minute", "100000")
        .property("payments.authentication.failures-per-key", "100000")
        .property("payments.authentication.failures-per-address", "100000")
        .property("quarkus.log.category.\"org.mizani\".level", "DEBUG")
        .start()
        .awaitReady();
  }
}
