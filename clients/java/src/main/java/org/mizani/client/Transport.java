package org.mizani.client;

import com.fasterxml.jackson.core.JsonProcessingException;
import java.net.ConnectException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.CompletableFuture;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ThreadLocalRandom;
import java.util.concurrent.TimeUnit;
import java.util.concurrent.TimeoutException;
import java.util.concurrent.locks.ReentrantLock;
import org.mizani.client.PaymentsException.NoAnswer;
import org.mizani.client.PaymentsException.NotAuthenticated;
import org.mizani.client.model.AuthAnswer;

/** Sends requests with the token that all threads share, and again where that is safe. */
final class Transport {

  private static final String AUTH = "/business/auth";
  private static final Set<Integer> TRANSIENT = Set.of(0, 500, 502, 503, 504);
  private static final long RENEW_BEFORE = 60;

  private final PaymentsClient.Builder options;
  private final Waits waits;
  private final HttpClient http;
  private final ReentrantLock renewal = new ReentrantLock();
  private volatile Token token;

  private record Token(String value, long renewAt) {}

  Transport(PaymentsClient.Builder options) {
    this.options = options;
    waits = options.waits;
    http =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .followRedirects(HttpClient.Redirect.NEVER)
            .connectTimeout(options.connectTimeout)
            .build();
  }

  <T> T call(Call call, Class<T> type) {
    return read(text(call), call, type);
  }

  String text(Call call) {
    return repeated(call, waits.nanos() + options.deadline.toNanos());
  }

  /** The body of the answer, after as many attempts as are safe and as the deadline allows. */
  private String repeated(Call call, long end) {
    boolean uncertain = false;
    for (int attempt = 1; ; attempt++) {
      try {
        return authenticated(call, end);
      } catch (PaymentsException failure) {
        boolean before = failure.isBeforeRequest();
        uncertain |= !before && call.kind() != Call.Kind.READ && failure.mayHaveHadEffect();
        boolean unknown = uncertain && (before || !failure.isDecided());
        failure.of(unknown, call.idempotencyKey());
        Duration wait = waitBefore(attempt + 1, failure);
        if (before
            || attempt >= options.maxAttempts
            || !isRepeatable(call, failure)
            || waits.nanos() + wait.toNanos() - end >= 0) {
          throw failure;
        }
        sleep(wait, failure);
      }
    }
  }

  /** One attempt, and another one with a new token where the service does not take this one. */
  private String authenticated(Call call, long end) {
    if (call.path().equals(AUTH)) {
      return send(call, null, end);
    }
    Token used = freshToken(null, end);
    try {
      return send(call, used, end);
    } catch (NotAuthenticated e) {
      if (!e.isOfToken()) {
        throw e;
      }
      return send(call, freshToken(used, end), end);
    }
  }

  /** The token, if it is not the refused one and does not end soon, or else a new one. */
  private Token freshToken(Token refused, long end) {
    if (isUsable(token, refused)) {
      return token;
    }
    try {
      if (!renewal.tryLock(Math.max(0, end - waits.nanos()), TimeUnit.NANOSECONDS)) {
        throw new NoAnswer("no token in time", null, false).beforeRequest();
      }
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new NoAnswer("interrupted", e, false).beforeRequest();
    }
    try {
      if (!isUsable(token, refused)) {
        long begin = waits.nanos();
        Call call =
            Call.ask(AUTH, Map.of("apiKey", options.apiKey, "apiSecret", options.apiSecret));
        AuthAnswer answer = authenticate(call, end);
        long life = Math.max(answer.getExpiresIn() - RENEW_BEFORE, answer.getExpiresIn() * 9L / 10);
        token = new Token(answer.getAccessToken(), begin + TimeUnit.SECONDS.toNanos(life));
      }
      return token;
    } finally {
      renewal.unlock();
    }
  }

  /** Tried often enough by itself: without a token the request that wants it is not tried again. */
  private AuthAnswer authenticate(Call call, long end) {
    try {
      return read(repeated(call, end), call, AuthAnswer.class);
    } catch (PaymentsException e) {
      throw e.beforeRequest();
    }
  }

  private boolean isUsable(Token known, Token refused) {
    return known != null && known != refused && waits.nanos() - known.renewAt() < 0;
  }

  private String send(Call call, Token bearer, long end) {
    HttpRequest.Builder request = HttpRequest.newBuilder(URI.create(options.baseUrl + call.path()));
    request.header("Accept", "application/json, text/csv");
    request.header("Content-Type", "application/json");
    if (bearer != null) {
      request.header("Authorization", "Bearer " + bearer.value());
    }
    if (call.idempotencyKey() != null) {
      request.header("Idempotency-Key", call.idempotencyKey());
    }
    request.method(
        call.method(),
        call.body() == null ? BodyPublishers.noBody() : BodyPublishers.ofString(call.body()));
    long limit = Math.max(1, Math.min(options.attemptTimeout.toNanos(), end - waits.nanos()));
    CompletableFuture<HttpResponse<String>> sent =
        http.sendAsync(request.build(), BodyHandlers.ofString());
    try {
      HttpResponse<String> answer = sent.get(limit, TimeUnit.NANOSECONDS);
      if (answer.statusCode() / 100 != 2) {
        throw PaymentsException.of(answer.statusCode(), answer.headers(), answer.body());
      }
      return answer.body();
    } catch (TimeoutException e) {
      throw new NoAnswer("no answer to " + call + ": the time was up", e, true);
    } catch (ExecutionException e) {
      boolean connected = !(e.getCause() instanceof ConnectException);
      throw new NoAnswer(
          "no answer to " + call + ": the connection broke", e.getCause(), connected);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new NoAnswer("no answer to " + call + ": interrupted", e, true);
    } finally {
      sent.cancel(true);
    }
  }

  private Duration waitBefore(int attempt, PaymentsException failure) {
    long most = options.backoff.toMillis() << (attempt - 2);
    long jittered = ThreadLocalRandom.current().nextLong(most / 2, most + 1);
    Duration asked = failure.retryAfter().orElse(Duration.ZERO);
    return asked.toMillis() > jittered ? asked : Duration.ofMillis(jittered);
  }

  private static boolean isRepeatable(Call call, PaymentsException failure) {
    if (Thread.currentThread().isInterrupted()) {
      return false;
    }
    return failure.status() == 429
        || TRANSIENT.contains(failure.status())
            && (call.kind() != Call.Kind.ONCE || !failure.mayHaveHadEffect());
  }

  private void sleep(Duration wait, PaymentsException failure) {
    try {
      waits.sleep(wait);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw failure;
    }
  }

  /** An answer that cannot be read is still an answer: the request has taken effect. */
  private static <T> T read(String body, Call call, Class<T> type) {
    try {
      return Json.read(body, type);
    } catch (JsonProcessingException e) {
      NoAnswer failure = new NoAnswer("no readable answer to " + call, e, true);
      failure.of(call.kind() != Call.Kind.READ, call.idempotencyKey());
      throw failure;
    }
  }
}
