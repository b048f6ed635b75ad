package org.mizani;

import static org.assertj.core.api.Assertions.assertThat;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.io.UncheckedIOException;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpResponse;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Consumer;
import java.util.regex.MatchResult;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.junit.jupiter.api.Tag;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.io.TempDir;
import org.mizani.payout.ScreeningStandIn;
import org.mizani.support.Eventually;
import org.mizani.support.FreePort;
import org.mizani.support.ServiceProcess;
import org.mizani.support.ShellCall;
import org.mizani.support.VerifierProgram;

/**
 * Shell blocks of README and documentation: a reader pastes them one after the other into one
 * sandbox, and each is answered as its page says.
 */
@Tag("brief")
class GuideIT {

  private static final Path GUIDE = Path.of("docs/guide.md");
  private static final Path README = Path.of("README.md");
  private static final Path OPERATORS = Path.of("docs/operators.md");
  private static final Pattern BLOCK =
      Pattern.compile("```sh\\n(.*?)```\\n(?:```(?:json|http)\\n(.*?)```\\n)?", Pattern.DOTALL);

  private static final String HEAD = "HTTP/1.1 ";
  private static final Pattern TIME = Pattern.compile("20\\d\\d-\\d\\d-\\d\\dT[0-9:.]+Z");
  private static final Pattern ID = Pattern.compile("[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}");

  /** Fields with another value in each run. */
  private static final Set<String> CHANGING_FIELDS =
      Set.of(
          "accessToken",
          "secret",
          "apiKey",
          "businessId",
          "serviceReference",
          "quoteId",
          "bulkId",
          "executeAt",
          "expiresAt",
          "id",
          "collectionId",
          "mnoPaymentReference",
          "receipt",
          "nextCursor",
          "after",
          "occurredAt",
          "data",
          "createdAt",
          "updatedAt",
          "settledAt",
          "revokedAt",
          "creditedAt",
          "at",
          "time",
          "date",
          "previous",
          "hash",
          "attempts",
          "signature");

  @TempDir Path directory;

  private final ObjectMapper json = new ObjectMapper();
  private final HttpClient client =
      HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
  private final Map<String, String> variables = new HashMap<>();
  private final Set<String> operations = new TreeSet<>();

  @Test
  void noOtherPageHasShellBlocks() throws Exception {
    try (Stream<Path> pages = Files.walk(Path.of("docs"))) {
      assertThat(pages.filter(page -> page.toString().endsWith(".md")))
          .filteredOn(page -> BLOCK.matcher(read(page)).find())
          .containsExactlyInAnyOrder(GUIDE, OPERATORS);
    }
  }

  @Test
  void everyCallIsAnsweredAsItsPageSays() throws Exception {
    URI screening = URI.create("http://127.0.0.1:" + FreePort.number() + "/screen");
    try (ScreeningStandIn standIn = ScreeningStandIn.at(screening);
        ServiceProcess service =
            ServiceProcess.in(directory)
                .sandbox()
                .paidAtOnce()
                .unhurried()
                .property("payments.rate-limit-per-minute", "100000")
                .property("payments.screening.url", screening.toString())
                .property("payments.payout.settlement.flag-after", "1s")
                .property("payments.payout.settlement.flag-every", "1s")
                .start()
                .awaitReady()) {
      standIn.decidesAbout("acacia-2", "hold");
      // First, because it shows balances that no other page has changed.
      everyCallOfTheGuideIsAnsweredAsDocumented(service);
      theReadmesFirstPayoutIsAnsweredAsDocumented(service);
      everyCallOfTheOperatorsPageSucceeds(service);
    }
  }

  private void everyCallOfTheGuideIsAnsweredAsDocumented(ServiceProcess service) throws Exception {
    paste(service, GUIDE, block -> assertThat(block.group(2)).as(block.group()).isNotBlank());

    assertThat(operations)
        .containsExactlyInAnyOrder(
            "POST /business/auth",
            "GET /business/balance",
            "GET /business/rate",
            "POST /business/verify-transfer",
            "POST /business/verify-payment",
            "POST /business/decode-qr",
            "POST /business/quotes",
            "POST /business/payout/transfer",
            "POST /business/payouts/bulk",
            "GET /business/payouts/bulk",
            "GET /business/payouts/bulk/…",
            "DELETE /business/payouts/bulk/…",
            "POST /business/payout/payment",
            "GET /business/banks",
            "POST /business/payout/bank",
            "GET /business/transactions/…",
            "GET /business/transactions",
            "POST /business/collections",
            "GET /business/collections/…",
            "GET /business/collections",
            "GET /business/payouts/…",
            "GET /business/collections/…/details",
            "POST /business/collections/…/refunds",
            "GET /business/collections/…/refunds",
            "GET /business/statement",
            "GET /business/limits",
            "GET /business/events",
            "GET /business/webhook-deliveries",
            "POST /business/webhook-deliveries/replay",
            "GET /business/webhook-deliveries/…",
            "POST /business/webhook-deliveries/…/replay",
            "POST /business/api-keys",
            "GET /business/api-keys",
            "DELETE /business/api-keys/…",
            "POST /business/webhook-endpoints",
            "GET /business/webhook-endpoints",
            "GET /business/webhook-endpoints/…",
            "POST /business/webhook-endpoints/…/test",
            "POST /business/webhook-endpoints/…/rotate-secret",
            "POST /business/webhook-endpoints/…/disable",
            "POST /business/webhook-endpoints/…/enable",
            "DELETE /business/webhook-endpoints/…",
            "GET /.well-known/jwks.json");
    theVerifierFindsTheGuidesStatementGenuine();
  }

  private void theVerifierFindsTheGuidesStatementGenuine() {
    try (VerifierProgram verifier = new VerifierProgram()) {
      VerifierProgram.Run run =
          verifier.run(
              variables.get("STATEMENT").getBytes(StandardCharsets.UTF_8),
              variables.get("KEYS").getBytes(StandardCharsets.UTF_8));

      assertThat(run.output())
          .startsWith("GENUINE, provisional as of ")
          .contains("\"closing\":\"150\"");
    }
  }

  private void theReadmesFirstPayoutIsAnsweredAsDocumented(ServiceProcess service)
      throws Exception {
    paste(service, README, block -> assertThat(block.group(2)).as(block.group()).isNotBlank());

    assertThat(operations)
        .containsExactlyInAnyOrder(
            "POST /business/auth",
            "POST /business/payout/transfer",
            "GET /business/transactions/…");
  }

  private void everyCallOfTheOperatorsPageSucceeds(ServiceProcess service) throws Exception {
    paste(service, OPERATORS, block -> {});

    assertThat(operations)
        .containsExactlyInAnyOrder(
            "POST /operator/auth",
            "POST /operator/auth/logout",
            "POST /operator/operators",
            "GET /operator/operators",
            "PATCH /operator/operators/amina",
            "POST /operator/businesses",
            "POST /operator/businesses/…/top-ups",
            "GET /operator/businesses/…/top-ups",
            "POST /operator/businesses/…/top-ups/…/reversal",
            "POST /operator/businesses/…/withdrawals",
            "POST /operator/ledger/rail-settlements",
            "POST /operator/businesses/…/api-keys",
            "POST /business/auth",
            "POST /business/payout/bank",
            "POST /business/collections",
            "GET /operator/payouts",
            "GET /operator/webhook-deliveries",
            "GET /operator/businesses/…/statement",
            "PUT /operator/businesses/…/sweeps",
            "PATCH /operator/businesses/…",
            "PATCH /operator/businesses/…/api-keys/…",
            "DELETE /operator/businesses/…/api-keys/…",
            "GET /operator/approvals",
            "GET /operator/audit-log",
            "GET /operator/ledger/trial-balance",
            "GET /operator/summary",
            "GET /operator/payouts/export",
            "POST /operator/payouts/…/recipient",
            "POST /operator/payouts/…/review",
            "POST /operator/payouts/…/settle",
            "POST /operator/payouts/…/clear-flag",
            "GET /operator/rails",
            "POST /operator/payouts/…/return",
            "GET /operator/collections",
            "POST /operator/collections/…/refund");
  }

  private static String read(Path page) {
    try {
      return Files.readString(page);
    } catch (IOException e) {
      throw new UncheckedIOException(e);
    }
  }

  private void paste(ServiceProcess service, Path document, Consumer<MatchResult> rule)
      throws Exception {
    variables.clear();
    operations.clear();
    for (MatchResult block : BLOCK.matcher(read(document)).results().toList()) {
      paste(block, service.uri("/"), rule);
    }
  }

  private void paste(MatchResult block, URI service, Consumer<MatchResult> rule) throws Exception {
    for (ShellCall call : ShellCall.in(block.group(1))) {
      if (call.isEcho()) {
        keep(call, call.echoed(variables));
      } else if (!call.variable().isEmpty()) {
        // A reader waits a moment before asking; this test asks until the answer is there.
        Eventually.holds(() -> keep(call, answerOf(call, service).body()));
      } else if (call.command().contains("-d ") && block.group(2) != null) {
        rule.accept(block);
        check(answerOf(call, service), block.group(2));
      } else {
        rule.accept(block);
        Eventually.holds(() -> check(answerOf(call, service), block.group(2)));
      }
    }
  }

  private void keep(ShellCall call, String answer) throws Exception {
    variables.put(
        call.variable(),
        call.field().isEmpty() ? answer : json.readTree(answer).findValue(call.field()).asText());
  }

  private HttpResponse<String> answerOf(ShellCall call, URI service) throws Exception {
    HttpResponse<String> answer = call.send(client, service, variables);
    String path =
        answer
            .uri()
            .getPath()
            .replaceFirst(
                "(/(transactions|payouts|collections|businesses|api-keys)/)(?!bulk|export)[^/]+",
                "$1…")
            .replaceFirst("(/(api-keys|bulk|top-ups|webhook-endpoints)/)[^/…]+", "$1…")
            .replaceFirst("(/webhook-deliveries/)(?!replay)[^/]+", "$1…");
    operations.add(answer.request().method() + " " + path);
    return answer;
  }

  private void check(HttpResponse<String> answer, String documented) throws Exception {
    if (documented != null && documented.startsWith(HEAD)) {
      checkWithHead(answer, documented.substring(HEAD.length()));
      return;
    }
    assertThat(answer.statusCode()).as(answer.body()).isIn(200, 201, 202);
    if (documented == null) {
      return;
    }
    compare(answer.uri().getPath(), json.readTree(answer.body()), json.readTree(documented));
  }

  /** Compares status, headers and body; ids differ in each run. */
  private void checkWithHead(HttpResponse<String> answer, String documented) throws Exception {
    String[] headAndBody = documented.split("\n\n", 2);
    List<String> head = headAndBody[0].lines().toList();
    assertThat(head.get(0)).startsWith(answer.statusCode() + " ");
    for (String header : head.subList(1, head.size())) {
      String[] nameAndValue = header.split(": ", 2);
      assertThat(answer.headers().firstValue(nameAndValue[0]).map(GuideIT::withoutId))
          .as(header)
          .contains(withoutId(nameAndValue[1]));
    }
    assertThat(json.readTree(withoutId(answer.body())))
        .isEqualTo(json.readTree(withoutId(headAndBody[1])));
  }

  private static String withoutId(String text) {
    return ID.matcher(text).replaceAll("id");
  }

  /** The texts of a statement's lines have ids, those of its balances the time of the reading. */
  private static String withoutChanges(JsonNode value) {
    return TIME.matcher(withoutId(value.toString())).replaceAll("time");
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
                if (!CHANGING_FIELDS.contains(name)) {
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
      assertThat(withoutChanges(actual)).as(where).isEqualTo(withoutChanges(documented));
    }
  }
}
