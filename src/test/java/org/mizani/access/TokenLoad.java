package org.mizani.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Request.given;

import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.concurrent.ConcurrentLinkedQueue;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.stream.IntStream;
import org.mizani.support.Eventually;
import org.mizani.support.Response;
import org.mizani.support.ServiceProcess;

/**
 * Clients of one partner, or sessions of one operator, in rounds: each gets a token at one pod, and
 * uses it at all of them. Every answer but 200 is kept.
 */
final class TokenLoad implements AutoCloseable {

  private static final int ROUNDS = 5;

  private final String logIn;
  private final String read;
  private final List<ServiceProcess> pods;
  private final ExecutorService threads;
  private final List<AtomicInteger> rounds;
  private final Queue<String> unexpected = new ConcurrentLinkedQueue<>();
  private volatile Map<String, String> credentials;
  private volatile boolean over;

  private TokenLoad(
      String logIn, String read, Map<String, String> credentials, List<ServiceProcess> pods) {
    this.logIn = logIn;
    this.read = read;
    this.credentials = credentials;
    this.pods = pods;
    this.threads = Executors.newFixedThreadPool(pods.size());
    this.rounds = pods.stream().map(pod -> new AtomicInteger()).toList();
  }

  /** Begins with as many clients of a partner as there are pods. */
  static TokenLoad ofPartner(Map<String, String> credentials, ServiceProcess... pods) {
    return start("/business/auth", "/business/balance", credentials, pods);
  }

  /** Begins with as many sessions of an operator as there are pods. */
  static TokenLoad ofOperator(Map<String, String> credentials, ServiceProcess... pods) {
    return start("/operator/auth", "/operator/rates", credentials, pods);
  }

  private static TokenLoad start(
      String logIn, String read, Map<String, String> credentials, ServiceProcess... pods) {
    TokenLoad load = new TokenLoad(logIn, read, credentials, List.of(pods));
    IntStream.range(0, pods.length).forEach(i -> load.threads.execute(() -> load.run(i)));
    return load;
  }

  /** Logs in with other credentials from now on. */
  void goOverTo(Map<String, String> others) {
    credentials = others;
  }

  private void run(int client) {
    while (!over) {
      try {
        String token = token(pods.get(client));
        for (ServiceProcess pod : pods) {
          expectSuccess(answer(pod, token));
        }
      } catch (RuntimeException | AssertionError e) {
        unexpected.add(e.toString());
      }
      rounds.get(client).incrementAndGet();
    }
  }

  /** A token, got at this pod. */
  String token(ServiceProcess pod) {
    Response answer =
        given().contentType("application/json").body(credentials).post(pod.uri(logIn).toString());
    expectSuccess(answer);
    return answer.path("accessToken");
  }

  /** The answer of this pod to a request with a token. */
  Response answer(ServiceProcess pod, String token) {
    return given().header("Authorization", "Bearer " + token).get(pod.uri(read).toString());
  }

  private void expectSuccess(Response answer) {
    if (answer.statusCode() != 200) {
      unexpected.add(answer.statusCode() + " " + answer.asString());
    }
  }

  /** Waits until each client has begun and ended rounds, so that it uses no older token. */
  void awaitMoreRounds() throws Exception {
    List<Integer> before = rounds.stream().map(AtomicInteger::get).toList();
    for (int client = 0; client < rounds.size(); client++) {
      AtomicInteger done = rounds.get(client);
      int wanted = before.get(client) + ROUNDS;
      Eventually.holds(() -> assertThat(done.get()).isGreaterThanOrEqualTo(wanted));
    }
  }

  /** The answers so far that were not 200. */
  List<String> unexpected() {
    return List.copyOf(unexpected);
  }

  @Override
  public void close() {
    over = true;
    threads.shutdown();
    try {
      assertThat(threads.awaitTermination(PATIENCE.toSeconds(), TimeUnit.SECONDS)).isTrue();
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
    }
  }
}
