package org.mizani.paging;

import java.util.Map;

/**
 * Columns that a list of payments is searched by.
 *
 * @param reference the column of the business's reference, which is unique within a business
 * @param failed the table that has the failed payments alone, with {@code id} and {@code
 *     created_at}
 * @param terms the conditions of terms, with {@code %1$s} in place of the first value; a term that
 *     is missing is not offered
 */
public record SearchColumns(String reference, String failed, Map<SearchTerm, String> terms) {

  /** Those of a list that is not searched. */
  public static final SearchColumns NONE = new SearchColumns("", "", Map.of());
}
