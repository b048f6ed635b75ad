package org.mizani.console;

import static java.nio.charset.StandardCharsets.UTF_8;

import io.netty.handler.codec.http.QueryStringDecoder;
import io.vertx.ext.web.RoutingContext;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.mizani.fault.ApiFault;
import org.mizani.fault.ErrorCode;

/**
 * Form that a page of the console has sent: its fields and no others, each once.
 *
 * @param fields the values by name; a field that was not sent is missing
 */
public record ConsoleForm(Map<String, List<String>> fields) {

  private static final String TOKEN = "formToken";
  private static final int MOST_FIELDS = 32;

  /**
   * The form of a body, before there is a session.
   *
   * @param names of its fields
   * @throws ApiFault.ApiException 400 for a body that is no form, another field, or one twice
   */
  public static ConsoleForm read(byte[] body, Set<String> names) {
    return read(body, names, false);
  }

  /**
   * The form of a body, within the session of its request.
   *
   * @throws ApiFault.ApiException 400 likewise, or if the form is of another session
   */
  public static ConsoleForm read(byte[] body, Set<String> names, RoutingContext exchange) {
    ConsoleForm form = read(body, names, true);
    if (!ConsoleSession.of(exchange).isOf(form.value(TOKEN))) {
      throw ApiFault.invalid(TOKEN, "is not of this session: load the page again").asException();
    }
    return form;
  }

  private static ConsoleForm read(byte[] body, Set<String> names, boolean withToken) {
    Map<String, List<String>> fields = decoded(new String(body, UTF_8));
    fields.forEach(
        (name, values) -> {
          if (!names.contains(name) && !(withToken && name.equals(TOKEN))) {
            throw ApiFault.of(ErrorCode.FIELD_VALUE, "unknown field in the form").asException();
          }
          if (values.size() > 1) {
            throw ApiFault.invalid(name, "must be given once").asException();
          }
        });
    return new ConsoleForm(Map.copyOf(fields));
  }

  private static Map<String, List<String>> decoded(String text) {
    try {
      return new QueryStringDecoder(text, UTF_8, false, MOST_FIELDS).parameters();
    } catch (IllegalArgumentException e) {
      throw ApiFault.CONTENT_TYPE.asException(); // an escape that is none
    }
  }

  /** The value of a field; empty for one that was not sent. */
  public String value(String name) {
    return fields.getOrDefault(name, List.of("")).get(0);
  }

  /** Without its values, which may be secrets. */
  @Override
  public String toString() {
    return "ConsoleForm" + fields.keySet();
  }
}
