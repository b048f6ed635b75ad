package org.mizani.support;

import static org.mizani.support.Eventually.PATIENCE;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.util.List;
import java.util.concurrent.CompletableFuture;
import java.util.function.IntFunction;
import java.util.stream.IntStream;
import org.mizani.support.TestPartners.Partner;

/** Requests that are sent at the same time. */
public final class AtOnce {

  private AtOnce() {}

  /** Sends this many requests at once and waits for all answers. */
  public static List<HttpResponse<String>> send(int times, IntFunction<HttpRequest> request) {
    HttpClient client = HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    List<CompletableFuture<HttpResponse<String>>> underWay =
        IntStream.range(0, times)
            .mapToObj(i -> client.sendAsync(request.apply(i), BodyHandlers.ofString()))
            .toList();
    return underWay.stream().map(CompletableFuture::join).toList();
  }

  /** A GET of this partner. */
  public static HttpRequest get(Partner partner, String path) {
    return to(partner, path).build();
  }

  /** A POST of this partner. */
  public static HttpRequest post(Partner partner, String path, String body) {
    return to(partner, path)
        .header("Content-Type", "application/json")
        .POST(BodyPublishers.ofString(body))
        .build();
  }

  /** A POST with this token, or without one if it is empty. */
  public static HttpRequest post(String token, String path, String body) {
    HttpRequest.Builder request =
        to(path).header("Content-Type", "application/json").POST(BodyPublishers.ofString(body));
    return token.isEmpty()
        ? request.build()
        : request.header("Authorization", "Bearer " + token).build();
  }

  /** A DELETE with this token. */
  public static HttpRequest delete(String token, String path) {
    return to(path).header("Authorization", "Bearer " + token).DELETE().build();
  }

  private static HttpRequest.Builder to(Partner partner, String path) {
    return to(path).header("Authorization", "Bearer " + partner.token());
  }

  private static HttpRequest.Builder to(String path) {
    int port = ServicePort.number();
    return HttpRequest.newBuilder(URI.create("http://localhost:" + port + path)).timeout(PATIENCE);
  }
}
