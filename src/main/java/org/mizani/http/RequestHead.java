package org.mizani.http;

import io.vertx.core.MultiMap;
import io.vertx.core.http.HttpServerRequest;
import java.net.URI;
import java.net.URISyntaxException;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.regex.Pattern;
import org.mizani.fault.ApiFault;

/** Head of a request: its limits, and one form for what clients write in several. */
final class RequestHead {

  private static final String JSON = "application/json";

  // By RFC 9110: the type in any case, blanks around the semicolon, the charset quoted or not.
  private static final Pattern JSON_IN_UTF_8 =
      Pattern.compile(
          "\\s*+application/json\\s*+"
              + "(?:;\\s*+(?:charset\\s*+=\\s*+(?:\"utf-?8\"|utf-?8)\\s*+;?+\\s*+)?)?",
          Pattern.CASE_INSENSITIVE);
  private static final int LONGEST_TYPE = 100;

  private RequestHead() {}

  /** Why a head is refused, if it is. */
  static Optional<ApiFault> refusal(HttpServerRequest request, HttpConfig config) {
    if (request.uri().length() > config.maxTargetLength()) {
      return Optional.of(ApiFault.URI_TOO_LONG);
    }
    if (isMalformed(request.uri())) {
      return Optional.of(ApiFault.MALFORMED_URL);
    }
    long chars = 0;
    for (Map.Entry<String, String> header : request.headers()) {
      chars += header.getKey().length() + header.getValue().length();
    }
    return chars > config.maxHeaderChars()
        ? Optional.of(ApiFault.HEADERS_TOO_LARGE)
        : Optional.empty();
  }

  /**
   * Makes this the type that is asked for: a client library's default must not end in a refusal.
   */
  static void askFor(HttpServerRequest request, String type) {
    request.headers().set("Accept", type);
  }

  /** Whether the target of a request is no URL. */
  static boolean isMalformed(String target) {
    try {
      new URI(target);
      return false;
    } catch (URISyntaxException malformed) {
      return true;
    }
  }

  /** Writes the type of a JSON body as the framework knows it. */
  static void nameJson(HttpServerRequest request) {
    String type = request.getHeader("Content-Type");
    if (type != null && type.length() <= LONGEST_TYPE && JSON_IN_UTF_8.matcher(type).matches()) {
      request.headers().set("Content-Type", JSON);
    }
  }

  /**
   * Removes the query's parameters of other names: names are exact, and the framework would find
   * {@code FROM} for {@code from}.
   */
  static void keepExactNames(MultiMap parameters, Set<String> names) {
    List<Map.Entry<String, String>> exact =
        parameters.entries().stream().filter(entry -> names.contains(entry.getKey())).toList();
    if (exact.size() < parameters.entries().size()) {
      parameters.clear();
      exact.forEach(entry -> parameters.add(entry.getKey(), entry.getValue()));
    }
  }
}
