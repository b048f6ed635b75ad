package org.mizani.operator.business;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.node.ObjectNode;
import java.math.BigDecimal;
import java.util.Arrays;
import java.util.EnumMap;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.stream.Collectors;
import org.mizani.business.BusinessLimits;
import org.mizani.corridor.Country;
import org.mizani.fault.ApiFault;
import org.mizani.http.Fields;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

/**
 * Fields of a business's limits, as operators send them; null for those of the settings.
 *
 * @param largestPayouts in major units by the receiver's currency
 */
record LimitFields(
    Map<String, BigDecimal> largestPayouts,
    BigDecimal promptsPerPhone,
    BigDecimal lookUpsPerPhone) {

  private static final String LARGEST = "largestPayouts";
  private static final Map<String, CurrencyUnit> CURRENCIES =
      Arrays.stream(Country.values())
          .map(Country::currency)
          .collect(
              Collectors.toMap(Enum::name, unit -> unit, (one, same) -> one, LinkedHashMap::new));
  private static final BigDecimal MOST = BigDecimal.valueOf(1_000_000);

  /** The greatest amounts as they are sent. */
  static Map<String, BigDecimal> largestPayouts(BusinessLimits limits) {
    Map<String, BigDecimal> sent = new LinkedHashMap<>();
    limits.largestPayouts().forEach((currency, most) -> sent.put(currency.name(), most.major()));
    return sent;
  }

  /** Merges a change into a form; a currency that is sent as null is taken out (RFC 7396). */
  static void merge(ObjectNode change, ObjectNode form) {
    JsonNode known = form.get(LARGEST);
    form.setAll(change);
    if (change.get(LARGEST) instanceof ObjectNode sent && known instanceof ObjectNode merged) {
      merged.setAll(sent);
      for (Map.Entry<String, JsonNode> entry : sent.properties()) {
        if (entry.getValue().isNull()) {
          merged.remove(entry.getKey());
        }
      }
      form.set(LARGEST, merged);
    }
  }

  /**
   * The limits of these fields.
   *
   * @throws ApiFault.ApiException 400 with the name of the first field that breaks its rule
   */
  BusinessLimits parsed() {
    Map<CurrencyUnit, Money> largest = new EnumMap<>(CurrencyUnit.class);
    if (largestPayouts != null) {
      largestPayouts.forEach(
          (code, major) -> {
            CurrencyUnit currency = currency(code);
            largest.put(currency, Fields.amount(LARGEST + "." + code, major, currency));
          });
    }
    return new BusinessLimits(
        largest,
        count("promptsPerPhone", promptsPerPhone),
        count("lookUpsPerPhone", lookUpsPerPhone));
  }

  private static CurrencyUnit currency(String code) {
    return Optional.ofNullable(CURRENCIES.get(code))
        .orElseThrow(
            () -> ApiFault.notOneOf(LARGEST, String.join(", ", CURRENCIES.keySet())).asException());
  }

  private static Optional<Integer> count(String field, BigDecimal value) {
    if (value == null) {
      return Optional.empty();
    }
    boolean whole = value.signum() > 0 && value.compareTo(MOST) <= 0 && isWhole(value);
    if (!whole) {
      throw ApiFault.invalid(field + " must be a whole number from 1 to " + MOST).asException();
    }
    return Optional.of(value.intValueExact());
  }

  private static boolean isWhole(BigDecimal value) {
    return value.stripTrailingZeros().scale() <= 0;
  }
}
