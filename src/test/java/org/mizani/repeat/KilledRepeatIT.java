package org.mizani.repeat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.TestPartners.collectionOf;
import static org.mizani.support.TestPartners.transferOf;

import java.io.IOException;
import java.net.Socket;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Path;
import java.sql.Connection;
import java.sql.ResultSet;
import java.sql.Statement;
import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.BooleanSupplier;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.support.Eventually;
import org.mizani.support.Json;
import org.mizani.support.KilledLoad;
import org.mizani.support.RawHttp;
import org.mizani.support.ServiceProcess;

/**
 * The service is killed in the middle of requests with idempotency keys, and all of them are sent
 * again.
 */
class KilledRepeatIT {

  private static final int ANSWERED_BEFORE_THE_KILL = 300;
  private static final int UNREAD = 4;

  private static final String CARRIED_OUT =
      """
      SELECT replace(key, 'key-', '')::integer FROM idempotency_key k
      WHERE EXISTS (SELECT FROM payout p WHERE p.id = k.payment_id)
        OR EXISTS (SELECT FROM collection c WHERE c.id = k.payment_id)
      """;

  @TempDir Path directory;

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Eventually.PATIENCE)
          .build();
  private final Map<Integer, String> answers = new ConcurrentHashMap<>();
  private final Map<Integer, String> refused = new ConcurrentHashMap<>();
  private final Set<Integer> unanswered = ConcurrentHashMap.newKeySet();
  private final AtomicInteger numbers = new AtomicInteger();

  @Test
  void eachRequestIsCarriedOutOnceAndAnsweredAlike() throws Exception {
    // Given
    try (ServiceProcess service = start()) {
      loadUntilKilled(service);
    }
    assertThat(refused).isEmpty();

    try (ServiceProcess service = start()) {
      String token = token(service);
      Set<Integer> carriedOut = carriedOut(service);
      assertThat(carriedOut).containsAll(answers.keySet());
      carriedOut.retainAll(unanswered);
      assertThat(carriedOut).hasSizeGreaterThanOrEqualTo(UNREAD);

      // When, then
      for (Map.Entry<Integer, String> answered : answers.entrySet()) {
        HttpResponse<String> repeat = send(service, token, answered.getKey());
        assertThat(repeat.statusCode() + " " + repeat.body())
            .isEqualTo("201 " + answered.getValue());
        assertThat(isReplayed(repeat)).isTrue();
      }
      for (int number : unanswered) {
        HttpResponse<String> repeat = send(service, token, number);
        assertThat(repeat.statusCode()).as(repeat.body()).isEqualTo(201);
        assertThat(isReplayed(repeat)).isEqualTo(carriedOut.contains(number));
      }
      int sent = answers.size() + unanswered.size();
      assertThat(service.number("select count(*) from payout"))
          .isEqualTo(sent - service.number("select count(*) from collection"));
      assertThat(service.number("select count(*) from idempotency_key")).isEqualTo(sent);
      assertThat(carriedOut(service)).hasSize(sent);
    }
  }

  private ServiceProcess start() {
    return ServiceProcess.in(directory)
        .sandbox()
        .property("payments.rate-limit-per-minute", "1000000")
        // A slow disk is no part of this test.
        .unhurried()
        .start()
        .awaitReady();
  }

  private void loadUntilKilled(ServiceProcess service) throws Exception {
    String token = token(service);
    List<Socket> unread = new ArrayList<>();
    KilledLoad.on(
        service,
        killed -> sendUntil(killed, service, token),
        () -> {
          Eventually.holds(
              () -> assertThat(answers).hasSizeGreaterThanOrEqualTo(ANSWERED_BEFORE_THE_KILL));
          for (int i = 0; i < UNREAD; i++) {
            unread.add(sendWithoutReading(service, token));
          }
          Eventually.holds(() -> assertThat(carriedOut(service)).containsAll(unanswered));
        });
    KilledLoad.awaitItsStatements(service);
    for (Socket socket : unread) {
      socket.close();
    }
  }

  private void sendUntil(BooleanSupplier killed, ServiceProcess service, String token) {
    while (!killed.getAsBoolean()) {
      int number = numbers.incrementAndGet();
      try {
        HttpResponse<String> answer = send(service, token, number);
        (answer.statusCode() == 201 ? answers : refused).put(number, answer.body());
      } catch (IOException e) {
        unanswered.add(number);
        return;
      }
    }
  }

  /**
   * Sends a request and does not read its answer: it is carried out, and lost with the connection.
   */
  private Socket sendWithoutReading(ServiceProcess service, String token) throws IOException {
    int number = numbers.incrementAndGet();
    unanswered.add(number);
    byte[] body = body(number).getBytes(StandardCharsets.UTF_8);
    String head =
        RawHttp.request(
            "POST " + path(number),
            "Authorization: Bearer " + token,
            "Content-Type: application/json",
            "Content-Length: " + body.length,
            "Idempotency-Key: key-" + number);
    Socket socket = new Socket(service.uri("").getHost(), service.uri("").getPort());
    socket.getOutputStream().write(head.getBytes(StandardCharsets.US_ASCII));
    socket.getOutputStream().write(body);
    socket.getOutputStream().flush();
    return socket;
  }

  /** The numbers of the requests whose key is recorded with a payment that exists. */
  private static Set<Integer> carriedOut(ServiceProcess service) throws Exception {
    Set<Integer> numbers = new HashSet<>();
    try (Connection connection = service.connectToDatabase();
        Statement statement = connection.createStatement();
        ResultSet rows = statement.executeQuery(CARRIED_OUT)) {
      while (rows.next()) {
        numbers.add(rows.getInt(1));
      }
    }
    return numbers;
  }

  private static boolean isReplayed(HttpResponse<String> answer) {
    return answer.headers().firstValue("Idempotency-Replayed").equals(Optional.of("true"));
  }

  /** A collection without a reference each fourth time, else a payout. */
  private HttpResponse<String> send(ServiceProcess service, String token, int number)
      throws IOException {
    return send(
        service,
        path(number),
        HttpRequest.newBuilder()
            .header("Authorization", "Bearer " + token)
            .header("Idempotency-Key", "key-" + number)
            .POST(BodyPublishers.ofString(body(number))));
  }

  private static String path(int number) {
    return collects(number) ? "/business/collections" : "/business/payout/transfer";
  }

  private static String body(int number) {
    return collects(number)
        ? Json.of(Json.with(collectionOf("any"), "reference", null))
        : Json.of(transferOf("payout-" + number));
  }

  private static boolean collects(int number) {
    return number % 4 == 0;
  }

  private String token(ServiceProcess service) throws IOException {
    String credentials = Json.of(Map.of("apiKey", "pk_test_demo", "apiSecret", "sk_test_demo"));
    String answer =
        send(
                service,
                "/business/auth",
                HttpRequest.newBuilder().POST(BodyPublishers.ofString(credentials)))
            .body();
    return answer.replaceFirst(".*\"accessToken\":\"([^\"]+)\".*", "$1");
  }

  private HttpResponse<String> send(
      ServiceProcess service, String path, HttpRequest.Builder request) throws IOException {
    try {
      return http.send(
          request
              .uri(service.uri(path))
              .header("Content-Type", "application/json")
              .timeout(Eventually.PATIENCE)
              .build(),
          BodyHandlers.ofString());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }
}
