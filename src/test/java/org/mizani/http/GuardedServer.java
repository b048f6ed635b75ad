package org.mizani.http;

import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpServer;
import io.vertx.core.http.HttpVersion;
import io.vertx.ext.web.Router;
import io.vertx.ext.web.RoutingContext;

/** Server of the service's kind, whose connections Netty gives the guard. */
final class GuardedServer implements AutoCloseable {

  /** The answer of {@code /unread}, which reads no request. */
  static final String REFUSED = "refused";

  private final Vertx vertx = Vertx.vertx();
  private final HttpServer server;

  GuardedServer() {
    Router router = Router.router(vertx);
    router.route().handler(SlowClients::follow);
    router.route().handler(GuardedServer::pause);
    router.route("/echo").handler(GuardedServer::echo);
    router.route("/unread").handler(exchange -> exchange.end(REFUSED));
    router.route("/late").handler(exchange -> vertx.setTimer(900, later -> exchange.end("late")));
    server =
        vertx
            .createHttpServer()
            .requestHandler(router)
            .listen(0, "127.0.0.1")
            .toCompletionStage()
            .toCompletableFuture()
            .join();
  }

  /** As the service does: a request is read when it is asked for its body. */
  private static void pause(RoutingContext exchange) {
    exchange.request().pause();
    exchange.next();
  }

  private static void echo(RoutingContext exchange) {
    exchange.request().body().onSuccess(exchange::end);
    exchange.request().resume();
  }

  int port() {
    return server.actualPort();
  }

  HttpClient clientOfHttp2(Runnable closed) {
    return vertx
        .httpClientBuilder()
        .with(new HttpClientOptions().setProtocolVersion(HttpVersion.HTTP_2))
        .withConnectHandler(made -> made.closeHandler(end -> closed.run()))
        .build();
  }

  @Override
  public void close() {
    vertx.close().toCompletionStage().toCompletableFuture().join();
  }
}
