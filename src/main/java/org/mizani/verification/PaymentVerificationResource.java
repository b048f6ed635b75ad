package org.mizani.verification;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import java.util.Optional;
import org.mizani.access.CurrentCaller;
import org.mizani.business.KeyScope;
import org.mizani.corridor.Channel;
import org.mizani.corridor.Country;
import org.mizani.corridor.Recipient;
import org.mizani.corridor.Recipient.Paybill;
import org.mizani.corridor.Recipient.Till;
import org.mizani.fault.ApiFault;
import org.mizani.fault.ErrorCode;
import org.mizani.http.Fields;

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
   * The merchant to look up; its fields in the order in which they are checked.
   *
   * @param countryCode KE, TZ, UG or ZA
   * @param type {@code till} or {@code paybill}
   * @param lipaNumber the till or paybill number
   * @param accountReference the payer's account at the biller; ignored for a till
   */
  public record PaymentVerificationRequest(
      String countryCode, String type, String lipaNumber, String accountReference) {

    private Recipient recipient() {
      Country country = Fields.oneOf("countryCode", countryCode, Country.codes(), Country::find);
      boolean paybill = Channel.ofMerchantType(type) == Channel.PAYBILL;
      if (paybill && country == Country.UG) {
        throw ApiFault.of(ErrorCode.FIELD_VALUE, "Uganda supports till verification only")
            .at("type")
            .asException();
      }
      String number = Fields.required("lipaNumber", lipaNumber);
      return paybill
          ? Paybill.of(country, number, Fields.required("accountReference", accountReference))
          : Till.of(country, number);
    }

    @Override
    public String toString() {
      return "PaymentVerificationRequest[…]";
    }
  }

  /**
   * The holder of a till or paybill.
   *
   * @param verified whether payouts reach it
   * @param displayName the holder's registered name, {@code ""} if not verified
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
   * Looks up a till or an account at a biller.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 400 for the first field that breaks its rule,
   *     and as {@link AccountHolders#nameFor}
   */
  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  public Uni<PaymentVerification> verify(PaymentVerificationRequest request) {
    caller.get(KeyScope.VERIFY);
    Fields.requireBody(request);
    return holders.nameFor(request.recipient()).map(PaymentVerification::of);
  }
}
