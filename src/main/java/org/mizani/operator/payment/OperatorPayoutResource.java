package org.mizani.operator.payment;

import com.fasterxml.jackson.annotation.JsonUnwrapped;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.BeanParam;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import java.util.List;
import java.util.Locale;
import java.util.Optional;
import java.util.UUID;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.audit.Actor;
import org.mizani.fault.OperatorFault;
import org.mizani.http.ClosedSet;
import org.mizani.http.Fields;
import org.mizani.http.PublicIds;
import org.mizani.operator.access.CurrentOperator;
import org.mizani.paging.CursorCodec;
import org.mizani.paging.ListAnswer;
import org.mizani.paging.ListFilter;
import org.mizani.paging.PaymentSearch;
import org.mizani.payout.HeldPayouts.Review;
import org.mizani.payout.PayoutManualSettlement.Verdict;
import org.mizani.payout.answer.RecordedPayout;
import org.mizani.payout.record.PayoutRepository;
import org.mizani.payout.record.PayoutStatus;

/**
 * {@code /operator/payouts}: lists payouts, shows one with its timeline, settles it by hand,
 * reviews it, returns it, clears its flag.
 */
@Path("/operator/payouts")
public class OperatorPayoutResource {

  /** The kind of this list and of its export. */
  static final ListFilter.Kind KIND =
      new ListFilter.Kind(
          "operator/payouts",
          PayoutStatus.wireNames() + ", " + PayoutRepository.HELD,
          name ->
              PayoutStatus.ofWireName(name)
                  .map(PayoutStatus::code)
                  .or(() -> Optional.of(name).filter(PayoutRepository.HELD::equals)));

  private static final ClosedSet FINAL_STATUSES =
      ClosedSet.of("termination_success", "termination_failure");

  private static final ClosedSet DECISIONS = ClosedSet.of("release", "refuse");

  private final CurrentOperator operator;
  private final PayoutRepository payouts;
  private final Timeline timeline;
  private final PayoutVerdicts verdicts;
  private final PayoutReviews reviews;
  private final ReturnEntries returns;
  private final FlagClearings clearings;
  private final CursorCodec cursors;

  OperatorPayoutResource(
      CurrentOperator operator,
      PayoutRepository payouts,
      Timeline timeline,
      PayoutVerdicts verdicts,
      PayoutReviews reviews,
      ReturnEntries returns,
      FlagClearings clearings,
      CursorCodec cursors) {
    this.operator = operator;
    this.payouts = payouts;
    this.timeline = timeline;
    this.verdicts = verdicts;
    this.reviews = reviews;
    this.returns = returns;
    this.clearings = clearings;
    this.cursors = cursors;
  }

  /**
   * A payout with its timeline.
   *
   * @param networkIds under which its network acknowledged it, the oldest first
   */
  public record PayoutHistory(
      @JsonUnwrapped RecordedPayout payout,
      List<String> networkIds,
      List<TimelineEvent> timeline) {}

  /** An operator's verdict on a pending payout. */
  public record PayoutVerdict(String status, String reason) {}

  /** An operator's decision about a payout that is held for review. */
  public record PayoutReview(String decision, String reason) {}

  /** The rail's reference of money that came back, and why. */
  public record PayoutReturnForm(String reference, String reason) {}

  /** Payouts of all businesses that fulfil the search, newest first. */
  @GET
  public Uni<ListAnswer<RecordedPayout>> list(
      @BeanParam ListFilter.Query query,
      @BeanParam PaymentSearch.Query search,
      @RestQuery String channel) {
    operator.require();
    return query.answer(KIND, search.parse(channel), cursors, payouts::list);
  }

  /** One payout with its timeline. */
  @GET
  @Path("/{serviceReference}")
  public Uni<PayoutHistory> read(@RestPath String serviceReference) {
    operator.require();
    return history(idOf(serviceReference));
  }

  /** Settles a pending payout by hand. */
  @POST
  @Path("/{serviceReference}/settle")
  @Consumes(MediaType.APPLICATION_JSON)
  @Cancellable(false)
  public Uni<PayoutHistory> settle(@RestPath String serviceReference, PayoutVerdict request) {
    Actor actor = operator.get();
    Fields.requireBody(request);
    String status = FINAL_STATUSES.required("status", request.status());
    String reason = Fields.required("reason", request.reason());
    UUID id = idOf(serviceReference);
    Verdict verdict = new Verdict(PayoutStatus.ofWireName(status).orElseThrow(), reason);
    return verdicts.settle(actor, id, verdict).chain(() -> history(id));
  }

  /** Releases a payout that is held for review, or refuses it. */
  @POST
  @Path("/{serviceReference}/review")
  @Consumes(MediaType.APPLICATION_JSON)
  @Cancellable(false)
  public Uni<PayoutHistory> review(@RestPath String serviceReference, PayoutReview request) {
    Actor actor = operator.get();
    Fields.requireBody(request);
    String decision = DECISIONS.required("decision", request.decision());
    String reason = Fields.required("reason", request.reason());
    UUID id = idOf(serviceReference);
    Review review = Review.valueOf(decision.toUpperCase(Locale.ROOT));
    return reviews.review(actor, id, review, reason).chain(() -> history(id));
  }

  /** Returns a paid payout whose money came back, once; the audit entry is committed with it. */
  @POST
  @Path("/{serviceReference}/return")
  @Consumes(MediaType.APPLICATION_JSON)
  @Cancellable(false)
  public Uni<PayoutHistory> returnPayout(
      @RestPath String serviceReference, PayoutReturnForm request) {
    Actor actor = operator.get();
    Fields.requireBody(request);
    String reference = Fields.required("reference", request.reference());
    String reason = Fields.required("reason", request.reason());
    UUID id = idOf(serviceReference);
    return returns.enter(actor, id, reference, reason).chain(() -> history(id));
  }

  /** Clears the flag of a final payout; the audit entry is committed with it. */
  @POST
  @Path("/{serviceReference}/clear-flag")
  @Consumes(MediaType.APPLICATION_JSON)
  @Cancellable(false)
  public Uni<PayoutHistory> clearFlag(@RestPath String serviceReference, FlagClearingForm request) {
    Actor actor = operator.get();
    FlagClearingForm.Parsed form = FlagClearingForm.parsed(request);
    UUID id = idOf(serviceReference);
    return clearings.ofPayout(actor, id, form).chain(() -> history(id));
  }

  private static UUID idOf(String serviceReference) {
    return PublicIds.read(serviceReference, OperatorFault.PAYOUT_NOT_FOUND);
  }

  private Uni<PayoutHistory> history(UUID id) {
    return payouts
        .find(id)
        .map(found -> found.orElseThrow(OperatorFault.PAYOUT_NOT_FOUND::asException))
        .chain(
            payout ->
                timeline
                    .ofPayout(id)
                    .map(past -> new PayoutHistory(payout, past.networkIds(), past.events())));
  }
}
