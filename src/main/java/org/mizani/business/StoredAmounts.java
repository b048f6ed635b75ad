package org.mizani.business;

import io.vertx.core.json.JsonObject;
import java.util.EnumMap;
import java.util.Map;
import java.util.function.Function;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

/** Amounts as a column of a business has them: a JSON object of minor units by code. */
final class StoredAmounts {

  private StoredAmounts() {}

  /**
   * The amounts of a column.
   *
   * @param keys the type of the codes
   * @param currency the currency of the amount of a code
   */
  static <K extends Enum<K>> Map<K, Money> read(
      JsonObject stored, Class<K> keys, Function<K, CurrencyUnit> currency) {
    Map<K, Money> amounts = new EnumMap<>(keys);
    for (String code : stored.fieldNames()) {
      K key = Enum.valueOf(keys, code);
      amounts.put(key, new Money(currency.apply(key), stored.getLong(code)));
    }
    return amounts;
  }

  /** The amounts by currency of a column. */
  static Map<CurrencyUnit, Money> read(JsonObject stored) {
    return read(stored, CurrencyUnit.class, Function.identity());
  }

  /** The column of amounts. */
  static JsonObject of(Map<? extends Enum<?>, Money> amounts) {
    JsonObject stored = new JsonObject();
    amounts.forEach((key, amount) -> stored.put(key.name(), amount.minor()));
    return stored;
  }
}
