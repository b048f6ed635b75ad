package org.mizani.work;

import java.util.UUID;

/**
 * Lease of a row by one pod. The number of polls tells it from a later lease of the same row, so
 * that a pod that was paused for longer than its lease cannot end the lease of another.
 *
 * @param id the row's key
 * @param polls how often the row was claimed, this time included
 * @param words how many words of its network had been heard about it by then: one that comes during
 *     the lease has it due again as soon as that ends
 */
public record Lease(UUID id, int polls, int words) {

  /** Of a row that no network speaks about. */
  public Lease(UUID id, int polls) {
    this(id, polls, 0);
  }
}
