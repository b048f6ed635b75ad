package org.mizani.support;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpHeaders;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;

/** Answer of the service to a {@link Request}. */
public record Response(int statusCode, HttpHeaders headers, byte[] asByteArray) {

  static Response of(HttpResponse<byte[]> answer) {
    return new Response(answer.statusCode(), answer.headers(), answer.body());
  }

  static Response of(RawHttp.Answer answer) {
    assertThat(answer.status()).as("an answer: %s", answer).isNotZero();
    Map<String, List<String>> headers = new LinkedHashMap<>();
    answer.headers().forEach((name, value) -> headers.put(name, List.of(value)));
    return new Response(
        answer.status(),
        HttpHeaders.of(headers, (name, value) -> true),
        answer.body().getBytes(StandardCharsets.UTF_8));
  }

  /** The first header of this name; null if there is none. */
  public String header(String name) {
    return headers.firstValue(name).orElse(null);
  }

  public String contentType() {
    return header("Content-Type");
  }

  public String asString() {
    return new String(asByteArray, StandardCharsets.UTF_8);
  }

  /** This answer, which has to be 200. */
  public Response succeeded() {
    assertThat(statusCode).as(asString()).isEqualTo(200);
    return this;
  }

  /** This answer, which has to be 201. */
  public Response created() {
    assertThat(statusCode).as(asString()).isEqualTo(201);
    return this;
  }

  /** The body, which has to be JSON. */
  public JsonValues json() {
    return JsonValues.of(asByteArray);
  }

  /** The value at this path of a JSON body; see {@link JsonValues#get}. */
  public <T> T path(String path) {
    return json().get(path);
  }
}
