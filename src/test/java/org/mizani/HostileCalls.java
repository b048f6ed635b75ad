package org.mizani;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ArrayNode;
import com.fasterxml.jackson.databind.node.JsonNodeFactory;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.UUID;

/**
 * Changes documented calls into calls that a broken client or an attacker might send. URLs in them
 * lead to this machine, because the service sends webhooks to them.
 */
final class HostileCalls {

  /** A URL without a server. */
  static final String NOWHERE = "http://127.0.0.1:9/nowhere";

  private static final int LONGEST_PARAMETER = 500;
  private static final JsonNodeFactory NODES = JsonNodeFactory.instance;
  private static final List<String> URLS = List.of("callbackUrl", "collectionCallbackUrl");
  private static final List<String> TEXTS =
      List.of(
          "",
          " ",
          "\u0000",
          "a\u0000b",
          "\uD800",
          "\uFFFF\u202E\u200B",
          "null",
          "-1",
          "0",
          "1e309",
          "NaN",
          "true",
          "'; DROP TABLE payout; --",
          "\" OR 1=1 --",
          "<script>alert(1)</script>",
          "${jndi:ldap://127.0.0.1/x}",
          "#{7*7}",
          "../../../../etc/passwd",
          "%00%0a%0d",
          "\r\nX-Injected: 1",
          "x".repeat(101),
          "x".repeat(10_000),
          "٣".repeat(30),
          "KE",
          "ke",
          "USD",
          "UGX",
          "mobile",
          "bank",
          "termination_success",
          "2026-02-30",
          "9999-12-31T23:59:60Z",
          "-999999999-01-01",
          "P1Y",
          "PT-1H",
          "24:00",
          "+254712345678",
          "+254712345692",
          "+99999999999999999999",
          "00000000-0000-0000-0000-000000000000",
          "javascript:alert(1)",
          "file:///etc/passwd",
          "http://",
          "http://127.0.0.1:9/" + "a".repeat(3000),
          "http://[::1",
          "http://127.0.0.1:99999/");
  private static final List<String> NUMBERS =
      List.of(
          "0",
          "-0",
          "-1",
          "0.1",
          "0.001",
          "1e-7",
          "1e2",
          "1E400",
          "-1E400",
          "1e999999999",
          "1e-999999999",
          "99999999999999999999",
          "9223372036854775808",
          "123456789012345678901234567890.123456789");

  private final Random random;

  HostileCalls(Random random) {
    this.random = random;
  }

  /** A copy of the call with up to three changes that make it wrong, odd or extreme. */
  DocumentedCall like(DocumentedCall call) {
    DocumentedCall changed = withLocalUrls(call).withFreshReference();
    for (int i = random.nextInt(4); i > 0; i--) {
      changed = changed(changed);
    }
    return changed;
  }

  private DocumentedCall withLocalUrls(DocumentedCall call) {
    DocumentedCall local = call;
    if (call.operation().hasBody() && call.json().isObject()) {
      for (String field : URLS) {
        if (call.json().hasNonNull(field)) {
          local = local.with(field, NOWHERE);
        }
      }
    }
    return local;
  }

  private DocumentedCall changed(DocumentedCall call) {
    boolean inBody = call.operation().hasBody() && random.nextInt(4) > 0;
    return inBody ? withOtherBody(call) : withOtherParameter(call);
  }

  private DocumentedCall withOtherParameter(DocumentedCall call) {
    List<String> names = new ArrayList<>(call.parameters().keySet());
    names.addAll(List.of("limit", "cursor", "from", "to", "currency", "status", "unknown"));
    String text = any(TEXTS).replace("\uD800", "?");
    // The HTTP server itself refuses a longer URL: 414, and the connection ends.
    String value = text.substring(0, Math.min(text.length(), LONGEST_PARAMETER));
    return call.withParameter(any(names), value);
  }

  private DocumentedCall withOtherBody(DocumentedCall call) {
    JsonNode body = parsed(call.body());
    if (!(body instanceof ObjectNode fields) || random.nextInt(12) == 0) {
      return call.withBody(otherText(call.body()));
    }
    List<String> names = new ArrayList<>();
    fields.fieldNames().forEachRemaining(names::add);
    names.add("unknown" + random.nextInt(10));
    String name = any(names);
    ObjectNode other = fields.deepCopy();
    if (random.nextInt(6) == 0) {
      other.remove(name);
      return call.withBody(other.toString());
    }
    if (random.nextInt(4) > 0) {
      other.set(name, value());
      return call.withBody(other.toString());
    }
    // Numbers that a tree of JSON cannot hold are written as text.
    other.put(name, "@number@");
    return call.withBody(other.toString().replace("\"@number@\"", any(NUMBERS)));
  }

  private JsonNode value() {
    return switch (random.nextInt(8)) {
      case 0 -> NODES.nullNode();
      case 1 -> NODES.booleanNode(random.nextBoolean());
      case 2 -> NODES.numberNode(random.nextInt());
      case 3 -> NODES.numberNode(random.nextLong());
      case 4 -> nested(random.nextInt(60));
      case 5 -> NODES.objectNode().put("a", UUID.randomUUID().toString());
      default -> NODES.textNode(any(TEXTS));
    };
  }

  private static ArrayNode nested(int depth) {
    ArrayNode outer = NODES.arrayNode();
    ArrayNode inner = outer;
    for (int i = 0; i < depth; i++) {
      inner = inner.addArray();
    }
    return outer;
  }

  private String otherText(String body) {
    return switch (random.nextInt(8)) {
      case 0 -> "";
      case 1 -> "null";
      case 2 -> "[" + body + "]";
      case 3 -> body.substring(0, random.nextInt(body.length() + 1));
      case 4 -> "[".repeat(5_000);
      case 5 -> body + body;
      case 6 -> "\uFEFF" + body;
      default -> "{\"a\":".repeat(2_000) + "1" + "}".repeat(2_000);
    };
  }

  private static JsonNode parsed(String body) {
    try {
      return ContractDocument.JSON.readTree(body);
    } catch (IOException e) {
      return NODES.missingNode();
    }
  }

  private <T> T any(List<T> values) {
    return values.get(random.nextInt(values.size()));
  }
}
