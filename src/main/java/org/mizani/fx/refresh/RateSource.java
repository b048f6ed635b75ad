package org.mizani.fx.refresh;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.runtime.Startup;
import io.smallrye.mutiny.Uni;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import io.vertx.mutiny.core.Vertx;
import io.vertx.mutiny.core.buffer.Buffer;
import io.vertx.mutiny.core.http.HttpClient;
import io.vertx.mutiny.core.http.HttpClientRequest;
import io.vertx.mutiny.core.http.HttpClientResponse;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;
import org.mizani.database.CallerContext;
import org.mizani.fx.FxConfig;

/**
 * HTTP source of the daily rates. The service does not start with invalid settings. It is called
 * with the Vert.x client, because the REST client bounds neither the whole exchange nor the bytes
 * of a response, and is one more extension to start.
 */
@Startup
@Singleton
final class RateSource {

  private static final int OK = 200;
  private static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private final Vertx vertx;
  private final FxConfig.Refresh config;
  private final RefreshSettings settings;

  RateSource(Vertx vertx, FxConfig config) {
    this.vertx = vertx;
    this.config = config.refresh();
    this.settings = RefreshSettings.of(this.config);
  }

  /** Whether a source is configured; without one there is no refresh. */
  boolean isConfigured() {
    return settings.url().isPresent();
  }

  /** The currency pairs to refresh. */
  List<RefreshSettings.Pair> pairs() {
    return settings.pairs();
  }

  /**
   * Requests the rates.
   *
   * @return the JSON of a 200; fails within the time-out for any other answer
   */
  Uni<JsonNode> request() {
    // A client of its own for each request: closing it ends whatever state the request is in.
    HttpClient client =
        vertx.createHttpClient(
            new HttpClientOptions()
                .setConnectTimeout((int) config.connectTimeout().toMillis())
                .setKeepAlive(false)
                .setVerifyHost(true));
    Uni<Buffer> body =
        client
            .request(options())
            .chain(HttpClientRequest::send)
            .chain(this::bodyOf)
            .ifNoItem()
            .after(config.timeout())
            .failWith(() -> new IllegalStateException("no complete answer in time"))
            .onTermination()
            .invoke(client::closeAndForget);
    return CallerContext.backTo(body).map(RateSource::parse);
  }

  private RequestOptions options() {
    RequestOptions options =
        new RequestOptions()
            .setMethod(HttpMethod.GET)
            .setAbsoluteURI(settings.url().orElseThrow())
            .setFollowRedirects(false)
            .putHeader("Accept", "application/json");
    config.authorization().ifPresent(header -> options.putHeader("Authorization", header));
    return options;
  }

  private Uni<Buffer> bodyOf(HttpClientResponse response) {
    if (response.statusCode() != OK) {
      return Uni.createFrom()
          .failure(new IllegalStateException("the answer is " + response.statusCode()));
    }
    Buffer body = Buffer.buffer();
    return response
        .toMulti()
        .invoke(chunk -> append(body, chunk))
        .collect()
        .last()
        .replaceWith(body);
  }

  private void append(Buffer body, Buffer chunk) {
    if (body.length() + chunk.length() > config.responseBytes()) {
      throw new IllegalStateException(
          "the answer is longer than " + config.responseBytes() + " bytes");
    }
    body.appendBuffer(chunk);
  }

  private static JsonNode parse(Buffer body) {
    try {
      return JSON.readTree(body.getBytes());
    } catch (IOException e) {
      throw new UncheckedIOException("the answer is not JSON", e);
    }
  }
}
