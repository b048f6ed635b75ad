package org.mizani.rail.http;

import io.quarkus.rest.client.reactive.QuarkusRestClientBuilder;
import io.vertx.core.Vertx;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpClientResponse;
import io.vertx.core.http.HttpConnection;
import java.net.URI;
import java.time.Duration;
import java.util.concurrent.TimeUnit;
import org.jboss.resteasy.reactive.client.api.QuarkusRestClientProperties;
import org.mizani.rail.RailSettings;

/**
 * Makes REST clients for connectors. A client follows no redirects, uses no proxy, and breaks a
 * connection off whose answer is larger than allowed. It answers any status alike: the connector
 * decides what a status means.
 */
public final class NetworkClients {

  private static final int MAX_HEADER_BYTES = 16_384;
  private static final String NO_PROXY = "none";

  private NetworkClients() {}

  /**
   * Limits of a client.
   *
   * @param timeout the longest time for an answer
   * @param connections the most calls under way at once, each on a connection of its own
   * @param keepAlive the time after which an unused connection is closed
   * @param maxAnswerBytes the largest answer
   */
  public record Limits(
      Duration connectTimeout,
      Duration timeout,
      int connections,
      Duration keepAlive,
      int maxAnswerBytes) {

    private static Limits of(RailSettings.Rail settings) {
      return new Limits(
          settings.connectTimeout(),
          settings.timeout(),
          settings.connections(),
          settings.keepAlive(),
          settings.maxAnswerBytes());
    }
  }

  /**
   * A client of this interface, with the limits of a rail.
   *
   * @param api whose methods answer {@code Uni<Response>}, for {@link NetworkAnswer}
   * @param filters of its requests, such as those that sign them
   */
  public static <T> T build(Class<T> api, URI base, RailSettings.Rail settings, Object... filters) {
    return build(api, base, Limits.of(settings), filters);
  }

  /** A client of this interface, with limits of its own. */
  public static <T> T build(Class<T> api, URI base, Limits settings, Object... filters) {
    QuarkusRestClientBuilder builder =
        QuarkusRestClientBuilder.newBuilder()
            .baseUri(base)
            .connectTimeout(settings.connectTimeout().toMillis(), TimeUnit.MILLISECONDS)
            .readTimeout(settings.timeout().toMillis(), TimeUnit.MILLISECONDS)
            .followRedirects(false)
            .proxyAddress(NO_PROXY, 0)
            .disableDefaultMapper(true)
            // The framework sets it in the options, or 50 where this property says nothing.
            .property(QuarkusRestClientProperties.CONNECTION_POOL_SIZE, settings.connections())
            .httpClientOptions(
                new HttpClientOptions()
                    .setMaxHeaderSize(MAX_HEADER_BYTES)
                    .setKeepAliveTimeout((int) settings.keepAlive().toSeconds())
                    .setVerifyHost(true))
            .httpClientRequestCustomizer(
                request -> request.response().onSuccess(response -> limit(response, settings)));
    for (Object filter : filters) {
      builder.register(filter);
    }
    return builder.build(api);
  }

  /**
   * Ends the connection under an answer that is too large, or not whole in time. The client gathers
   * the body beside this handler.
   */
  private static void limit(HttpClientResponse response, Limits settings) {
    HttpConnection connection = response.request().connection();
    Vertx vertx = Vertx.currentContext().owner();
    long timer = vertx.setTimer(settings.timeout().toMillis(), fired -> connection.close());
    response.end().onComplete(ended -> vertx.cancelTimer(timer));
    int[] received = {0};
    response.handler(
        part -> {
          received[0] += part.length();
          if (received[0] > settings.maxAnswerBytes()) {
            connection.close();
          }
        });
  }
}
