package org.mizani.support;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.URLEncoder;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;

/**
 * Request of a test to the service: what it carries is added first, its verb sends it. Its target
 * is a path or a whole URL, and is encoded, unless {@link #asWritten} says that it is already.
 */
public final class Request {

  private static final String CONTENT_TYPE = "Content-Type";

  /** Of bodies that are sent by hand, in bytes. */
  private static final int LARGE = 16_384;

  private static final ObjectMapper JSON = new ObjectMapper();

  /** What is escaped in a path, beside blanks and what is not ASCII. */
  private static final String NO_PATH = "\"%<>\\^`{|}[]#";

  /** A plus would be read as a blank. */
  private static final String NO_QUERY = NO_PATH + "+";

  private final List<String> headers = new ArrayList<>();
  private final List<String> query = new ArrayList<>();
  private byte[] body = {};
  private boolean encodes = true;
  private Integer port;

  private Request() {}

  /** A request to the service's usual port, without headers and body yet. */
  public static Request given() {
    return new Request();
  }

  /** Leads to another port of this machine. */
  public Request port(int number) {
    port = number;
    return this;
  }

  /** Adds a header; a type of the body takes the place of an earlier one. */
  public Request header(String name, Object value) {
    if (name.equalsIgnoreCase(CONTENT_TYPE)) {
      return contentType(value.toString());
    }
    headers.add(name);
    headers.add(value.toString());
    return this;
  }

  /** Names the type of the body. */
  public Request contentType(String type) {
    int earlier = headers.indexOf(CONTENT_TYPE);
    if (earlier >= 0) {
      headers.set(earlier + 1, type);
    } else {
      headers.addAll(List.of(CONTENT_TYPE, type));
    }
    return this;
  }

  /** Names the type that is asked for. */
  public Request accept(String type) {
    return header("Accept", type);
  }

  /** Carries this text. */
  public Request body(String text) {
    return body(text.getBytes(StandardCharsets.UTF_8));
  }

  /** Carries these bytes. */
  public Request body(byte[] bytes) {
    body = bytes.clone();
    return this;
  }

  /** Carries this text, or else this value as JSON. */
  public Request body(Object value) {
    if (value instanceof String text) {
      return body(text);
    }
    try {
      return body(JSON.writeValueAsString(value));
    } catch (JsonProcessingException e) {
      throw new IllegalArgumentException(e);
    }
  }

  /** Adds a parameter to the query. */
  public Request queryParam(String name, Object value) {
    query.add(encoded(name) + "=" + encoded(value.toString()));
    return this;
  }

  /** Adds parameters to the query. */
  public Request queryParams(Map<String, ?> parameters) {
    parameters.forEach(this::queryParam);
    return this;
  }

  /** Takes path and query of the target as they are written. */
  public Request asWritten() {
    encodes = false;
    return this;
  }

  public Response get(String target) {
    return request("GET", target);
  }

  public Response post(String target) {
    return request("POST", target);
  }

  public Response put(String target) {
    return request("PUT", target);
  }

  public Response patch(String target) {
    return request("PATCH", target);
  }

  public Response delete(String target) {
    return request("DELETE", target);
  }

  public Response head(String target) {
    return request("HEAD", target);
  }

  public Response options(String target) {
    return request("OPTIONS", target);
  }

  /** Sends it with this verb, and waits for the answer. */
  public Response request(String verb, String target) {
    URI uri = uri(target);
    return body.length > LARGE ? sendByHand(verb, uri) : send(verb, uri);
  }

  private Response send(String verb, URI uri) {
    HttpRequest.Builder request =
        HttpRequest.newBuilder(uri)
            .method(verb, BodyPublishers.ofByteArray(body))
            .timeout(Eventually.PATIENCE);
    if (!headers.isEmpty()) {
      request.headers(headers.toArray(String[]::new));
    }
    try {
      return Response.of(client().send(request.build(), BodyHandlers.ofByteArray()));
    } catch (IOException e) {
      throw new UncheckedIOException(verb + " " + uri, e);
    } catch (InterruptedException e) {
      Thread.currentThread().interrupt();
      throw new IllegalStateException(verb + " " + uri, e);
    }
  }

  /** A body that may be refused, and its connection closed, before it is sent to its end. */
  private Response sendByHand(String verb, URI uri) {
    List<String> lines = new ArrayList<>(List.of("Content-Length: " + body.length));
    for (int i = 0; i < headers.size(); i += 2) {
      lines.add(headers.get(i) + ": " + headers.get(i + 1));
    }
    String query = uri.getRawQuery() == null ? "" : "?" + uri.getRawQuery();
    String head =
        RawHttp.request(verb + " " + uri.getRawPath() + query, lines.toArray(String[]::new));
    ByteArrayOutputStream request = new ByteArrayOutputStream();
    request.writeBytes(head.getBytes(StandardCharsets.UTF_8));
    request.writeBytes(body);
    return Response.of(RawHttp.send(uri.getPort(), request.toByteArray()));
  }

  private URI uri(String target) {
    String[] parts = (encodes ? escaped(target) : target).split("\\?", 2);
    List<String> all = new ArrayList<>(query);
    if (parts.length > 1) {
      all.add(0, parts[1]);
    }
    String service = parts[0].startsWith("http:") ? "" : "http://localhost:" + portOrUsual();
    return URI.create(service + parts[0] + (all.isEmpty() ? "" : "?" + String.join("&", all)));
  }

  private int portOrUsual() {
    return port == null ? ServicePort.number() : port;
  }

  /** A target whose characters that no URL has are escaped. */
  private static String escaped(String target) {
    StringBuilder escaped = new StringBuilder();
    boolean isQuery = false;
    for (byte one : target.getBytes(StandardCharsets.UTF_8)) {
      isQuery |= one == '?';
      if (one > ' ' && (isQuery ? NO_QUERY : NO_PATH).indexOf(one) < 0) {
        escaped.append((char) one);
      } else {
        escaped.append('%').append("%02X".formatted(one));
      }
    }
    return escaped.toString();
  }

  private static String encoded(String value) {
    return URLEncoder.encode(value, StandardCharsets.UTF_8).replace("+", "%20");
  }

  private static HttpClient client() {
    return (HttpClient) OncePerJvm.of(Connections.class, "client");
  }

  /** Connections of all requests of a JVM. */
  public static final class Connections {

    private static final HttpClient CLIENT =
        HttpClient.newBuilder()
            .version(HttpClient.Version.HTTP_1_1)
            .connectTimeout(Eventually.PATIENCE)
            .build();

    private Connections() {}

    /** The client. */
    public static HttpClient client() {
      return CLIENT;
    }
  }
}
