package org.mizani.work;

import java.util.UUID;

/**
 * Lease of a row by one pod. The number of polls tells it from a later lease of the same row, so
 * that a pod that was paused for longer than its lease cannot end the lease of another.
 *
 * @param id the row's key
 * @param polls how often the row was claimed, this time included
 */
public record Lease(UUID id, int polls) {}
