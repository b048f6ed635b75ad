package org.mizani.work;

import java.util.UUID;

/**
 * A pod's claim to a row. A claim that was taken over is told by its number of looks, so that a pod
 * that was paused for longer than its lease cannot end another's.
 *
 * @param id the row's key
 * @param looks how often the row was claimed, this time included
 */
public record Lease(UUID id, int looks) {}
