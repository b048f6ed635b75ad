package org.mizani.rail.statement;

import java.sql.ResultSet;
import java.sql.SQLException;
import java.util.Locale;
import java.util.Objects;
import java.util.UUID;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.rail.statement.KnownPayment.Kind;
import org.mizani.rail.statement.KnownPayment.State;

/** Payments of the rows of look-ups. */
final class PaymentRows {

  private PaymentRows() {}

  static KnownPayment known(ResultSet row) throws SQLException {
    SeenPayment seen = seen(row);
    return new KnownPayment(
        seen.id(),
        seen.kind(),
        row.getString("rail"),
        seen.amount(),
        state(row.getString("status")),
        row.getString("receipt"),
        Stream.of(
                row.getString("receipt"),
                row.getString("network_reference"),
                row.getString("returned_by"))
            .filter(Objects::nonNull)
            .collect(Collectors.toUnmodifiableSet()));
  }

  static SeenPayment seen(ResultSet row) throws SQLException {
    return new SeenPayment(
        row.getObject("id", UUID.class),
        Kind.valueOf(row.getString("kind").toUpperCase(Locale.ROOT)),
        new Money(CurrencyUnit.valueOf(row.getString("currency")), row.getLong("minor")));
  }

  private static State state(String status) {
    return switch (status) {
      case "pending" -> State.PENDING;
      case "success" -> State.DONE;
      case "returned" -> State.RETURNED;
      default -> State.FAILED;
    };
  }
}
