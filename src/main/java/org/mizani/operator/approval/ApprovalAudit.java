package org.mizani.operator.approval;

import io.smallrye.mutiny.Uni;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import org.mizani.audit.Actor;
import org.mizani.audit.AuditLog;
import org.mizani.audit.AuditLog.Entry;

/** Audit entries of requests, each written in the transaction of its change. */
@Singleton
final class ApprovalAudit {

  private final AuditLog audit;

  ApprovalAudit(AuditLog audit) {
    this.audit = audit;
  }

  Uni<Void> requested(Actor actor, Approval approval) {
    return audit.write(actor, entry("approval.request", Map.of(), approval));
  }

  /** The end of a request that waited. */
  Uni<Void> ended(Actor actor, Approval approval) {
    String verb =
        switch (approval.status()) {
          case WAITING -> throw new IllegalStateException(approval + " has not ended");
          case APPROVED -> "approve";
          case REFUSED -> "refuse";
          case WITHDRAWN -> "withdraw";
          case EXPIRED -> "expire";
        };
    Map<String, Object> before = Map.of("status", ApprovalStatus.WAITING.code());
    return audit.write(actor, entry("approval." + verb, before, approval));
  }

  private static Entry entry(String action, Map<String, Object> before, Approval approval) {
    Map<String, Object> after = new LinkedHashMap<>();
    after.put("status", approval.status().code());
    after.put("action", approval.action().code());
    after.put("subject", approval.subject());
    after.put("asked", new JsonObject(approval.asked()));
    after.put("requestedBy", approval.requestedBy());
    approval.decidedBy().ifPresent(operator -> after.put("decidedBy", operator));
    approval.reason().ifPresent(reason -> after.put("reason", reason));
    return new Entry(action, "approval/" + approval.id(), before, after);
  }

  /**
   * The end of a request's time, which no operator brings about.
   *
   * @param why empty if its time is over; else why nobody could approve it before
   */
  Uni<Void> expire(Approval approval, Optional<String> why, Instant now) {
    approval.end(ApprovalStatus.EXPIRED, Optional.empty(), why, now);
    return ended(new Actor("approval-expiry", "approval-expiry"), approval);
  }
}
