package org.mizani.operator.rail;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import org.mizani.audit.Actor;
import org.mizani.audit.AuditLog;
import org.mizani.audit.AuditLog.Entry;
import org.mizani.collection.PossiblyPrompted;
import org.mizani.payout.PossiblySubmitted;
import org.mizani.rail.guard.SubmissionConfig;
import org.mizani.work.Leases.AssumedCalls;

/**
 * Payments that networks are asked about before anything is submitted: those from before a restore.
 * Each page is one transaction with its audit entry, so that what is noted is audited however the
 * request ends; a repetition notes the rest.
 */
@Singleton
final class AskedFirst {

  private static final UUID FIRST = new UUID(0, 0);

  private final AuditLog audit;
  private final PossiblySubmitted payouts;
  private final PossiblyPrompted collections;
  private final int page;

  AskedFirst(
      AuditLog audit,
      PossiblySubmitted payouts,
      PossiblyPrompted collections,
      SubmissionConfig config) {
    this.audit = audit;
    this.payouts = payouts;
    this.collections = collections;
    this.page = config.submissionBatch();
  }

  /** Why, and of which payments. */
  record Order(Instant createdBefore, String reason) {}

  /** Payments that were noted now. */
  record Noted(long payouts, long collections) {}

  @FunctionalInterface
  private interface Page {
    Uni<AssumedCalls> note(UUID after, Instant createdBefore, int most);
  }

  Uni<Noted> note(Actor actor, Order order) {
    return note(actor, order, "payouts", payouts::note, FIRST)
        .chain(
            submitted ->
                note(actor, order, "collections", collections::note, FIRST)
                    .map(prompted -> new Noted(submitted, prompted)));
  }

  private Uni<Long> note(Actor actor, Order order, String kind, Page pages, UUID after) {
    return audit
        .audited(
            actor,
            () -> pages.note(after, order.createdBefore(), page),
            noted -> entry(order, kind, noted))
        .chain(
            noted ->
                noted
                    .last()
                    .map(last -> note(actor, order, kind, pages, last))
                    .orElseGet(() -> Uni.createFrom().item(0L))
                    .map(rest -> rest + noted.noted()));
  }

  private static Entry entry(Order order, String kind, AssumedCalls noted) {
    return new Entry(
        "submission.ask-first",
        "submission",
        Map.of(),
        Map.of(
            "createdBefore",
            order.createdBefore().toString(),
            kind,
            noted.noted(),
            "reason",
            order.reason()));
  }
}
