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
 * @param person where the hash of a payment's person is
 */
public record SearchColumns(
    String reference, String failed, Map<SearchTerm, String> terms, Person person) {

  /** Those of a list that is not searched. */
  public static final SearchColumns NONE =
      new SearchColumns("", "", Map.of(), new Person("", "", ""));

  /**
   * Table of personal data, whose rows are erased after a time, with the {@code created_at} of the
   * payment.
   *
   * @param id the column with the payment's id, with which an index begins
   * @param hash the column with the hash of the person's number
   */
  public record Person(String table, String id, String hash) {}
}
