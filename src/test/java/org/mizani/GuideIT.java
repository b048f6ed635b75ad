package org.mizani;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.support.Eventually;
import org.mizani.support.ServiceProcess;
import org.mizani.support.ShellCall;

/** A newcomer pastes the guide into a shell, block by block, and sees what it says. */
class GuideIT {

  private static final Path GUIDE = Path.of("docs/guide.md");
  private static final Pattern BLOCK =
      Pattern.compile("```sh\\n(.*?)```\\n(?:```json\\n(.*?)```\\n)?", Pattern.DOTALL);
  private static final Duration UNTIL_IT_IS_FINAL = Duration.ofSeconds(15);

  /** What is another each time. */
  private static final Set<String> OF_THE_MOMENT =
      Set.of(
          "accessToken",
          "businessId",
          "serviceReference",
          "id",
          "mnoPaymentReference",
          "nextCursor",
          "createdAt",
          "updatedAt");

  @TempDir Path directory;

  private final ObjectMapper json = new ObjectMapper();
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Map<String, String> variables = new HashMap<>();
  private final Set<String> operations = new TreeSet<>();

  @Test
  void everyCallOfTheGuideAnswersWhatItSays() throws Exception {
    List<MatchResult> blocks = BLOCK.matcher(Files.readString(GUIDE)).results().toList();

    // A newcomer waits a moment before looking; this one asks until it is there.
    try (ServiceProcess service =
        ServiceProcess.in(directory)
            .property("payments.rate-limit-per-minute", "100000")
            .start()
            .awaitReady()) {
      for (MatchResult block : blocks) {
        paste(block, service.uri("/"));
      }
    }

    assertThat(operations)
        .containsExactlyInAnyOrder(
            "POST /business/auth",
            "GET /business/balance",
            "GET /business/rate",
            "POST /business/verify-transfer",
            "POST /business/verify-payment",
            "POST /business/decode-qr",
            "POST /business/payout/transfer",
            "POST /business/payout/payment",
            "GET /business/banks",
            "POST /business/payout/bank",
            "GET /business/transactions/…",
            "GET /business/transactions",
            "POST /business/collections",
            "GET /business/collections/…",
            "GET /business/collections");
  }

  private void paste(MatchResult block, URI service) throws Exception {
    for (ShellCall call : ShellCall.in(block.group(1))) {
      if (!call.variable().isEmpty()) {
        JsonNode answer = json.readTree(answerOf(call, service).body());
        variables.put(call.variable(), answer.findValue(call.field()).asText());
      } else if (call.command().contains("-d ")) {
        check(answerOf(call, service), block.group(2));
      } else {
        Eventually.within(UNTIL_IT_IS_FINAL, () -> check(answerOf(call, service), block.group(2)));
      }
    }
  }

  private HttpResponse<String> answerOf(ShellCall call, URI service) throws Exception {
    HttpResponse<String> answer = call.send(client, service, variables);
    String path =
        answer.uri().getPath().replaceFirst("^(/business/(transactions|collections)/).*", "$1…");
    operations.add(answer.request().method() + " " + path);
    return answer;
  }

  private void check(HttpResponse<String> answer, String documented) throws Exception {
    assertThat(answer.statusCode()).as(answer.body()).isIn(200, 201);
    assertThat(documented).as("what %s answers", answer.uri()).isNotBlank();
    compare(answer.uri().getPath(), json.readTree(answer.body()), json.readTree(documented));
  }

  private static void compare(String where, JsonNode actual, JsonNode documented) {
    assertThat(actual.getNodeType()).as(where).isEqualTo(documented.getNodeType());
    if (documented.isObject()) {
      assertThat(actual.fieldNames())
          .toIterable()
          .as(where)
          .containsExactlyElementsOf(documented::fieldNames);
      documented
          .fieldNames()
          .forEachRemaining(
              name -> {
                if (!OF_THE_MOMENT.contains(name)) {
                  compare(where + " " + name, actual.get(name), documented.get(name));
                }
              });
    } else if (documented.isArray()) {
      // The guide may show the beginning of a long list only.
      assertThat(actual.size()).as(where).isGreaterThanOrEqualTo(documented.size());
      for (int i = 0; i < documented.size(); i++) {
        compare(where + " " + i, actual.get(i), documented.get(i));
      }
    } else {
      assertThat(actual).as(where).isEqualTo(documented);
    }
  }
}
