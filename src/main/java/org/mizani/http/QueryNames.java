package org.mizani.http;

import java.util.Set;

/** Names of all parameters of queries, of partners and operators, as the documents have them. */
public final class QueryNames {

  /** The names, exactly so. */
  public static final Set<String> ALL =
      Set.of(
          "action",
          "amount",
          "businessId",
          "countryCode",
          "currency",
          "cursor",
          "day",
          "flagged",
          "format",
          "from",
          "limit",
          "olderThan",
          "operator",
          "purpose",
          "reference",
          "status",
          "subject",
          "to");

  private QueryNames() {}
}
