package org.mizani.paging;

import java.util.List;

/**
 * Term of an operators' search: a column that has no index, so that a search by terms alone reads
 * all payments of a time range, or their personal data.
 */
public enum SearchTerm {
  /** A currency, and an amount of it in minor units. */
  AMOUNT,
  /** A currency. */
  CURRENCY,
  /** The code of a country. */
  COUNTRY,
  /** The code of a channel. */
  CHANNEL,
  /** The name of a rail. */
  RAIL,
  /** The code of a failure. */
  FAILURE_CODE,
  /** The hashes of a person's number, any of them: of the rows with personal data. */
  PERSON;

  /** A term with the values that are looked for. */
  record Wanted(SearchTerm term, List<Object> values) {}
}
