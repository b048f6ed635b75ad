package org.mizani.verification;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.ExampleObject;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.mizani.business.CurrentCaller;
import org.mizani.fault.ApiFault;

/** {@code POST /business/verify-payment} (specification, section 4.5). */
@Path("/business/verify-payment")
@Tag(name = "Verification")
public class PaymentVerificationResource {

  private final AccountHolders holders;
  private final CurrentCaller caller;

  PaymentVerificationResource(AccountHolders holders, CurrentCaller caller) {
    this.holders = holders;
    this.caller = caller;
  }

  /**
   * Whose till or paybill it is.
   *
   * @param verified whether payouts reach it
   * @param displayName its holder's registered name, {@code ""} if not verified
   */
  @Schema(requiredProperties = {"verified", "displayName"})
  public record PaymentVerification(boolean verified, String displayName) {

    static PaymentVerification of(Optional<String> holder) {
      return new PaymentVerification(holder.isPresent(), holder.orElse(""));
    }

    @Override
    public String toString() {
      return "PaymentVerification[…]";
    }
  }

  /**
   * Looks a till or a biller's account up.
   *
   * @throws org.mizani.fault.ApiException 400 for the first field that breaks its rule, and what
   *     {@link AccountHolders#nameFor} says
   */
  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  @Operation(
      operationId = "verifyPayment",
      summary = "Look up who holds a till or paybill",
      description =
          "`verified` is false and `displayName` empty where payouts do not reach the number."
              + " Uganda has tills only. Kenyan numbers may keep the leading zeros that a QR code"
              + " pads them with.")
  @APIResponse(
      responseCode = "200",
      description = "Whose till or paybill it is",
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = PaymentVerification.class)))
  @APIResponse(responseCode = "400", ref = "Invalid")
  @APIResponse(responseCode = "422", ref = "CorridorNotAvailable")
  public Uni<PaymentVerification> verify(
      @RequestBody(
              content =
                  @Content(
                      examples = {
                        @ExampleObject(name = "till", value = PaymentVerificationRequest.TILL),
                        @ExampleObject(name = "paybill", value = PaymentVerificationRequest.PAYBILL)
                      }))
          PaymentVerificationRequest request) {
    caller.get();
    if (request == null) {
      throw ApiFault.INVALID_PAYLOAD.asException();
    }
    return holders.nameFor(request.recipient()).map(PaymentVerification::of);
  }
}
