package org.mizani.refund;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.mizani.access.Caller;
import org.mizani.access.PartnerLimits;
import org.mizani.audit.Actor;
import org.mizani.audit.AuditLog;
import org.mizani.collection.answer.RefundAnswer;
import org.mizani.collection.record.CollectionRepository;
import org.mizani.collection.record.PaidCollection;
import org.mizani.collection.record.RecordedRefunds;
import org.mizani.corridor.Country;
import org.mizani.database.Database;
import org.mizani.database.DatabaseConfig;
import org.mizani.database.SharedBulkhead;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.fault.RefundFault;
import org.mizani.refund.CollectionRefunds.Entry;
import org.mizani.refund.CollectionRefunds.Refund;
import org.mizani.repeat.RequestKey;

/**
 * Refunds that businesses enter themselves: as operators' ones, within the limits of the business's
 * payouts. The audit log has the key that entered each (ADR 20).
 */
@Singleton
final class PartnerRefunds {

  private final Database database;
  private final CollectionRepository collections;
  private final CollectionRefunds refunds;
  private final RecordedRefunds recorded;
  private final PartnerLimits limits;
  private final AuditLog audit;
  private final SharedBulkhead atOnce;

  PartnerRefunds(
      Database database,
      CollectionRepository collections,
      CollectionRefunds refunds,
      RecordedRefunds recorded,
      PartnerLimits limits,
      AuditLog audit,
      RefundConfig config,
      DatabaseConfig databaseConfig) {
    config.validate();
    this.database = database;
    this.collections = collections;
    this.refunds = refunds;
    this.recorded = recorded;
    this.limits = limits;
    this.audit = audit;
    this.atOnce = new SharedBulkhead(config.atOnce(), databaseConfig.timeout());
  }

  /**
   * Request of a refund.
   *
   * @param requestId the id of the HTTP request
   * @param key which is recorded with the refund
   */
  record Request(
      Caller caller,
      UUID collection,
      Entry entry,
      Optional<String> reason,
      String requestId,
      Optional<RequestKey> key) {

    @Override
    public String toString() {
      return "Request[" + collection + "]";
    }
  }

  /**
   * Enters a refund.
   *
   * @throws ApiException (as failure) 404 for a collection that is not the business's; 409 for one
   *     that is not paid, for a used reference, for a collection without a rest or a customer; 400
   *     for an amount beyond the rest or a limit; 412, 422 and 429 as a payout
   */
  Uni<RefundAnswer> create(Request request) {
    return collections
        .paid(request.caller(), request.collection())
        .chain(
            collection ->
                atOnce.take(request.caller().businessId(), () -> answered(request, collection)))
        .onFailure(ApiException.class)
        .transform(RefundFault::ofOperators);
  }

  /** In one transaction: after its commit no read can fail, and the refund be told as none. */
  private Uni<RefundAnswer> answered(Request request, PaidCollection collection) {
    return database.inTransaction(
        () -> enter(request, collection).chain(refund -> answer(request, refund)));
  }

  private Uni<Refund> enter(Request request, PaidCollection collection) {
    return refunds.enter(
        collection, request.entry(), order -> terms(request, order), made -> note(request, made));
  }

  private RefundTerms terms(Request request, RefundOrder order) {
    Country country = order.customer().country();
    return new RefundTerms(
        amount -> limits.refusalOf(request.caller(), country, amount),
        limits.ofPayouts(request.caller(), country),
        request.key(),
        true);
  }

  private Uni<Void> note(Request request, Refund refund) {
    Map<String, Object> fields = new LinkedHashMap<>();
    fields.put("amount", refund.amount().major());
    fields.put("reference", request.entry().reference());
    request.reason().ifPresent(reason -> fields.put("reason", reason));
    fields.put("payout", refund.payoutId());
    return audit.write(
        new Actor("api-key/" + request.caller().apiKey(), request.requestId()),
        new AuditLog.Entry(
            "collection.refund", "collection/" + request.collection(), Map.of(), fields));
  }

  private Uni<RefundAnswer> answer(Request request, Refund refund) {
    return refund.isNew()
        ? recorded
            .created(request.caller().businessId(), refund.payoutId())
            .map(Optional::orElseThrow)
        : RefundFault.referenceUsed(
                request.collection(), refund.payoutId(), refund.isNotOf(request.entry(), true))
            .asFailure();
  }
}
