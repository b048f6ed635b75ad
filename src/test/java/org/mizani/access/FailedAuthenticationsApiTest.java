package org.mizani.access;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.BehindProxyProfile.FAILURES_PER_ADDRESS;
import static org.mizani.support.BehindProxyProfile.FAILURES_PER_KEY;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.Request.given;

import io.micrometer.core.instrument.simple.SimpleMeterRegistry;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Transaction;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.atomic.AtomicInteger;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.database.Database;
import org.mizani.database.DatabaseConfig;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.operator.access.OwnPort;
import org.mizani.support.BehindProxyProfile;
import org.mizani.support.Eventually;
import org.mizani.support.PatientPool;
import org.mizani.support.Request;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Limit of failed authentications. Each test uses addresses of its own, which a proxy reports. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(BehindProxyProfile.class)
class FailedAuthenticationsApiTest {

  /** Without those of earlier minutes, which a job removes. */
  private static final String COUNTED =
      "SELECT count(*) FROM failed_authentication WHERE starts_at = date_trunc('minute', now())";

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject Database database;
  @Inject AuthenticationConfig config;
  @Inject DatabaseConfig databaseConfig;
  @Inject Pool pool;
  @Inject OwnPort operators;

  private String address;
  private SameMinute minute;

  @BeforeEach
  void prepareMinute() {
    minute = new SameMinute(rows);
  }

  @Test
  void afterManyWrongSecretsTheRightOneIsRefusedToo() throws Exception {
    minute.run(
        () -> {
          address = anAddress();
          Partner partner = partners.create(Map.of());

          List<Response> guesses =
              guesses(8, i -> authenticate(address, partner.apiKey(), "guess " + i));
          Response right = authenticate(address, partner.apiKey(), partner.apiSecret());

          assertThat(guesses)
              .extracting(Response::statusCode)
              .containsExactly(401, 401, 401, 401, 401, 429, 429, 429);
          assertRefused(right, 429, "rate limit exceeded");
          assertThat(Integer.parseInt(right.header("Retry-After"))).isBetween(1, 60);
        });
  }

  @Test
  void theRightSecretIsStillAcceptedFromAnotherAddress() throws Exception {
    minute.run(
        () -> {
          address = anAddress();
          Partner partner = partners.create(Map.of());
          guesses(8, i -> authenticate(address, partner.apiKey(), "guess " + i));

          Response elsewhere = authenticate(anAddress(), partner.apiKey(), partner.apiSecret());

          assertThat(elsewhere.statusCode()).isEqualTo(200);
        });
  }

  @Test
  void anotherKeyIsStillAcceptedFromTheSameAddress() throws Exception {
    minute.run(
        () -> {
          address = anAddress();
          Partner guessed = partners.create(Map.of());
          Partner neighbour = partners.create(Map.of());
          guesses(8, i -> authenticate(address, guessed.apiKey(), "guess " + i));

          assertThat(authenticate(address, neighbour.apiKey(), neighbour.apiSecret()).statusCode())
              .isEqualTo(200);
        });
  }

  @Test
  void manyKeysFromOneAddressAreRefused() throws Exception {
    minute.run(
        () -> {
          address = anAddress();
          List<Response> guesses = guesses(15, i -> authenticate(address, "pk_test_" + i, "guess"));

          assertThat(guesses.subList(0, FAILURES_PER_ADDRESS))
              .allMatch(guess -> guess.statusCode() == 401);
          assertThat(guesses.subList(FAILURES_PER_ADDRESS, 15))
              .allMatch(guess -> guess.statusCode() == 429);
          assertThat(authenticate(anAddress(), "pk_test_0", "guess").statusCode()).isEqualTo(401);
        });
  }

  @Test
  void allAddressesOfAnIpv6NetworkShareALimit() throws Exception {
    minute.run(
        () -> {
          address = anAddress();
          String network = "2001:db8:" + hex() + ":" + hex() + ":";

          List<Response> guesses =
              guesses(15, i -> authenticate(network + ":" + i, "pk_test_" + i, "guess"));

          assertThat(guesses.subList(FAILURES_PER_ADDRESS, 15))
              .allMatch(guess -> guess.statusCode() == 429);
        });
  }

  @Test
  void anUnknownKeyIsLimitedLikeAKnownOne() throws Exception {
    minute.run(
        () -> {
          address = anAddress();
          String nobodys = "pk_test_" + UUID.randomUUID();

          assertThat(guesses(7, i -> authenticate(address, nobodys, "guess " + i)))
              .extracting(Response::statusCode)
              .containsExactly(401, 401, 401, 401, 401, 429, 429);
        });
  }

  @Test
  void successfulAuthenticationsDoNotCount() throws Exception {
    minute.run(
        () -> {
          address = anAddress();
          Partner partner = partners.create(Map.of());

          assertThat(guesses(20, i -> authenticate(address, partner.apiKey(), partner.apiSecret())))
              .allMatch(answer -> answer.statusCode() == 200);
        });
  }

  @Test
  void operatorCredentialsAreLimitedAndCountedApart() throws Exception {
    minute.run(
        () -> {
          address = anAddress();
          guesses(8, i -> authenticate(address, TestOperator.KEY, "guess " + i));
          List<Response> guesses = guesses(7, i -> authenticateOperator(address, "guess " + i));

          assertThat(guesses)
              .extracting(Response::statusCode)
              .containsExactly(401, 401, 401, 401, 401, 429, 429);
          assertRefused(
              authenticateOperator(address, TestOperator.SECRET), 429, "rate limit exceeded");
          assertThat(authenticateOperator(anAddress(), TestOperator.SECRET).statusCode())
              .isEqualTo(200);
        });
  }

  @Test
  void twoPodsTogetherAnswerExactlyTheLimitOfConcurrentGuesses() throws Exception {
    minute.run(
        () -> {
          address = anAddress();
          List<FailedAuthentications> pods = List.of(pod(), pod());
          AuthenticationAttempt attempt = AuthenticationAttempt.of("business", "key", address);

          List<Integer> statuses =
              IntStream.range(0, 60)
                  .mapToObj(i -> guess(pods.get(i % 2), attempt).subscribeAsCompletionStage())
                  .toList()
                  .stream()
                  .map(answer -> answer.join())
                  .toList();

          assertThat(statuses.stream().filter(status -> status == 401)).hasSize(FAILURES_PER_KEY);
          assertThat(statuses.stream().filter(status -> status == 429))
              .hasSize(60 - FAILURES_PER_KEY);
        });
  }

  @Test
  void failuresAtOnePodBlockTheSecretAtAnother() throws Exception {
    minute.run(
        () -> {
          address = anAddress();
          AuthenticationAttempt attempt = AuthenticationAttempt.of("business", "key", address);
          FailedAuthentications first = pod();
          IntStream.range(0, FAILURES_PER_KEY)
              .forEach(i -> guess(first, attempt).await().indefinitely());

          Uni<Integer> right = status(pod(), attempt, Optional.of("whoever"), new AtomicInteger());

          assertThat(right.await().indefinitely()).isEqualTo(429);
        });
  }

  @Test
  void guessesBeyondTheLimitSkipVerificationAndStorage() throws Exception {
    minute.run(
        () -> {
          address = anAddress();
          FailedAuthentications pod = pod();
          AtomicInteger verified = new AtomicInteger();
          long before = rows.count(COUNTED);

          for (int i = 0; i < 100; i++) {
            AuthenticationAttempt another =
                AuthenticationAttempt.of("business", "key " + i, address);
            status(pod, another, Optional.empty(), verified).await().indefinitely();
          }

          assertThat(verified).as("the one after the last is what tells the pod").hasValue(13);
          assertThat(rows.count(COUNTED) - before)
              .as("the address and the keys within its limit")
              .isEqualTo(FAILURES_PER_ADDRESS + 1);
        });
  }

  @Test
  void aBurstOfGuessesUsesALimitedNumberOfConnections() throws Exception {
    minute.run(
        () -> {
          address = anAddress();
          // Given: no failure can be counted
          SqlConnection holder = pool.getConnectionAndAwait();
          Transaction transaction = holder.beginAndAwait();
          holder.query(PatientPool.STAY_IDLE).executeAndAwait();
          holder.query("LOCK TABLE failed_authentication IN EXCLUSIVE MODE").executeAndAwait();
          FailedAuthentications pod = pod();
          AuthenticationAttempt attempt = AuthenticationAttempt.of("business", "key", address);

          // When
          List<CompletableFuture<Integer>> answers =
              IntStream.range(0, 60)
                  .mapToObj(i -> guess(pod, attempt).subscribeAsCompletionStage())
                  .toList();

          // Then
          Eventually.eventually(
              () ->
                  rows.count(
                      "SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'"
                          + " AND query LIKE '%failed_authentication%'"),
              waiting -> waiting == config.countedAtOnce());
          transaction.rollbackAndAwait();
          holder.closeAndAwait();
          assertThat(answers.stream().map(CompletableFuture::join).filter(status -> status == 401))
              .hasSize(FAILURES_PER_KEY);
        });
  }

  @Test
  void theCountStartsAgainEachMinute() throws Exception {
    minute.run(
        () -> {
          address = anAddress();
          AuthenticationAttempt attempt = AuthenticationAttempt.of("business", "key", address);
          IntStream.range(0, 7).forEach(i -> guess(pod(), attempt).await().indefinitely());

          rows.execute(
              "UPDATE failed_authentication SET starts_at = starts_at - interval '1 minute'"
                  + " WHERE subject = $1",
              attempt.keyFromAddress());

          assertThat(guess(pod(), attempt).await().indefinitely()).isEqualTo(401);
        });
  }

  private FailedAuthentications pod() {
    return new FailedAuthentications(database, config, databaseConfig, new SimpleMeterRegistry());
  }

  private static Uni<Integer> guess(FailedAuthentications pod, AuthenticationAttempt attempt) {
    return status(pod, attempt, Optional.empty(), new AtomicInteger());
  }

  private static Uni<Integer> status(
      FailedAuthentications pod,
      AuthenticationAttempt attempt,
      Optional<String> found,
      AtomicInteger verified) {
    return pod.unlessTooMany(
            attempt,
            () -> {
              verified.incrementAndGet();
              return Uni.createFrom().item(found);
            })
        .replaceWith(200)
        .onFailure(ApiException.class)
        .recoverWithItem(failure -> failure.fault().status());
  }

  private static List<Response> guesses(int times, IntFunction<Response> guess) {
    return IntStream.range(0, times).mapToObj(guess).toList();
  }

  private static Response authenticate(String address, String key, String secret) {
    return post(given(), address, "/business/auth", Map.of("apiKey", key, "apiSecret", secret));
  }

  private Response authenticateOperator(String address, String secret) {
    return post(
        given().port(operators.number()),
        address,
        "/operator/auth",
        Map.of("operatorKey", TestOperator.KEY, "operatorSecret", secret));
  }

  private static Response post(
      Request request, String address, String path, Map<String, String> credentials) {
    return request
        .header("X-Forwarded-For", address)
        .contentType("application/json")
        .body(credentials)
        .post(path);
  }

  private static String anAddress() {
    ThreadLocalRandom random = ThreadLocalRandom.current();
    return "198." + random.nextInt(256) + "." + random.nextInt(256) + "." + random.nextInt(256);
  }

  private static String hex() {
    return Integer.toHexString(ThreadLocalRandom.current().nextInt(1, 65536));
  }
}
