package org.mizani.support;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.math.BigDecimal;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.Map;

/** A partner, or an operator, of a service that runs as a process of its own. */
public final class ServiceClient {

  private static final ObjectMapper JSON = new ObjectMapper();

  private final HttpClient http =
      HttpClient.newBuilder()
          .version(HttpClient.Version.HTTP_1_1)
          .connectTimeout(Eventually.PATIENCE)
          .build();
  private final URI base;
  private String token = "";

  private ServiceClient(URI base) {
    this.base = base;
  }

  /**
   * An answer: its status, its body, and its headers {@code Retry-After} and {@code X-Outcome},
   * {@code ""} for one that it does not have.
   */
  public record Answer(int status, JsonNode body, String retryAfter, String outcome) {

    /** The body of an answer that has to be a success. */
    public JsonNode succeeded() {
      assertThat(status).as("%s", body).isBetween(200, 299);
      return body;
    }
  }

  /** The demo partner of a sandbox, with a token. */
  public static ServiceClient demo(ServiceProcess service) throws IOException {
    ServiceClient client = new ServiceClient(service.uri(""));
    client.authenticate("pk_test_demo", "sk_test_demo");
    return client;
  }

  /** The operator of a service that was given {@link TestOperator}'s key, with a token. */
  public static ServiceClient operator(ServiceProcess service) throws IOException {
    return operator(service, TestOperator.KEY, TestOperator.SECRET);
  }

  /** The demo operator of a sandbox, with a token. */
  public static ServiceClient demoOperator(ServiceProcess service) throws IOException {
    return operator(service, "op_test_demo", "os_test_demo");
  }

  private static ServiceClient operator(ServiceProcess service, String key, String secret)
      throws IOException {
    Map<String, String> credentials = Map.of("operatorKey", key, "operatorSecret", secret);
    JsonNode answer = of(service).post("/operator/auth", credentials).succeeded();
    return of(service).with(answer.get("accessToken").textValue());
  }

  /** The same with this token. */
  public ServiceClient with(String given) {
    token = given;
    return this;
  }

  /** A partner without a token yet, of the service or proxy at this address. */
  public static ServiceClient at(URI base) {
    return new ServiceClient(base);
  }

  /** A partner without a token yet. */
  public static ServiceClient of(ServiceProcess service) {
    return new ServiceClient(service.uri(""));
  }

  /** Exchanges key and secret; a token that comes is used from then on. */
  public Answer authenticate(String key, String secret) throws IOException {
    Answer answer = post("/business/auth", Map.of("apiKey", key, "apiSecret", secret));
    if (answer.status() == 200) {
      token = answer.body().get("accessToken").textValue();
    }
    return answer;
  }

  public Answer get(String path) throws IOException {
    return send(request(path).GET());
  }

  public Answer post(String path, Map<String, ?> body) throws IOException {
    return send("POST", path, body);
  }

  /** With an idempotency key. */
  public Answer post(String path, Map<String, ?> body, String key) throws IOException {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .header("Idempotency-Key", key)
            .POST(BodyPublishers.ofString(JSON.writeValueAsString(body))));
  }

  public Answer put(String path, Map<String, ?> body) throws IOException {
    return send("PUT", path, body);
  }

  /** A part ({@code available}, {@code holding}) of the payout wallet of a currency. */
  public BigDecimal balance(String currency, String part) throws IOException {
    JsonNode value = get("/business/balance?currency=" + currency).body().get(part);
    return new BigDecimal(value.asText());
  }

  private HttpRequest.Builder request(String path) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(base.resolve(path)).timeout(Eventually.PATIENCE);
    return token.isEmpty() ? request : request.header("Authorization", "Bearer " + token);
  }

  private Answer send(String method, String path, Map<String, ?> body) throws IOException {
    return send(
        request(path)
            .header("Content-Type", "application/json")
            .method(method, BodyPublishers.ofString(JSON.writeValueAsString(body))));
  }

  private Answer send(HttpRequest.Builder request) throws IOException {
    try {
      HttpResponse<byte[]> response = http.send(request.build(), BodyHandlers.ofByteArray());
      return new Answer(
          response.statusCode(),
          JSON.readTree(response.body()),
          response.headers().firstValue("Retry-After").orElse(""),
          response.headers().firstValue("X-Outcome").orElse(""));
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IOException(e);
    }
  }
}
