package org.mizani.web;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.eclipse.microprofile.openapi.OASFactory;
import org.eclipse.microprofile.openapi.models.headers.Header;
import org.eclipse.microprofile.openapi.models.media.Schema.SchemaType;
import org.eclipse.microprofile.openapi.models.responses.APIResponse;

/** The headers of answers as the OpenAPI document describes them (specification, section 8). */
final class DocumentedHeaders {

  private static final String REF = "#/components/headers/";
  private static final String REQUEST_ID = RequestId.HEADER;
  private static final String RETRY_AFTER = "Retry-After";
  private static final List<String> RATE_LIMIT =
      List.of("X-RateLimit-Limit", "X-RateLimit-Remaining", "X-RateLimit-Reset");

  private DocumentedHeaders() {}

  /**
   * The headers by name, to be referred to.
   *
   * @param counted whether requests are counted against an allowance
   */
  static Map<String, Header> all(boolean counted) {
    Map<String, Header> headers = new LinkedHashMap<>();
    headers.put(
        REQUEST_ID,
        header(
                "The request's id: yours, if you sent a sane one",
                SchemaType.STRING,
                "invoice-run-7")
            .required(true));
    headers.put(
        RATE_LIMIT.get(0),
        header("Requests that the key may make a minute", SchemaType.INTEGER, 60));
    headers.put(
        RATE_LIMIT.get(1),
        header("Requests that it may still make in this one", SchemaType.INTEGER, 59));
    headers.put(
        RATE_LIMIT.get(2),
        header("Unix seconds at which this minute ends", SchemaType.INTEGER, 1795262520));
    if (!counted) {
      headers.keySet().removeAll(RATE_LIMIT);
    }
    headers.put(
        RETRY_AFTER,
        header("Seconds after which to try again", SchemaType.INTEGER, 1).required(true));
    return headers;
  }

  /** Adds what an answer of an operation's own has. */
  static void addTo(APIResponse response, boolean counted) {
    add(response, REQUEST_ID);
    if (counted) {
      RATE_LIMIT.forEach(name -> add(response, name));
    }
  }

  /** Adds what a refusal has: of the rate limit it tells only once the key is known. */
  static void addTo(APIResponse response, DocumentedRefusal refusal, boolean counted) {
    addTo(response, counted && refusal.comesAfterTheRateLimit());
    if (refusal.hasRetryAfter()) {
      add(response, RETRY_AFTER);
    }
  }

  private static void add(APIResponse response, String name) {
    response.addHeader(name, OASFactory.createHeader().ref(REF + name));
  }

  private static Header header(String description, SchemaType type, Object example) {
    return OASFactory.createHeader()
        .description(description)
        .schema(OASFactory.createSchema().addType(type).examples(List.of(example)));
  }
}
