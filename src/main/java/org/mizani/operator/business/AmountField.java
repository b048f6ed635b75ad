package org.mizani.operator.business;

import static java.util.stream.Collectors.joining;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Function;
import org.mizani.fault.ApiFault;
import org.mizani.http.Fields;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

/**
 * Field of amounts by code, as operators send it: an object of amounts in major units.
 *
 * @param name the field
 * @param codes the codes that it takes, in the order in which messages list them
 * @param currency the currency of the amount of a code
 */
record AmountField<K extends Enum<K>>(
    String name, List<K> codes, Function<K, CurrencyUnit> currency) {

  /** Amounts as they are sent. */
  static Map<String, BigDecimal> sent(Map<? extends Enum<?>, Money> amounts) {
    Map<String, BigDecimal> sent = new LinkedHashMap<>();
    amounts.forEach((code, amount) -> sent.put(code.name(), amount.major()));
    return sent;
  }

  /**
   * The amounts of this field; none where it is null.
   *
   * @throws ApiFault.ApiException 400 for another code, or an amount that breaks its rule
   */
  Map<K, Money> parsed(Map<String, BigDecimal> sent) {
    Map<K, Money> amounts = new EnumMap<>(codes.get(0).getDeclaringClass());
    if (sent != null) {
      sent.forEach(
          (text, major) -> {
            K code = code(text);
            amounts.put(code, Fields.amount(name + "." + text, major, currency.apply(code)));
          });
    }
    return amounts;
  }

  private K code(String text) {
    return codes.stream()
        .filter(code -> code.name().equals(text))
        .findFirst()
        .orElseThrow(
            () ->
                ApiFault.notOneOf(name, codes.stream().map(Enum::name).collect(joining(", ")))
                    .asException());
  }

  /**
   * Merges a change into a form. In these fields a code that is missing stays, and one that is sent
   * as null is taken out (RFC 7396).
   */
  static void merge(Set<String> fields, ObjectNode change, ObjectNode form) {
    Map<String, JsonNode> merged = new HashMap<>();
    for (String field : fields) {
      if (change.get(field) instanceof ObjectNode sent
          && form.get(field) instanceof ObjectNode known) {
        merged.put(field, merged(sent, known));
      }
    }
    form.setAll(change);
    form.setAll(merged);
  }

  private static ObjectNode merged(ObjectNode sent, ObjectNode known) {
    ObjectNode merged = known.deepCopy();
    merged.setAll(sent);
    for (Map.Entry<String, JsonNode> entry : sent.properties()) {
      if (entry.getValue().isNull()) {
        merged.remove(entry.getKey());
      }
    }
    return merged;
  }
}
