package org.mizani.support;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;

/** The operator of a service that runs as a process of its own; every request has to succeed. */
public final class OperatorClient {

  /** What such a service is given as {@code PAYMENTS_OPERATOR_KEY}, and below as its secret. */
  public static final String KEY = TestOperator.KEY;

  public static final String SECRET = TestOperator.SECRET;

  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Eventually.PATIENCE)
          .build();
  private final URI base;
  private String token = "";

  private OperatorClient(URI base) {
    this.base = base;
  }

  /** The operator, with a token. */
  public static OperatorClient of(ServiceProcess service) throws IOException {
    OperatorClient client = new OperatorClient(service.uri(""));
    client.token =
        client
            .post("/operator/auth", Map.of("operatorKey", KEY, "operatorSecret", SECRET))
            .get("accessToken")
            .asText();
    return client;
  }

  public JsonNode get(String path) throws IOException {
    return send(request(path).GET());
  }

  public JsonNode post(String path, Map<String, ?> body) throws IOException {
    return send(request(path).POST(json(body)));
  }

  public JsonNode put(String path, Map<String, ?> body) throws IOException {
    return send(request(path).PUT(json(body)));
  }

  private static HttpRequest.BodyPublisher json(Map<String, ?> body) throws IOException {
    return BodyPublishers.ofString(JSON.writeValueAsString(body));
  }

  private HttpRequest.Builder request(String path) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(base.resolve(path))
            .timeout(Eventually.PATIENCE)
            .header("Content-Type", "application/json");
    return token.isEmpty() ? request : request.header("Authorization", "Bearer " + token);
  }

  private JsonNode send(HttpRequest.Builder request) throws IOException {
    try {
      HttpResponse<String> answer = http.send(request.build(), BodyHandlers.ofString());
      assertThat(answer.statusCode()).as(answer.body()).isBetween(200, 299);
      return JSON.readTree(answer.body());
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }
}
