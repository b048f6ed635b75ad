package org.mizani.verification;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import java.util.Optional;
import org.mizani.access.CurrentCaller;
import org.mizani.fault.ApiFault;

/** {@code POST /business/verify-payment} (specification, section 4.5). */
@Path("/business/verify-payment")
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
  public Uni<PaymentVerification> verify(PaymentVerificationRequest request) {
    caller.get();
    if (request == null) {
      throw ApiFault.INVALID_PAYLOAD.asException();
    }
    return holders.nameFor(request.recipient()).map(PaymentVerification::of);
  }
}
