package org.mizani.payout;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.links.Link;
import org.eclipse.microprofile.openapi.annotations.links.LinkParameter;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.ExampleObject;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.business.CurrentCaller;
import org.mizani.fault.ApiFault;

/** {@code POST /business/payout/transfer} (specification, section 4.7). */
@Path("/business/payout/transfer")
@Tag(name = "Payouts")
public class TransferResource {

  private static final int CREATED = 201;

  private final Payouts payouts;
  private final TransferForm form;
  private final CurrentCaller caller;

  TransferResource(Payouts payouts, TransferForm form, CurrentCaller caller) {
    this.payouts = payouts;
    this.form = form;
    this.caller = caller;
  }

  /** Pays a mobile money wallet. A caller that hangs up does not stop what it has begun. */
  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @ResponseStatus(CREATED)
  @Cancellable(false)
  @Operation(
      operationId = "createTransfer",
      summary = "Pay out to a mobile money wallet",
      description =
          "Kenya, Tanzania and South Africa. The wallet pays `senderAmount` and the fee, and holds"
              + " both until the payout is final; a failure gives both back. A reference pays once:"
              + " change the example's to send it again.")
  @APIResponse(
      responseCode = "201",
      description = "The payout is recorded and its cost held",
      links =
          @Link(
              name = "read",
              operationId = "getTransaction",
              description = "What has become of it",
              parameters =
                  @LinkParameter(
                      name = "businessReference",
                      expression = "$request.body#/businessReference")),
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = PayoutAnswer.class)))
  @APIResponse(responseCode = "400", ref = "Invalid")
  @APIResponse(responseCode = "404", ref = "RateNotConfigured")
  @APIResponse(responseCode = "409", ref = "Duplicate")
  @APIResponse(responseCode = "412", ref = "InsufficientBalance")
  @APIResponse(responseCode = "422", ref = "NotPayable")
  public Uni<PayoutAnswer> create(
      @RequestBody(
              content =
                  @Content(
                      examples = @ExampleObject(name = "demo", value = TransferRequest.EXAMPLE)))
          TransferRequest request) {
    if (request == null) {
      throw ApiFault.INVALID_PAYLOAD.asException();
    }
    return payouts.create(caller.get(), form.read(request)).map(PayoutAnswer::of);
  }
}
