package org.mizani.http;

import io.netty.handler.codec.http.QueryStringDecoder;
import io.vertx.ext.web.RoutingContext;
import java.util.Set;
import java.util.regex.Pattern;
import org.mizani.fault.ApiFault;
import org.mizani.fault.ErrorCode;

/** Names of all parameters of queries, of partners and operators, as the documents have them. */
public final class QueryNames {

  /** The names, exactly so. */
  public static final Set<String> ALL =
      Set.of(
          "action",
          "after",
          "amount",
          "atomic",
          "businessId",
          "channel",
          "country",
          "countryCode",
          "currency",
          "cursor",
          "day",
          "executeAt",
          "failureCode",
          "flagged",
          "format",
          "from",
          "id",
          "limit",
          "olderThan",
          "operator",
          "purpose",
          "rail",
          "reference",
          "since",
          "status",
          "subject",
          "to");

  private static final Pattern PLAIN = Pattern.compile("[A-Za-z0-9_.-]{1,64}");

  private QueryNames() {}

  /**
   * Refuses a query that has a parameter of another name, or one of them twice.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 400
   */
  public static void requireOnly(RoutingContext exchange, Set<String> names) {
    // Not the exchange's parameters, which are without those of other names.
    new QueryStringDecoder(exchange.request().uri())
        .parameters()
        .forEach(
            (name, values) -> {
              if (!names.contains(name)) {
                throw unknown(name).asException();
              }
              if (values.size() > 1) {
                throw ApiFault.invalid(name, "must be given once").asException();
              }
            });
  }

  /**
   * Refuses a query that names a parameter and gives it no value.
   *
   * @param besides the names of those that may be empty
   * @throws org.mizani.fault.ApiFault.ApiException 400
   */
  public static void requireValues(RoutingContext exchange, Set<String> besides) {
    new QueryStringDecoder(exchange.request().uri())
        .parameters()
        .forEach(
            (name, values) -> {
              if (!besides.contains(name) && values.stream().allMatch(Fields::isBlank)) {
                throw ApiFault.invalid(name, "must have a value").asException();
              }
            });
  }

  /** A name that no header may carry is not told back. */
  private static ApiFault unknown(String name) {
    return PLAIN.matcher(name).matches()
        ? ApiFault.invalid(name, "is not a parameter of this operation")
        : ApiFault.of(ErrorCode.FIELD_VALUE, "unknown parameter");
  }
}
