package org.mizani.work;

import java.util.Optional;

/**
 * Table of due work, with the columns {@code id}, {@code created_at}, {@code polls} and {@code
 * skipped_polls}.
 *
 * @param due the column with the time of the next poll
 * @param heard whether networks speak about its rows: then it has the columns {@code words}, {@code
 *     network_ids} and {@code leased_until} too
 * @param calledAt the column with the time at which a network was last given a row, if any is
 * @param keeper the table of the payments, which keeps the network ids of a row that ends; empty
 *     where the statement that makes a payment final keeps them
 */
public record LeaseTable(
    String name, String due, boolean heard, Optional<String> calledAt, Optional<String> keeper) {

  /** A table of rows that no network is given. */
  public LeaseTable(String name, String due, boolean heard) {
    this(name, due, heard, Optional.empty(), Optional.empty());
  }
}
