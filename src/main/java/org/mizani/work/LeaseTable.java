package org.mizani.work;

/**
 * Table of due work, with the columns {@code id}, {@code polls} and {@code skipped_polls}.
 *
 * @param due the column with the time of the next poll
 * @param heard whether networks speak about its rows: then it has the columns {@code words}, {@code
 *     network_ids} and {@code leased_until} too
 */
public record LeaseTable(String name, String due, boolean heard) {}
