package org.mizani.console.work;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.mizani.console.Fact;
import org.mizani.console.Shown;
import org.mizani.console.payment.PaymentList;
import org.mizani.operator.approval.ApprovalAnswer;

/**
 * Request for approval, as pages show it.
 *
 * @param subjectPath of the page of what it changes; empty without one
 * @param asked the fields of the operation
 * @param confidential those that its own page alone shows
 * @param own whether the reader has asked for it
 * @param mayDecide whether the reader's role decides requests
 */
public record Request(
    String id,
    String path,
    String action,
    String subject,
    String subjectPath,
    List<Fact> asked,
    List<Fact> confidential,
    String status,
    boolean waits,
    String requestedBy,
    String requestedAt,
    String expiresAt,
    String decidedBy,
    String decidedAt,
    String reason,
    boolean own,
    boolean mayDecide) {

  /** The path of requests. */
  public static final String PATH = "/console/approvals/";

  private static final String WAITING = "waiting";

  /** What has a page of its own: a payment, or a business with all that is of it. */
  private static final Pattern SUBJECT =
      Pattern.compile("(payout|collection|business)/([0-9a-f-]{36})(/.*)?");

  private static final Map<String, String> PAGES =
      Map.of(
          "payout", PaymentList.PAYOUTS,
          "collection", PaymentList.COLLECTIONS,
          "business", "/console/businesses");

  /** The networks of an API key: without any it may be used from all. */
  private static final String NETWORKS = "allowedNetworks";

  /** What is to be approved is shown to the last digit. */
  private static final ObjectMapper EXACT =
      new ObjectMapper().enable(DeserializationFeature.USE_BIG_DECIMAL_FOR_FLOATS);

  static Request of(ApprovalAnswer answer, String reader, boolean mayDecide) {
    return new Request(
        answer.id().toString(),
        PATH + answer.id(),
        Shown.sentence(answer.action()),
        answer.subject(),
        pathOf(answer.subject()),
        facts("", parsed(answer.asked())).toList(),
        facts("", EXACT.valueToTree(answer.confidential())).toList(),
        answer.status(),
        answer.status().equals(WAITING),
        answer.requestedBy(),
        Shown.time(answer.requestedAt()),
        Shown.time(answer.expiresAt()),
        Shown.text(answer.decidedBy()),
        Shown.time(answer.decidedAt()),
        Shown.text(answer.reason()),
        answer.requestedBy().equals(reader),
        mayDecide);
  }

  private static String pathOf(String subject) {
    Matcher found = SUBJECT.matcher(subject);
    return found.matches() ? PAGES.get(found.group(1)) + "/" + found.group(2) : "";
  }

  private static JsonNode parsed(String json) {
    try {
      return EXACT.readTree(json);
    } catch (JsonProcessingException e) {
      throw new IllegalStateException(e);
    }
  }

  /** Fields of JSON, each a fact; those of an object within it have its name before theirs. */
  private static Stream<Fact> facts(String before, JsonNode object) {
    return object.properties().stream()
        .flatMap(field -> field(before + field.getKey(), field.getValue()));
  }

  private static Stream<Fact> field(String name, JsonNode value) {
    return value.isObject() && !value.isEmpty()
        ? facts(name + ", ", value)
        : Stream.of(new Fact(name, shown(name, value), ""));
  }

  /** Never blank: an empty value may be the widest that can be asked for. */
  private static String shown(String name, JsonNode value) {
    if (value.isContainerNode()) {
      return value.isEmpty() ? empty(name, value) : joined(value);
    }
    return single(value);
  }

  private static String empty(String name, JsonNode container) {
    return name.endsWith(NETWORKS) ? "[] (all)" : container + " (none)";
  }

  private static String joined(JsonNode array) {
    List<String> items = new ArrayList<>();
    array.forEach(item -> items.add(item.isContainerNode() ? item.toString() : single(item)));
    return String.join(", ", items);
  }

  private static String single(JsonNode value) {
    if (value.isNumber()) {
      return Shown.amount(value.decimalValue());
    }
    if (value.isNull()) {
      return "not set";
    }
    String text = value.asText();
    return text.isEmpty() ? "empty" : text;
  }
}
