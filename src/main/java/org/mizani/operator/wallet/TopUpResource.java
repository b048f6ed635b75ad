package org.mizani.operator.wallet;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import java.math.BigDecimal;
import java.time.Instant;
import java.util.UUID;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.RestQuery;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.audit.Actor;
import org.mizani.business.BusinessRepository;
import org.mizani.database.ShownTime;
import org.mizani.fault.OperatorFault;
import org.mizani.http.Fields;
import org.mizani.http.PublicIds;
import org.mizani.ledger.TopUp;
import org.mizani.ledger.TopUps;
import org.mizani.operator.access.CurrentOperator;
import org.mizani.operator.wallet.MovementResource.MovementAnswer;
import org.mizani.paging.Cursor;
import org.mizani.paging.CursorCodec;
import org.mizani.paging.ListAnswer;
import org.mizani.paging.Page;
import org.mizani.paging.PageSize;

/** A business's top-ups: their list, and the reversal of one. */
@Path("/operator/businesses/{businessId}")
public class TopUpResource {

  private final CurrentOperator operator;
  private final BusinessRepository businesses;
  private final TopUps topUps;
  private final WalletMovements movements;
  private final CursorCodec cursors;

  TopUpResource(
      CurrentOperator operator,
      BusinessRepository businesses,
      TopUps topUps,
      WalletMovements movements,
      CursorCodec cursors) {
    this.operator = operator;
    this.businesses = businesses;
    this.topUps = topUps;
    this.movements = movements;
    this.cursors = cursors;
  }

  /**
   * Top-up as operators see it, in major units; without a reversal its time and reason are null.
   */
  public record ListedTopUp(
      String id,
      String currency,
      String purpose,
      BigDecimal amount,
      String reference,
      Instant enteredAt,
      Instant reversedAt,
      String reversalReason) {

    private static ListedTopUp of(TopUp topUp) {
      return new ListedTopUp(
          topUp.id().toString(),
          topUp.amount().currency().name(),
          topUp.purpose().code(),
          topUp.amount().major(),
          topUp.reference(),
          ShownTime.of(topUp.enteredAt()),
          ShownTime.of(topUp.reversedAt()),
          topUp.reversalReason().orElse(null));
    }
  }

  /** Request body of a reversal. */
  record ReversalForm(String reason) {}

  /** The top-ups of a business, newest first. */
  @GET
  @Path("/top-ups")
  public Uni<ListAnswer<ListedTopUp>> list(
      @RestPath String businessId, @RestQuery String limit, @RestQuery String cursor) {
    operator.require();
    UUID id = PublicIds.business(businessId);
    int size = PageSize.DEFAULT.of(limit);
    String list = "operator/top-ups/" + id;
    var after = cursors.decode(list, cursor).map(Cursor::uuid);
    return businesses
        .read(id)
        .chain(business -> topUps.list(business.id(), after, size + 1))
        .map(found -> Page.of(found, size, topUp -> Cursor.of(topUp.enteredAt(), topUp.id())))
        .map(page -> cursors.answer(list, page.map(ListedTopUp::of)));
  }

  /** Takes a top-up back out of its wallet, once. */
  @POST
  @Path("/top-ups/{topUpId}/reversal")
  @Consumes(MediaType.APPLICATION_JSON)
  @ResponseStatus(201)
  @Cancellable(false)
  public Uni<MovementAnswer> reverse(
      @RestPath String businessId, @RestPath String topUpId, ReversalForm form) {
    Actor actor = operator.get();
    Fields.requireBody(form);
    String reason = Fields.required("reason", form.reason());
    UUID id = PublicIds.business(businessId);
    UUID topUp = PublicIds.read(topUpId, OperatorFault.TOP_UP_NOT_FOUND);
    return businesses
        .read(id)
        .chain(business -> topUps.read(business.id(), topUp))
        .map(found -> WalletMovement.reversalOf(id, found, reason))
        .chain(
            reversal ->
                movements
                    .enter(actor, reversal)
                    .map(balance -> MovementAnswer.of(reversal, balance)));
  }
}
