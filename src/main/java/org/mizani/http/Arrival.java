package org.mizani.http;

import io.netty.channel.ChannelHandlerContext;
import io.netty.channel.ChannelInboundHandlerAdapter;
import io.netty.handler.codec.http.HttpRequest;
import io.netty.handler.codec.http.LastHttpContent;
import java.time.Duration;
import java.util.concurrent.ScheduledFuture;
import java.util.concurrent.TimeUnit;

/**
 * Arrival of a connection's requests: each is limited in time from its first byte, the first one
 * from the connection on, to its last byte. A connection whose request does not arrive in time is
 * closed. All counts where bytes arrive: a request that the service reads later, or refuses unread,
 * has arrived with its last byte. All calls are on the event loop of the connection.
 */
final class Arrival extends ChannelInboundHandlerAdapter {

  /** The server's name for the handler that makes requests of bytes; HTTP/2 has another one. */
  private static final String DECODER = "httpDecoder";

  private final Duration limit;
  private ChannelHandlerContext connection;
  private boolean counted;
  private boolean followed;
  private boolean ended;

  /** Whether a request's first byte is awaited or has arrived, and its last one has not. */
  private boolean arriving;

  /** Requests that are with the service: their answers have not ended. */
  private int underWay;

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
    if (!arriving) {
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

  /**
   * A request's head has come to the service. The first one begins to follow the decoder, which is
   * there by then; its own end leaves the decoder after this.
   */
  void headArrived() {
    underWay++;
    if (ended || followed) {
      return;
    }
    if (connection.pipeline().context(DECODER) == null) {
      end();
      return;
    }
    followed = true;
    connection.pipeline().addAfter(DECODER, null, new Decoded());
  }

  /** The answer to a request has ended. */
  void answered() {
    underWay--;
  }

  /** No more limits: the connection serves several requests at once. */
  void end() {
    ended = true;
    arriving = false;
    if (check != null) {
      check.cancel(false);
      check = null;
    }
  }

  private void begin() {
    if (ended || limit.isZero()) {
      return;
    }
    arriving = true;
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
    if (!arriving) {
      return;
    }
    if (underWay > 0 && !connection.channel().config().isAutoRead()) {
      // The server reads on when the service has answered: its client may have sent all of it.
      begin();
      return;
    }
    long left = deadline - System.nanoTime();
    if (left > 0) {
      schedule(left);
    } else {
      connection.close();
    }
  }

  /** Requests as they leave the decoder, before any is held back for its turn. */
  private final class Decoded extends ChannelInboundHandlerAdapter {

    @Override
    public void channelRead(ChannelHandlerContext context, Object part) {
      if (!arriving && part instanceof HttpRequest) {
        // Its first bytes came together with the last ones of the request before it.
        begin();
      }
      if (part instanceof LastHttpContent) {
        arriving = false;
      }
      context.fireChannelRead(part);
    }
  }
}
