package org.mizani.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.vertx.core.http.HttpServerRequest;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Arrival of a connection's requests: each is limited in time from its first byte, the first one
 * from the connection on, to the last byte of its body. A connection whose request does not arrive
 * in time is closed. All calls are on the event loop of the connection.
 */
final class Arrival extends ChannelInboundHandlerAdapter {

  private final Duration limit;
  private ChannelHandlerContext connection;
  private boolean counted;
  private boolean ended;

  /** Whether bytes of a request are awaited, or have arrived and belong to no request yet. */
  private boolean inHead;

  /** The request that was not answered yet, or null. */
  private HttpServerRequest request;

  private long deadline;
  private ScheduledFuture<?> check;

  Arrival(Duration limit) {
    this.limit = limit;
  }

  @Override
  public void handlerAdded(ChannelHandlerContext context) {
    connection = context;
  }

  @Override
  public void channelActive(ChannelHandlerContext context) {
    counted = true;
    if (!ConnectionLimits.admit(context.channel())) {
      context.close();
      return;
    }
    begin();
    context.fireChannelActive();
  }

  @Override
  public void channelRead(ChannelHandlerContext context, Object bytes) {
    if (!ended && !inHead && request == null) {
      begin();
    }
    context.fireChannelRead(bytes);
  }

  @Override
  public void channelInactive(ChannelHandlerContext context) {
    if (counted) {
      ConnectionLimits.forget(context.channel());
    }
    end();
    context.fireChannelInactive();
  }

  /** The head of a request has arrived. */
  void headArrived(HttpServerRequest arrived) {
    if (!inHead) {
      // It has arrived, in part, before the one before it was answered.
      begin();
    }
    inHead = false;
    request = arrived;
  }

  /** The request was answered; the next one begins with its first byte. */
  void answered() {
    request = null;
  }

  /** No more limits: the connection serves several requests at once. */
  void end() {
    ended = true;
    inHead = false;
    request = null;
    if (check != null) {
      check.cancel(false);
      check = null;
    }
  }

  private void begin() {
    if (limit.isZero()) {
      return;
    }
    inHead = true;
    deadline = System.nanoTime() + limit.toNanos();
    // One check at a time: it is moved when it is due, not with each request.
    if (check == null) {
      schedule(limit.toNanos());
    }
  }

  private void schedule(long nanos) {
    check = connection.executor().schedule(this::closeIfLate, nanos, TimeUnit.NANOSECONDS);
  }

  private void closeIfLate() {
    check = null;
    if (!inHead && (request == null || request.isEnded())) {
      return;
    }
    long left = deadline - System.nanoTime();
    if (left > 0) {
      schedule(left);
    } else {
      connection.close();
    }
  }
}
