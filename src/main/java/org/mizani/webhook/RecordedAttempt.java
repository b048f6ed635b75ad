package org.mizani.webhook;

import java.time.Instant;
import org.eclipse.microprofile.openapi.annotations.media.Schema;

/** An attempt of a delivery as operators see it. */
@Schema(
    requiredProperties = {
      "replay",
      "attempt",
      "responseCode",
      "error",
      "durationMs",
      "attemptedAt"
    })
public record RecordedAttempt(
    @Schema(description = "Which replay it belongs to, 0 for none") int replay,
    @Schema(description = "Which one, from 1 on in each replay") int attempt,
    @Schema(description = "The HTTP status; null without an answer", nullable = true)
        Integer responseCode,
    @Schema(description = "What went wrong; null with an answer", nullable = true) String error,
    @Schema(description = "How long it took, in milliseconds") int durationMs,
    @Schema(description = "When it was recorded") Instant attemptedAt) {}
