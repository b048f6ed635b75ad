package org.mizani.operator.payment;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.audit.Actor;
import org.mizani.collection.CollectionManualSettlement.Verdict;
import org.mizani.collection.answer.RecordedCollection;
import org.mizani.collection.record.CollectionRepository;
import org.mizani.collection.record.CollectionStatus;
import org.mizani.fault.ApiFault;
import org.mizani.http.ClosedSet;
import org.mizani.http.Fields;
import org.mizani.http.PublicIds;
import org.mizani.operator.access.CurrentOperator;
import org.mizani.paging.CursorCodec;
import org.mizani.paging.ListAnswer;
import org.mizani.paging.ListFilter;
import org.mizani.paging.PaymentSearch;
import org.mizani.payout.answer.RecordedPayout;
import org.mizani.payout.record.PayoutRepository;
import org.mizani.refund.CollectionRefunds;

/**
 * {@code /operator/collections}: lists collections, shows one with its timeline, settles it by
 * hand, pays it back, clears its flag.
 */
@Path("/operator/collections")
public class OperatorCollectionResource {

  /** The kind of this list and of its export. */
  static final ListFilter.Kind KIND =
      new ListFilter.Kind(
          "operator/collections",
          CollectionStatus.wireNames(),
          name -> CollectionStatus.ofWireName(name).map(CollectionStatus::code));

  private static final String SUCCESS = "collection_success";
  private static final String PAYMENT = "mnoPaymentReference";
  private static final ClosedSet FINAL_STATUSES =
      ClosedSet.of(SUCCESS, "collection_failure", "cancelled");

  private final CurrentOperator operator;
  private final CollectionRepository collections;
  private final Timeline timeline;
  private final CollectionVerdicts verdicts;
  private final RefundEntries refunds;
  private final FlagClearings clearings;
  private final PayoutRepository payouts;
  private final CursorCodec cursors;

  OperatorCollectionResource(
      CurrentOperator operator,
      CollectionRepository collections,
      Timeline timeline,
      CollectionVerdicts verdicts,
      RefundEntries refunds,
      FlagClearings clearings,
      PayoutRepository payouts,
      CursorCodec cursors) {
    this.operator = operator;
    this.collections = collections;
    this.timeline = timeline;
    this.verdicts = verdicts;
    this.refunds = refunds;
    this.clearings = clearings;
    this.payouts = payouts;
    this.cursors = cursors;
  }

  /**
   * A collection with its timeline.
   *
   * @param networkIds under which its network acknowledged it, the oldest first
   */
  public record CollectionHistory(
      @JsonUnwrapped RecordedCollection collection,
      List<String> networkIds,
      List<TimelineEvent> timeline) {}

  /** An operator's verdict on a pending collection. */
  public record CollectionVerdict(String status, String reason, String mnoPaymentReference) {}

  /**
   * What is paid back to the customer.
   *
   * @param amount in major units; null for all that is left
   */
  public record RefundForm(String reference, String reason, BigDecimal amount) {}

  /** Collections of all businesses that fulfil the search, newest first. */
  @GET
  public Uni<ListAnswer<RecordedCollection>> list(
      @BeanParam ListFilter.Query query, @BeanParam PaymentSearch.Query search) {
    operator.require();
    return query.answer(KIND, search.parse(null), cursors, collections::list);
  }

  /** One collection with its timeline. */
  @GET
  @Path("/{id}")
  public Uni<CollectionHistory> read(@RestPath String id) {
    operator.require();
    return history(idOf(id));
  }

  /** Settles a pending collection by hand. */
  @POST
  @Path("/{id}/settle")
  @Consumes(MediaType.APPLICATION_JSON)
  @Cancellable(false)
  public Uni<CollectionHistory> settle(@RestPath String id, CollectionVerdict request) {
    Actor actor = operator.get();
    Fields.requireBody(request);
    String status = FINAL_STATUSES.required("status", request.status());
    String reason = Fields.required("reason", request.reason());
    Optional<String> payment = payment(status, request.mnoPaymentReference());
    UUID known = idOf(id);
    Verdict verdict = new Verdict(CollectionStatus.ofWireName(status).orElseThrow(), payment);
    return verdicts.settle(actor, known, verdict, reason).chain(() -> history(known));
  }

  /** Pays back what the customer paid, or a part; the audit entry is committed with the payout. */
  @POST
  @Path("/{id}/refund")
  @Consumes(MediaType.APPLICATION_JSON)
  @Cancellable(false)
  public Uni<RecordedPayout> refund(@RestPath String id, RefundForm form) {
    Actor actor = operator.get();
    Fields.requireBody(form);
    String reference = Fields.required("reference", form.reference());
    String reason = Fields.required("reason", form.reason());
    UUID known = idOf(id);
    return refunds
        .enter(
            actor,
            known,
            new CollectionRefunds.Entry(reference, Optional.ofNullable(form.amount())),
            reason)
        .chain(payouts::find)
        .map(Optional::orElseThrow);
  }

  /** Clears the flag of a collection; the audit entry is committed with it. */
  @POST
  @Path("/{id}/clear-flag")
  @Consumes(MediaType.APPLICATION_JSON)
  @Cancellable(false)
  public Uni<CollectionHistory> clearFlag(@RestPath String id, FlagClearingForm request) {
    Actor actor = operator.get();
    FlagClearingForm.Parsed form = FlagClearingForm.parsed(request);
    UUID known = idOf(id);
    return clearings.ofCollection(actor, known, form).chain(() -> history(known));
  }

  private static Optional<String> payment(String status, String reference) {
    if (status.equals(SUCCESS)) {
      return Optional.of(Fields.required(PAYMENT, reference));
    }
    if (Fields.optional(PAYMENT, reference).isPresent()) {
      throw ApiFault.invalid(PAYMENT, "goes with " + SUCCESS + " only").asException();
    }
    return Optional.empty();
  }

  private static UUID idOf(String id) {
    return PublicIds.read(id, ApiFault.COLLECTION_NOT_FOUND);
  }

  private Uni<CollectionHistory> history(UUID id) {
    return collections
        .find(id)
        .map(found -> found.orElseThrow(ApiFault.COLLECTION_NOT_FOUND::asException))
        .chain(
            collection ->
                timeline
                    .ofCollection(id)
                    .map(
                        past ->
                            new CollectionHistory(collection, past.networkIds(), past.events())));
  }
}
