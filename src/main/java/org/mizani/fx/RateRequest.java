package org.mizani.fx;

import io.vertx.core.Future;
import io.vertx.core.Promise;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClientResponse;

/** One request to the source of rates. Whatever it does, the exchange ends once. */
final class RateRequest {

  private static final int OK = 200;

  private final int mostBytes;
  private final Promise<Buffer> body = Promise.promise();
  private final Buffer received = Buffer.buffer();
  // Written on the connection's event loop, read on that of the timer.
  private volatile HttpClientRequest request;

  RateRequest(int mostBytes) {
    this.mostBytes = mostBytes;
  }

  /** The whole body of a 200; fails otherwise. */
  Future<Buffer> body() {
    return body.future();
  }

  void begin(HttpClientRequest connected) {
    request = connected;
    if (body.future().isComplete()) {
      connected.reset();
      return;
    }
    connected.send().onSuccess(this::read).onFailure(this::fail);
  }

  void timeOut() {
    fail(new IllegalStateException("no whole answer in time"));
  }

  void fail(Throwable failure) {
    body.tryFail(failure);
    HttpClientRequest begun = request;
    if (begun != null) {
      begun.reset();
    }
  }

  private void read(HttpClientResponse response) {
    response.exceptionHandler(this::fail);
    if (response.statusCode() != OK) {
      fail(new IllegalStateException("the answer is " + response.statusCode()));
      return;
    }
    response.handler(this::take);
    response.endHandler(ended -> body.tryComplete(received));
  }

  private void take(Buffer chunk) {
    if (received.length() + chunk.length() > mostBytes) {
      fail(new IllegalStateException("the answer is longer than " + mostBytes + " bytes"));
    } else {
      received.appendBuffer(chunk);
    }
  }
}
