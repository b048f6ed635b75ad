package org.mizani;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;

import com.fasterxml.jackson.databind.JsonNode;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.time.Instant;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Random;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ConcurrentSkipListMap;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mizani.support.DailySeed;
import org.mizani.support.Rows;
import org.mizani.support.ServicePort;
import org.mizani.support.SwitchedSubmission;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;

/**
 * Random and hostile requests to every operation of both interfaces, made of the OpenAPI documents.
 * {@code -Dfuzz.requests} and {@code -Dfuzz.seed} set their number and seed.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(AloneProfile.class)
class FuzzApiTest {

  private static final int REQUESTS = Integer.getInteger("fuzz.requests", 3_000);
  private static final long SEED = DailySeed.of("fuzz.seed");
  private static final Logger LOG = Logger.getLogger(FuzzApiTest.class);
  private static final int CLIENTS = 6;
  private static final Duration SLOW = Duration.ofSeconds(1);

  /** Internals that no refusal may show. */
  private static final Pattern INTERNALS =
      Pattern.compile(
          "Exception|\\bat [a-z]+\\.[a-z]|io\\.quarkus|io\\.vertx|org\\.mizani|com\\.fasterxml"
              + "|\\bSELECT\\b|\\bINSERT\\b|PSQL|pg_|stack");

  @Inject BusinessAtWork business;
  @Inject Rows rows;

  private final HttpClient http =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).connectTimeout(PATIENCE).build();
  private final Queue<String> offences = new ConcurrentLinkedQueue<>();
  private final Map<Integer, AtomicInteger> statuses = new ConcurrentSkipListMap<>();
  private final Map<String, Set<String>> acknowledged = new ConcurrentHashMap<>();
  private final AtomicInteger topUps = new AtomicInteger();
  private final AtomicInteger slowAtFirst = new AtomicInteger();

  private String partner;
  private String operator;
  private long lastRate;
  private List<DocumentedCall> calls;

  @Test
  void noRequestCausesAFaultOrAnUnacknowledgedPayment() throws Exception {
    // Given: operators change another business than the one that sends
    BusinessAtWork.Started sender = business.start();
    Map<String, String> pathValues = new HashMap<>(business.start().pathValues());
    calls = new ArrayList<>(calls("/business/", sender.pathValues()));
    // All clients have one operator's token, which a log-out would end.
    calls("/operator/", pathValues).stream()
        .filter(call -> !call.operation().id().equals("logOutOperator"))
        .forEach(calls::add);
    String tomorrow = Instant.now().plus(Duration.ofDays(1)).toString();
    calls.stream()
        .filter(call -> call.operation().id().equals("createBulk"))
        .findFirst()
        .map(call -> call.with("executeAt", tomorrow))
        .ifPresent(calls::add);
    partner = sender.partner().token();
    operator = TestOperator.token();
    lastRate = rows.count("SELECT max(id) FROM fx_rate");
    Set<String> payoutsBefore = ids("payout");
    Set<String> collectionsBefore = ids("collection");
    long topUpsBefore = transfersOf("top_up");

    // When
    var clients = Executors.newFixedThreadPool(CLIENTS);
    List<Future<?>> underWay = new ArrayList<>();
    for (int i = 0; i < CLIENTS; i++) {
      Random random = new Random(SEED + i);
      underWay.add(clients.submit(() -> send(random, REQUESTS / CLIENTS + 1)));
    }
    for (Future<?> one : underWay) {
      one.get();
    }
    clients.shutdown();

    // Then
    LOG.infof(
        "%d requests of seed %d: %s, slow at first %d",
        REQUESTS, SEED, statuses, slowAtFirst.get());
    assertThat(offences).as("seed %d", SEED).isEmpty();
    assertThat(statuses.keySet()).contains(200, 201, 400, 401, 404);
    assertThat(without(ids("payout"), payoutsBefore))
        .isNotEmpty()
        .isEqualTo(acknowledgedIds("serviceReference"));
    assertThat(without(ids("collection"), collectionsBefore))
        .isNotEmpty()
        .isEqualTo(acknowledgedIds("id"));
    assertThat(transfersOf("top_up") - topUpsBefore).isPositive().isEqualTo(topUps.get());
    assertThat(transfersOf("hold")).isEqualTo(rows.count("SELECT count(*) FROM payout"));
    rows.assertBooksBalance();
  }

  /**
   * Removes the rates that operators have entered, resumes the rail and switches submissions on,
   * for the tests that follow.
   */
  @AfterEach
  void undoChangesOfOperators() {
    rows.execute("DELETE FROM fx_rate WHERE id > $1", lastRate);
    assertThat(
            TestOperator.request()
                .body(Map.of("reason", "the test is over"))
                .post("/operator/rails/simulator/resume")
                .statusCode())
        .isEqualTo(200);
    SwitchedSubmission.to("on");
  }

  private static List<DocumentedCall> calls(String beginning, Map<String, String> pathValues) {
    return new RouteCalls(List.of(ContractDocument.read(), ContractDocument.readOperators()))
        .below(beginning, pathValues);
  }

  private void send(Random random, int requests) {
    HostileCalls hostile = new HostileCalls(random);
    for (int i = 0; i < requests; i++) {
      DocumentedCall call = calls.get(random.nextInt(calls.size()));
      send(hostile.like(call), random.nextInt(20) == 0 ? "" : tokenFor(call));
    }
  }

  private String tokenFor(DocumentedCall call) {
    return call.operation().path().startsWith("/operator/") ? operator : partner;
  }

  private void send(DocumentedCall call, String token) {
    try {
      HttpRequest request = request(call, token);
      long begun = System.nanoTime();
      HttpResponse<String> answer = http.send(request, BodyHandlers.ofString());
      if (System.nanoTime() - begun > SLOW.toNanos()) {
        slowAtFirst.incrementAndGet();
        examineSlow(call, request);
      }
      examine(call, answer);
    } catch (Exception e) {
      offences.add(e + " at " + call.operation().route() + " " + shortened(call.body()));
    }
  }

  /**
   * Repeats a slow request until it is quick once: a busy machine is slow for a while, an expensive
   * request is slow each time.
   */
  private void examineSlow(DocumentedCall call, HttpRequest request) throws Exception {
    long givenUp = System.nanoTime() + PATIENCE.toNanos();
    long begun;
    do {
      begun = System.nanoTime();
      if (begun > givenUp) {
        offences.add("Slow each time: " + call.target() + " " + shortened(call.body()));
        return;
      }
      examine(call, http.send(request, BodyHandlers.ofString()));
    } while (System.nanoTime() - begun > SLOW.toNanos());
  }

  private static HttpRequest request(DocumentedCall call, String token) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(
                URI.create("http://localhost:" + ServicePort.number() + call.target()))
            .timeout(PATIENCE);
    if (!token.isEmpty()) {
      request.header("Authorization", "Bearer " + token);
    }
    if (call.operation().hasBody()) {
      request.header("Content-Type", "application/json");
    }
    return request.method(call.operation().method(), BodyPublishers.ofString(call.body())).build();
  }

  private void examine(DocumentedCall call, HttpResponse<String> answer) throws Exception {
    int status = answer.statusCode();
    statuses.computeIfAbsent(status, any -> new AtomicInteger()).incrementAndGet();
    if (status >= 500) {
      offences.add(described(call, answer));
    } else if (status >= 400) {
      JsonNode body = ContractDocument.JSON.readTree(answer.body());
      if (!body.has("error") && !body.has("message") || INTERNALS.matcher(answer.body()).find()) {
        offences.add(described(call, answer));
      }
    } else {
      keepAcknowledged(call.operation().route(), answer);
    }
  }

  private void keepAcknowledged(String route, HttpResponse<String> answer) throws Exception {
    boolean refund = route.endsWith("/refund");
    if (answer.statusCode() != 201 && !refund) {
      return;
    }
    JsonNode body = ContractDocument.JSON.readTree(answer.body());
    if (route.startsWith("POST /business/payout/") || refund) {
      acknowledgedIds("serviceReference").add(body.path("serviceReference").asText());
    } else if (route.equals("POST /business/payouts/bulk")) {
      for (JsonNode item : body.path("items")) {
        if (item.has("serviceReference")) {
          acknowledgedIds("serviceReference").add(item.path("serviceReference").asText());
        }
      }
    } else if (route.endsWith("/refunds")) {
      acknowledgedIds("serviceReference").add(body.path("id").asText());
    } else if (route.equals("POST /business/collections")) {
      acknowledgedIds("id").add(body.path("id").asText());
    } else if (route.endsWith("/top-ups")) {
      topUps.incrementAndGet();
    }
  }

  private Set<String> acknowledgedIds(String field) {
    return acknowledged.computeIfAbsent(field, any -> ConcurrentHashMap.newKeySet());
  }

  private static String described(DocumentedCall call, HttpResponse<String> answer) {
    return answer.statusCode()
        + " "
        + shortened(answer.body())
        + " to "
        + call.operation().method()
        + " "
        + shortened(call.target())
        + " "
        + shortened(call.body());
  }

  private static String shortened(String text) {
    return text.length() <= 600 ? text : text.substring(0, 600) + "…";
  }

  private Set<String> ids(String table) {
    return rows.execute("SELECT id FROM " + table).stream()
        .map(row -> row.getUUID("id").toString())
        .collect(Collectors.toSet());
  }

  private static Set<String> without(Set<String> all, Set<String> some) {
    return all.stream().filter(id -> !some.contains(id)).collect(Collectors.toSet());
  }

  private long transfersOf(String kind) {
    return rows.count("SELECT count(*) FROM ledger_transfer WHERE kind = $1", kind);
  }
}
