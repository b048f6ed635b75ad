package org.mizani.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.vertx.core.Future;
import io.vertx.core.Handler;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;
import java.lang.reflect.InvocationHandler;
import java.lang.reflect.Proxy;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Optional;
import org.junit.jupiter.api.Test;
import org.mizani.webhook.AttemptOutcome.Answered;
import org.mizani.webhook.AttemptOutcome.Unanswered;

/** Exchange whose answer has come, and ended, before its sender gets on. */
class ExchangeTest {

  private final Exchange exchange =
      new Exchange(1024, InstantSource.fixed(Instant.parse("2026-11-24T12:00:00Z")));

  private final Promise<HttpClientResponse> answer = Promise.promise();
  private Handler<?> atEnd;
  private boolean ended;

  @Test
  void anAnswerThatEndsAtOnceIsRead() {
    exchange.begin(request(), Buffer.buffer("{}"));

    assertThat(exchange.outcome().result()).isEqualTo(new Answered(200, Optional.empty()));
  }

  @Test
  void anAttemptEndsOnce() {
    exchange.begin(request(), Buffer.buffer("{}"));
    exchange.timeOut();

    assertThat(exchange.outcome().result()).isEqualTo(new Answered(200, Optional.empty()));
  }

  @Test
  void aTimeOutBeforeTheRequestSendsNothing() {
    exchange.timeOut();

    exchange.begin(request(), Buffer.buffer("{}"));

    assertThat(exchange.outcome().result()).isEqualTo(Unanswered.TIMED_OUT);
    assertThat(ended).isFalse();
  }

  /** As another thread sees a connection that answers while it sends. */
  private HttpClientRequest request() {
    return proxy(
        HttpClientRequest.class,
        (proxy, method, arguments) ->
            switch (method.getName()) {
              case "response" -> answer.future();
              case "end" -> {
                respond();
                yield Future.succeededFuture();
              }
              case "send" -> {
                respond();
                yield answer.future();
              }
              case "reset" -> true;
              default -> throw new UnsupportedOperationException(method.toString());
            });
  }

  private void respond() {
    answer.complete(
        proxy(
            HttpClientResponse.class,
            (proxy, method, arguments) ->
                switch (method.getName()) {
                  case "statusCode" -> 200;
                  case "getHeader" -> null;
                  case "handler", "exceptionHandler" -> unlessEnded(proxy);
                  case "endHandler" -> {
                    atEnd = (Handler<?>) arguments[0];
                    yield unlessEnded(proxy);
                  }
                  default -> throw new UnsupportedOperationException(method.toString());
                }));
    if (atEnd != null) {
      atEnd.handle(null);
    }
    ended = true;
  }

  private Object unlessEnded(Object response) {
    if (ended) {
      throw new IllegalStateException();
    }
    return response;
  }

  private static <T> T proxy(Class<T> type, InvocationHandler handler) {
    return type.cast(
        Proxy.newProxyInstance(
            ExchangeTest.class.getClassLoader(), new Class<?>[] {type}, handler));
  }
}
