package org.mizani.fx;

import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
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
import java.net.URI;
import java.util.List;
import java.util.Optional;

/** Asks the configured source for its rates. */
@Singleton
public final class RateSource {

  private static final ObjectMapper JSON =
      new ObjectMapper()
          .enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS)
          .enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

  private final Vertx vertx;
  private final FxConfig.Refresh config;
  private final HttpClient client;
  private final Optional<String> url;
  private final List<RefreshedPair> pairs;

  RateSource(Vertx vertx, FxConfig config) {
    this.vertx = vertx;
    this.config = config.refresh();
    this.url = this.config.url().map(URI::create).map(URI::toString);
    this.pairs = this.config.pairs().orElse(List.of()).stream().map(RefreshedPair::parse).toList();
    this.client =
        vertx.createHttpClient(
            new HttpClientOptions()
                .setConnectTimeout((int) this.config.connectTimeout().toMillis())
                .setKeepAlive(false)
                .setVerifyHost(true));
  }

  /** Whether there is one, and anything to ask it for. */
  public boolean isConfigured() {
    return url.isPresent() && !pairs.isEmpty();
  }

  /** What it is asked for. */
  public List<RefreshedPair> pairs() {
    return pairs;
  }

  /** Its answer; fails, within the time-out, if it has none that is JSON. */
  public Uni<JsonNode> ask() {
    return Uni.createFrom()
        .completionStage(() -> exchange().toCompletionStage())
        .map(RateSource::parse);
  }

  private Future<Buffer> exchange() {
    RateExchange exchange = new RateExchange(config.responseBytes());
    long timer = vertx.setTimer(config.timeout().toMillis(), fired -> exchange.timeOut());
    RequestOptions options =
        new RequestOptions()
            .setMethod(HttpMethod.GET)
            .setAbsoluteURI(url.orElseThrow())
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
