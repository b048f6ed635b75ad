package org.mizani.support;

import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.time.Duration;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;

/**
 * A {@code curl} command of the documentation, carried out without a shell: quotes, continued
 * lines, variables, and {@code NAME=$(curl … | sed …)} that keeps one field of the answer.
 *
 * @param variable what the answer's field is kept in, {@code ""} for a call by itself
 * @param field that field's name
 * @param command the call, from {@code curl} on
 */
public record ShellCall(String variable, String field, String command) {

  private static final Pattern KEPT =
      Pattern.compile("(\\w+)=\\$\\((curl .*?)\\| sed 's/\\.\\*\"(\\w+)\":.*?'\\)", Pattern.DOTALL);
  private static final Pattern CALL = Pattern.compile("curl .*?(?=\\ncurl |\\z)", Pattern.DOTALL);
  private static final Pattern VARIABLE = Pattern.compile("\\$(\\w+)");
  private static final Duration LONGEST_ANSWER = Duration.ofSeconds(15);

  /** The calls of a block of commands, in their order. */
  public static List<ShellCall> in(String block) {
    String joined = block.replaceAll("\\\\\\n\\s*", " ");
    List<ShellCall> calls = new ArrayList<>();
    Matcher kept = KEPT.matcher(joined);
    int end = 0;
    while (kept.find()) {
      calls.add(new ShellCall(kept.group(1), kept.group(3), kept.group(2)));
      end = kept.end();
    }
    CALL.matcher(joined.substring(end))
        .results()
        .forEach(call -> calls.add(new ShellCall("", "", call.group())));
    return calls;
  }

  /** Sends it to a service, with these variables for what the command writes as such. */
  public HttpResponse<String> send(HttpClient client, URI service, Map<String, String> variables)
      throws Exception {
    HttpRequest.Builder request = HttpRequest.newBuilder().timeout(LONGEST_ANSWER);
    List<String> words = words(command, variables);
    for (int i = 1; i < words.size(); i++) {
      switch (words.get(i)) {
        case "-s" -> {}
        case "-H" -> {
          String[] header = words.get(++i).split(": ", 2);
          request.header(header[0], header[1]);
        }
        case "-d" -> request.POST(BodyPublishers.ofString(words.get(++i)));
        default -> request.uri(service.resolve(pathOf(words.get(i))));
      }
    }
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
        .map(one -> VARIABLE.matcher(one).replaceAll(v -> variables.get(v.group(1))))
        .toList();
  }
}
