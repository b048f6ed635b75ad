package org.mizani.operator.rail;

import static java.util.stream.Collectors.summingLong;

import io.smallrye.mutiny.Multi;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Instant;
import java.util.Map;
import java.util.UUID;
import java.util.concurrent.atomic.AtomicReference;
import java.util.function.Supplier;
import org.mizani.audit.Actor;
import org.mizani.audit.AuditLog;
import org.mizani.audit.AuditLog.Entry;
import org.mizani.collection.PossiblyPrompted;
import org.mizani.database.SqlState;
import org.mizani.payout.PossiblySubmitted;
import org.mizani.rail.guard.SubmissionConfig;
import org.mizani.work.Leases.AssumedCalls;

/**
 * Payments that networks are asked about before a submission: those from before a restore. Each
 * page is one transaction with its audit entry, so that what is noted is audited however the
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
    return note(actor, order, "payouts", payouts::note)
        .chain(
            submitted ->
                note(actor, order, "collections", collections::note)
                    .map(prompted -> new Noted(submitted, prompted)));
  }

  private Uni<Long> note(Actor actor, Order order, String kind, Page pages) {
    return Multi.createBy()
        .repeating()
        .uni(
            () -> new AtomicReference<>(FIRST),
            after ->
                noted(
                        actor,
                        order,
                        kind,
                        () -> pages.note(after.get(), order.createdBefore(), page))
                    .invoke(noted -> noted.last().ifPresent(after::set)))
        .whilst(noted -> noted.last().isPresent())
        .collect()
        .with(summingLong(AssumedCalls::noted));
  }

  /** A page that meets a deadlock with the statements of the settlers is noted again, once. */
  private Uni<AssumedCalls> noted(
      Actor actor, Order order, String kind, Supplier<Uni<AssumedCalls>> rows) {
    return Uni.createFrom()
        .deferred(() -> audit.audited(actor, rows, noted -> entry(order, kind, noted)))
        .onFailure(SqlState::isDeadlock)
        .retry()
        .atMost(1);
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
