package org.mizani.rail.pawapay.signature;

import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.mizani.rail.pawapay.signature.StructuredField.Strings;

/**
 * Components that a signature covers, with its parameters: the value of {@code Signature-Input}
 * (RFC 9421, section 4.1).
 *
 * @param parameters strings and {@code Long}s, in the order in which they are signed
 */
record SignatureInput(List<String> components, Map<String, Object> parameters) {

  /** The label under which pawaPay signs, and where we expect its signatures. */
  static final String LABEL = "sig-pp";

  static final String ALGORITHM = "ecdsa-p256-sha256";

  /** The input under pawaPay's label, or empty if there is none or the field is malformed. */
  static Optional<SignatureInput> parse(String field) {
    return StructuredField.dictionary(field)
        .map(members -> members.get(LABEL))
        .filter(Strings.class::isInstance)
        .map(Strings.class::cast)
        .map(strings -> new SignatureInput(strings.items(), strings.parameters()));
  }

  /** A parameter, if there is one of this name and kind. */
  <T> Optional<T> parameter(String name, Class<T> kind) {
    return Optional.ofNullable(parameters.get(name)).filter(kind::isInstance).map(kind::cast);
  }

  /** The value as the field and the signature base show it, without the label. */
  String serialized() {
    String names = components.stream().map(SignatureInput::quoted).collect(Collectors.joining(" "));
    String rest =
        parameters.entrySet().stream()
            .map(parameter -> ";" + parameter.getKey() + "=" + bare(parameter.getValue()))
            .collect(Collectors.joining());
    return "(" + names + ")" + rest;
  }

  /**
   * The bytes to be signed (RFC 9421, section 2.5), or empty if a component comes twice, is missing
   * from the message, or has control characters, which could forge a line.
   */
  Optional<byte[]> base(HttpMessage message) {
    if (components.stream().distinct().count() < components.size()) {
      return Optional.empty();
    }
    StringBuilder base = new StringBuilder();
    for (String component : components) {
      Optional<String> value =
          message.component(component).filter(v -> v.chars().allMatch(c -> c >= ' '));
      if (value.isEmpty()) {
        return Optional.empty();
      }
      base.append(quoted(component)).append(": ").append(value.get()).append('\n');
    }
    base.append("\"@signature-params\": ").append(serialized());
    return Optional.of(base.toString().getBytes(StandardCharsets.UTF_8));
  }

  private static String bare(Object value) {
    return value instanceof String text ? quoted(text) : value.toString();
  }

  private static String quoted(String text) {
    return '"' + text.replace("\\", "\\\\").replace("\"", "\\\"") + '"';
  }
}
