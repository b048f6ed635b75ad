package org.mizani.webhook;

import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientRequest;
import io.vertx.core.http.HttpClosedException;
import io.vertx.core.http.HttpConnection;
import io.vertx.core.http.HttpHeaders;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.PoolOptions;
import io.vertx.core.http.RequestOptions;
import io.vertx.core.net.SocketAddress;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.net.InetAddress;
import java.net.InetSocketAddress;
import java.time.Instant;
import java.time.InstantSource;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.WeakHashMap;
import java.util.concurrent.atomic.AtomicInteger;
import org.mizani.webhook.AttemptOutcome.Unanswered;
import org.mizani.webhook.SignedHeaders.SigningKeys;
import org.mizani.webhook.address.CallbackUrl;
import org.mizani.webhook.address.ReceiverAddresses;
import org.mizani.webhook.queue.WebhookDelivery;

/**
 * HTTP client of the receivers: HTTP/1.1, TLS verified, no redirects; time, bytes read and
 * connections are bounded. A receiver may close a kept connection just as it is used again: then
 * the attempt goes on at once over a new one (RFC 9112, 9.3.1), and only once.
 */
@Singleton
final class WebhookSender {

  private final Vertx vertx;
  private final ReceiverAddresses addresses;
  private final InstantSource clock;
  private final WebhookConfig.Http config;
  private final HttpClient client;

  /** Keeps no connection, so that each is a new one. */
  private final HttpClient anew;

  private final AtomicInteger connections = new AtomicInteger();

  /** Connections that have been used, as long as they are of use to anybody. */
  private final Set<HttpConnection> used =
      Collections.newSetFromMap(Collections.synchronizedMap(new WeakHashMap<>()));

  /** Webhook on its way, and the addresses of its receiver. */
  private record Message(
      CallbackUrl url, List<InetAddress> to, Map<String, String> headers, Buffer body) {}

  @Inject
  WebhookSender(
      Vertx vertx, ReceiverAddresses addresses, InstantSource clock, WebhookConfig config) {
    this(vertx, addresses, clock, config, options(config.http()));
  }

  WebhookSender(
      Vertx vertx,
      ReceiverAddresses addresses,
      InstantSource clock,
      WebhookConfig config,
      HttpClientOptions options) {
    this.vertx = vertx;
    this.addresses = addresses;
    this.clock = clock;
    this.config = config.http();
    PoolOptions bound = new PoolOptions().setHttp1MaxSize(config.limits().mostInFlight());
    this.client = client(options, bound);
    this.anew = client(new HttpClientOptions(options).setKeepAlive(false), bound);
  }

  private HttpClient client(HttpClientOptions options, PoolOptions bound) {
    return vertx
        .httpClientBuilder()
        .with(options)
        .with(bound)
        .withConnectHandler(this::count)
        .build();
  }

  static HttpClientOptions options(WebhookConfig.Http config) {
    return new HttpClientOptions()
        .setConnectTimeout((int) config.connectTimeout().toMillis())
        .setKeepAliveTimeout((int) config.keepAlive().toSeconds())
        .setTrustAll(false)
        .setVerifyHost(true);
  }

  /** Makes one attempt, signed with these keys. Fails only where it cannot be signed. */
  Future<AttemptOutcome> send(WebhookDelivery delivery, Instant at, SigningKeys keys) {
    return Future.succeededFuture(keys)
        .map(own -> SignedHeaders.headers(delivery.id(), at, delivery.body(), own))
        .compose(headers -> send(delivery.businessId(), delivery.url(), headers, delivery.body()));
  }

  /**
   * Makes one attempt. Always succeeds with an outcome, at the latest when the time-out has passed.
   *
   * @param headers the signatures of the body
   */
  Future<AttemptOutcome> send(
      long businessId, CallbackUrl url, Map<String, String> headers, byte[] body) {
    Exchange exchange = new Exchange(config.responseBytes(), clock);
    long timer = vertx.setTimer(config.timeout().toMillis(), fired -> exchange.timeOut());
    Future.succeededFuture(url)
        .compose(to -> addresses.of(businessId, to))
        .map(found -> new Message(url, found, headers, Buffer.buffer(body)))
        .compose(message -> exchange(message, exchange))
        .onFailure(exchange::fail);
    return exchange.outcome().onComplete(ended -> vertx.cancelTimer(timer));
  }

  private Future<Void> exchange(Message message, Exchange exchange) {
    return connect(client, message, 0)
        .recover(
            failure ->
                failure instanceof HttpClosedException
                    ? connect(anew, message, 0)
                    : Future.failedFuture(failure))
        .compose(
            request -> {
              boolean kept = !used.add(request.connection());
              return exchange
                  .begin(withHeaders(request, message.headers()), message.body())
                  .recover(
                      failure ->
                          kept && Unanswered.because(failure).equals(Unanswered.CLOSED)
                              ? exchangeAnew(message, exchange)
                              : Future.failedFuture(failure));
            });
  }

  private Future<Void> exchangeAnew(Message message, Exchange exchange) {
    return connect(anew, message, 0)
        .compose(
            request -> exchange.begin(withHeaders(request, message.headers()), message.body()));
  }

  private Future<HttpClientRequest> connect(HttpClient client, Message message, int place) {
    CallbackUrl url = message.url();
    List<InetAddress> found = message.to();
    SocketAddress server =
        SocketAddress.inetSocketAddress(new InetSocketAddress(found.get(place), url.port()));
    RequestOptions options =
        new RequestOptions()
            .setMethod(HttpMethod.POST)
            .setServer(server)
            .setHost(url.hostName())
            .setPort(url.port())
            .setSsl(url.secure())
            .setURI(url.target())
            .setFollowRedirects(false);
    return client
        .request(options)
        .recover(
            failure ->
                place + 1 < found.size()
                    ? connect(client, message, place + 1)
                    : Future.failedFuture(failure));
  }

  private HttpClientRequest withHeaders(HttpClientRequest request, Map<String, String> headers) {
    request.putHeader(HttpHeaders.CONTENT_TYPE, "application/json");
    request.putHeader(HttpHeaders.USER_AGENT, config.userAgent());
    headers.forEach(request::putHeader);
    if (connections.get() > config.connections()) {
      request.putHeader(HttpHeaders.CONNECTION, HttpHeaders.CLOSE);
    }
    return request;
  }

  private void count(HttpConnection connection) {
    connections.incrementAndGet();
    connection.closeHandler(closed -> connections.decrementAndGet());
    // Its exchange fails as well; without a handler Vert.x logs an error for a broken receiver.
    connection.exceptionHandler(broken -> {});
  }

  @PreDestroy
  void close() {
    client.close();
    anew.close();
  }
}
