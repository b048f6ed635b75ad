package org.mizani.fx;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.runtime.Startup;
import io.smallrye.mutiny.Uni;
import io.vertx.core.Future;
import io.vertx.core.Vertx;
import io.vertx.core.buffer.Buffer;
import io.vertx.core.http.HttpClient;
import io.vertx.core.http.HttpClientOptions;
import io.vertx.core.http.HttpMethod;
import io.vertx.core.http.RequestOptions;
import jakarta.annotation.PreDestroy;
import jakarta.inject.Singleton;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.List;

/** Asks the configured source for its rates; with settings that are wrong nothing starts. */
@Startup
@Singleton
public final class RateSource {

  private static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private final Vertx vertx;
  private final FxConfig.Refresh config;
  private final HttpClient client;
  private final RefreshSettings settings;

  RateSource(Vertx vertx, FxConfig config) {
    this.vertx = vertx;
    this.config = config.refresh();
    this.settings = RefreshSettings.of(this.config);
    this.client =
        vertx.createHttpClient(
            new HttpClientOptions()
                .setConnectTimeout((int) this.config.connectTimeout().toMillis())
                .setKeepAlive(false)
                .setVerifyHost(true));
  }

  /** Whether there is one. */
  public boolean isConfigured() {
    return settings.url().isPresent();
  }

  /** What it is asked for. */
  public List<RefreshedPair> pairs() {
    return settings.pairs();
  }

  /** Its answer; fails, within the time-out, if it has none that is JSON. */
  public Uni<JsonNode> ask() {
    return Uni.createFrom()
        .completionStage(() -> exchange().toCompletionStage())
        .map(RateSource::parse);
  }

  private Future<Buffer> exchange() {
    RateRequest exchange = new RateRequest(config.responseBytes());
    long timer = vertx.setTimer(config.timeout().toMillis(), fired -> exchange.timeOut());
    RequestOptions options =
        new RequestOptions()
            .setMethod(HttpMethod.GET)
            .setAbsoluteURI(settings.url().orElseThrow())
            .setFollowRedirects(false)
            .putHeader("Accept", "application/json");
    config.authorization().ifPresent(header -> options.putHeader("Authorization", header));
    client.request(options).onSuccess(exchange::begin).onFailure(exchange::fail);
    return exchange.body().onComplete(ended -> vertx.cancelTimer(timer));
  }

  private static JsonNode parse(Buffer body) {
    try {
      return JSON.readTree(body.getBytes());
    } catch (IOException e) {
      throw new UncheckedIOException("the answer is no JSON", e);
    }
  }

  @PreDestroy
  void close() {
    client.close();
  }
}
