package org.mizani.payout;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import org.eclipse.microprofile.openapi.annotations.Operation;
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

/** {@code POST /business/payout/bank} (specification, section 4.10). */
@Path("/business/payout/bank")
@Tag(name = "Payouts")
public class BankPayoutResource {

  private static final int CREATED = 201;

  private final Payouts payouts;
  private final BankPayoutForm form;
  private final CurrentCaller caller;

  BankPayoutResource(Payouts payouts, BankPayoutForm form, CurrentCaller caller) {
    this.payouts = payouts;
    this.form = form;
    this.caller = caller;
  }

  /** Pays a bank account. A caller that hangs up does not stop what it has begun. */
  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @ResponseStatus(CREATED)
  @Cancellable(false)
  @Operation(
      operationId = "createBankPayout",
      summary = "Pay out to a bank account",
      description = "Kenya in KES, South Africa in ZAR, to the banks that `/business/banks` lists.")
  @APIResponse(
      responseCode = "201",
      description = "The payout is recorded and its cost held",
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
                      examples = {
                        @ExampleObject(name = "Kenya", value = BankPayoutRequest.KENYA),
                        @ExampleObject(
                            name = "South Africa",
                            value = BankPayoutRequest.SOUTH_AFRICA)
                      }))
          BankPayoutRequest request) {
    if (request == null) {
      throw ApiFault.INVALID_PAYLOAD.asException();
    }
    return payouts.create(caller.get(), form.read(request)).map(PayoutAnswer::of);
  }
}
