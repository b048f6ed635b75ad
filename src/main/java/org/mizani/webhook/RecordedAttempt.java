package org.mizani.webhook;

import java.time.Instant;

/** Attempt of a delivery as operators see it. */
public record RecordedAttempt(
    int replay,
    int attempt,
    Integer responseCode,
    String error,
    int durationMs,
    Instant attemptedAt) {}
