package org.mizani.repeat;

import static org.assertj.core.api.Assertions.assertThat;

import java.net.http.HttpRequest;
import java.util.Map;
import org.mizani.support.AtOnce;
import org.mizani.support.Json;
import org.mizani.support.Response;
import org.mizani.support.TestPartners.Partner;

/**
 * Request to create a payment with an idempotency key.
 *
 * @param body byte by byte
 */
public record KeyedRequest(String path, String key, String body) {

  private static final String HEADER = "Idempotency-Key";

  /** A payout to a phone. */
  public static KeyedRequest transfer(String key, Map<String, ?> body) {
    return new KeyedRequest("/business/payout/transfer", key, Json.of(body));
  }

  /** A collection. */
  public static KeyedRequest collection(String key, Map<String, ?> body) {
    return new KeyedRequest("/business/collections", key, Json.of(body));
  }

  /** Sends it. */
  public Response by(Partner partner) {
    return partner.request().header(HEADER, key).body(body).post(path);
  }

  /** The request for {@link AtOnce}. */
  public HttpRequest at(Partner partner) {
    return HttpRequest.newBuilder(AtOnce.post(partner, path, body), (name, value) -> true)
        .header(HEADER, key)
        .build();
  }

  /** Asserts that an answer is a first one. */
  static Response assertFirst(Response answer, int status) {
    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(status);
    assertThat(answer.header("Idempotency-Replayed")).isNull();
    return answer;
  }

  /** Asserts that an answer is the first one again: its status, body and headers. */
  static void assertReplay(Response answer, Response first) {
    assertThat(answer.statusCode() + " " + answer.asString())
        .isEqualTo(first.statusCode() + " " + first.asString());
    assertThat(answer.asByteArray()).isEqualTo(first.asByteArray());
    for (String name :
        new String[] {
          "Content-Type", "X-Error-Code", "X-Error-Field", "Location", "X-Service-Reference"
        }) {
      assertThat(answer.header(name)).as(name).isEqualTo(first.header(name));
    }
    assertThat(answer.header("Idempotency-Replayed")).isEqualTo("true");
  }
}
