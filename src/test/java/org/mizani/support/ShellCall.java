package org.mizani.support;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublisher;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A command of the documentation, carried out without a shell: {@code curl} with quotes, continued
 * lines and variables, {@code NAME=$(curl …)} that keeps the answer, {@code … | sed …} that keeps
 * one field of it, {@code NAME=$(echo "$OTHER" | sed …)} that keeps a field of an answer kept
 * before, and {@code NAME=$(date …)} that keeps the time of tomorrow.
 *
 * @param variable the name under which the answer is kept, {@code ""} for a call by itself
 * @param field the field of the answer that is kept, {@code ""} for all of it
 * @param command from {@code curl}, {@code echo} or {@code date} on
 */
public record ShellCall(String variable, String field, String command) {

  private static final Pattern STATEMENT =
      Pattern.compile(
          "(\\w+)=\\$\\(((?:curl|echo|date) .*?)(?:\\| sed 's/\\.\\*\"(\\w+)\":.*?')?\\)(?=\\n|\\z)"
              + "|(curl .*?)(?=\\n(?:curl |\\w+=)|\\z)",
          Pattern.DOTALL);
  private static final String TOMORROW = "date -u -d tomorrow ";
  private static final Pattern VARIABLE = Pattern.compile("\\$(\\w+)");

  /** The calls of a block of commands, in their order. */
  public static List<ShellCall> in(String block) {
    return STATEMENT
        .matcher(block.replaceAll("\\\\\\n\\s*", " "))
        .results()
        .map(
            found ->
                found.group(1) == null
                    ? new ShellCall("", "", found.group(4))
                    : new ShellCall(
                        found.group(1),
                        Optional.ofNullable(found.group(3)).orElse(""),
                        found.group(2)))
        .toList();
  }

  /** Whether it sends nothing: it reads a field of an answer kept before, or tells a time. */
  public boolean isEcho() {
    return !command.startsWith("curl ");
  }

  /** The text that it prints without sending anything. */
  public String echoed(Map<String, String> variables) {
    return command.startsWith(TOMORROW)
        ? Instant.now().plus(1, ChronoUnit.DAYS).toString()
        : words(command, variables).get(1);
  }

  /** Sends it to a service, with these values for the variables of the command. */
  public HttpResponse<String> send(HttpClient client, URI service, Map<String, String> variables)
      throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder().timeout(Eventually.PATIENCE);
    List<String> words = words(command, variables);
    String method = "";
    BodyPublisher body = BodyPublishers.noBody();
    for (int i = 1; i < words.size(); i++) {
      switch (words.get(i)) {
        case "-s", "-i" -> {}
        case "-o" -> i++; // a file for the answer
        case "-X" -> method = words.get(++i);
        case "-H" -> {
          String[] header = words.get(++i).split(": ", 2);
          request.header(header[0], header[1]);
        }
        case "-d" -> {
          body = BodyPublishers.ofString(words.get(++i));
          method = method.isEmpty() ? "POST" : method;
        }
        default -> request.uri(service.resolve(pathOf(words.get(i))));
      }
    }
    request.method(method.isEmpty() ? "GET" : method, body);
    return client.send(request.build(), BodyHandlers.ofString());
  }

  private static String pathOf(String url) {
    return url.replaceFirst("^http://localhost:8080", "");
  }

  private static List<String> words(String command, Map<String, String> variables) {
    List<String> words = new ArrayList<>();
    StringBuilder word = new StringBuilder();
    char quote = 0;
    for (char c : (command.strip() + " ").toCharArray()) {
      if (quote == 0 && (c == '\'' || c == '"')) {
        quote = c;
      } else if (c == quote) {
        quote = 0;
      } else if (quote == 0 && Character.isWhitespace(c)) {
        words.add(word.toString());
        word.setLength(0);
      } else {
        word.append(c);
      }
    }
    return words.stream()
        .filter(one -> !one.isEmpty())
        .map(
            one ->
                VARIABLE
                    .matcher(one)
                    .replaceAll(v -> Matcher.quoteReplacement(variables.get(v.group(1)))))
        .toList();
  }
}
