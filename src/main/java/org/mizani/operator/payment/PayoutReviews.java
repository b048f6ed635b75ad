package org.mizani.operator.payment;

import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import java.util.function.Supplier;
import org.mizani.audit.Actor;
import org.mizani.audit.AuditLog;
import org.mizani.audit.AuditLog.Entry;
import org.mizani.operator.approval.ApprovalAction;
import org.mizani.operator.approval.ApprovalRules;
import org.mizani.operator.approval.Approvals;
import org.mizani.operator.approval.Asked;
import org.mizani.operator.approval.HeldOperation;
import org.mizani.payout.HeldPayouts;
import org.mizani.payout.HeldPayouts.Review;

/**
 * Reviews of payouts that their screening holds, each with its audit entry in one transaction. They
 * wait where settlements by hand do: a release pays, a refusal settles.
 */
@Singleton
final class PayoutReviews implements HeldOperation<PayoutReviews.Held> {

  private final HeldPayouts payouts;
  private final AuditLog audit;
  private final Approvals approvals;
  private final ApprovalRules rules;

  PayoutReviews(HeldPayouts payouts, AuditLog audit, Approvals approvals, ApprovalRules rules) {
    this.payouts = payouts;
    this.audit = audit;
    this.approvals = approvals;
    this.rules = rules;
  }

  /** Review as it is stored while it waits. */
  @RegisterForReflection(targets = {PayoutReviews.Held.class, Review.class})
  record Held(UUID payout, Review review, String reason) {}

  /**
   * Releases or refuses a held payout.
   *
   * @throws org.mizani.fault.ApiFault.ApiException (as failure) as {@link HeldPayouts#decide}
   * @throws org.mizani.operator.approval.RequestWaits (as failure) where settlements wait
   */
  Uni<Void> review(Actor actor, UUID payout, Review review, String reason) {
    Held held = new Held(payout, review, reason);
    return rules.settlementsWait()
        ? payouts.requireHeld(payout).chain(() -> approvals.request(actor, asked(held)))
        : payouts.decide(payout, review, () -> audit.write(actor, entry(held)));
  }

  private static Asked asked(Held held) {
    return Asked.once(
        ApprovalAction.PAYOUT_REVIEW, Timeline.payout(held.payout()), fields(held), held);
  }

  @Override
  public Set<ApprovalAction> actions() {
    return Set.of(ApprovalAction.PAYOUT_REVIEW);
  }

  @Override
  public Class<Held> type() {
    return Held.class;
  }

  @Override
  public Uni<Supplier<Uni<Void>>> ready(Actor requester, Held held) {
    return payouts
        .ready(held.payout(), held.review())
        .map(decide -> () -> decide.get().chain(() -> audit.write(requester, entry(held))));
  }

  private static Entry entry(Held held) {
    return new Entry(
        ApprovalAction.PAYOUT_REVIEW.code(),
        Timeline.payout(held.payout()),
        Map.of("held", true),
        fields(held));
  }

  private static Map<String, Object> fields(Held held) {
    return Map.of(
        "decision", held.review().name().toLowerCase(Locale.ROOT), "reason", held.reason());
  }
}
