package org.mizani.operator.approval;

import com.fasterxml.jackson.annotation.JsonInclude;
import com.fasterxml.jackson.annotation.JsonRawValue;
import io.quarkus.runtime.annotations.RegisterForReflection;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.Map;
import java.util.UUID;

/**
 * Request for approval, as operators see it; fields that it has not are left out.
 *
 * @param asked JSON: the fields of the operation, with accounts masked
 * @param confidential the fields that are shown only on its own page, while it waits
 */
@JsonInclude(JsonInclude.Include.NON_NULL)
@RegisterForReflection
public record ApprovalAnswer(
    UUID id,
    String action,
    String subject,
    @JsonRawValue String asked,
    Map<String, Object> confidential,
    String status,
    String requestedBy,
    Instant requestedAt,
    Instant expiresAt,
    String decidedBy,
    Instant decidedAt,
    String reason) {

  static ApprovalAnswer of(Approval approval) {
    return of(approval, Map.of());
  }

  static ApprovalAnswer of(Approval approval, Map<String, Object> confidential) {
    return new ApprovalAnswer(
        approval.id(),
        approval.action().code(),
        approval.subject(),
        approval.asked(),
        confidential.isEmpty() ? null : confidential,
        approval.status().code(),
        approval.requestedBy(),
        shown(approval.requestedAt()),
        shown(approval.expiresAt()),
        approval.decidedBy().orElse(null),
        approval.decidedAt().map(ApprovalAnswer::shown).orElse(null),
        approval.reason().orElse(null));
  }

  private static Instant shown(Instant time) {
    return time.truncatedTo(ChronoUnit.MILLIS);
  }

  /** Without the account that it may hold. */
  @Override
  public String toString() {
    return "ApprovalAnswer[" + id + "]";
  }
}
