package org.mizani.console;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Request.given;

import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.Map;
import java.util.stream.Collectors;
import org.jsoup.Jsoup;
import org.jsoup.nodes.Document;
import org.mizani.operator.access.OperatorFilter;
import org.mizani.support.Request;
import org.mizani.support.Response;
import org.mizani.support.ServicePort;
import org.mizani.support.TestOperator;
import org.mizani.support.TestOperator.Person;

/** Browser of an operator: it keeps the session's cookie, and sends forms from its own pages. */
public final class Browser {

  private static final String FORM = "application/x-www-form-urlencoded";

  private final int port;
  private String cookie = "";

  private Browser(int port) {
    this.port = port;
  }

  /** A browser without a session. */
  public static Browser strangers() {
    return new Browser(ServicePort.number());
  }

  /** The same at another port. */
  public static Browser at(int port) {
    return new Browser(port);
  }

  /** A browser in which a new person of this role has logged in. */
  public static Browser of(String role) {
    return of(TestOperator.person(role));
  }

  /** A browser in which this person has logged in. */
  public static Browser of(Person person) {
    Browser browser = strangers();
    assertThat(browser.logIn(person.key(), person.secret()).statusCode()).isEqualTo(303);
    return browser;
  }

  /** Logs in by key and secret. */
  public Response logIn(String key, String secret) {
    return submit("/console/log-in", Map.of("operatorKey", key, "operatorSecret", secret));
  }

  /** The value of the session's cookie. */
  public String token() {
    return cookie.substring(cookie.indexOf('=') + 1);
  }

  /** Takes this value for the session's cookie. */
  public Browser withToken(String token) {
    cookie = OperatorFilter.SESSION_COOKIE + "=" + token;
    return this;
  }

  /** Reads a page, or the answer in its place. */
  public Response get(String target) {
    return request().get(target);
  }

  /** Reads a page, which has to be there. */
  public Document page(String target) {
    return page(get(target).succeeded());
  }

  /** The page of an answer. */
  public static Document page(Response answer) {
    assertThat(answer.contentType()).isEqualTo("text/html;charset=UTF-8");
    return Jsoup.parse(answer.asString());
  }

  /** The reason that a page of refusal tells. */
  public static String refusal(Response answer) {
    return page(answer).select("[role=alert]").text();
  }

  /** The token of this session's forms. */
  public String formToken() {
    return page("/console").select("input[name=formToken]").val();
  }

  /** Sends the one form of a page that leads to this path, with these fields filled in. */
  public Response send(Document page, String path, Map<String, String> filled) {
    var form = page.selectFirst("form[method=post][action=" + path + "]");
    assertThat(form).as("a form to %s", path).isNotNull();
    Map<String, String> fields =
        form.select("input[name], select[name], textarea[name]").stream()
            .collect(
                Collectors.toMap(
                    field -> field.attr("name"),
                    field -> filled.getOrDefault(field.attr("name"), field.attr("value"))));
    return submit(path, fields);
  }

  /** Sends these fields, as a form of the console would. */
  public Response submit(String path, Map<String, String> fields) {
    Response answer =
        request().header("Sec-Fetch-Site", "same-origin").body(encoded(fields)).post(path);
    answer
        .headers()
        .firstValue("Set-Cookie")
        .filter(set -> set.startsWith(OperatorFilter.SESSION_COOKIE + "="))
        .ifPresent(set -> cookie = set.substring(0, set.indexOf(';')));
    return answer;
  }

  /** A request with the session's cookie, and a form as its body. */
  public Request request() {
    Request request = given().port(port).contentType(FORM);
    return cookie.isEmpty() ? request : request.header("Cookie", cookie);
  }

  /** Fields as the body of a form. */
  public static String encoded(Map<String, String> fields) {
    return fields.entrySet().stream()
        .map(field -> encoded(field.getKey()) + "=" + encoded(field.getValue()))
        .collect(Collectors.joining("&"));
  }

  private static String encoded(String text) {
    return URLEncoder.encode(text, StandardCharsets.UTF_8);
  }
}
