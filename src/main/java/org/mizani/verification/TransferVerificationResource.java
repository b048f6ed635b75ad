package org.mizani.verification;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import java.util.Optional;
import org.mizani.access.Caller;
import org.mizani.access.CurrentCaller;
import org.mizani.access.PartnerLimits;
import org.mizani.business.KeyScope;
import org.mizani.corridor.Country;
import org.mizani.corridor.PhoneNumber;
import org.mizani.corridor.Recipient.MobileWallet;
import org.mizani.fault.ApiFault;
import org.mizani.http.Fields;

/** {@code POST /business/verify-transfer} (specification, section 4.4). */
@Path("/business/verify-transfer")
public class TransferVerificationResource {

  private final AccountHolders holders;
  private final CurrentCaller caller;
  private final PartnerLimits limits;

  TransferVerificationResource(AccountHolders holders, CurrentCaller caller, PartnerLimits limits) {
    this.holders = holders;
    this.caller = caller;
    this.limits = limits;
  }

  /** The wallet to look up; its fields in the order in which they are checked. */
  public record TransferVerificationRequest(String countryCode, String phoneNumber) {

    @Override
    public String toString() {
      return "TransferVerificationRequest[…]";
    }
  }

  /**
   * The holder of a wallet.
   *
   * @param verified whether payouts reach it
   * @param displayName the holder's registered name, {@code ""} if not verified
   * @param receiverPhone the number that was looked up, in E.164
   */
  public record TransferVerification(boolean verified, String displayName, String receiverPhone) {

    static TransferVerification of(String e164, Optional<String> holder) {
      return new TransferVerification(holder.isPresent(), holder.orElse(""), e164);
    }

    @Override
    public String toString() {
      return "TransferVerification[…]";
    }
  }

  /**
   * Looks up a mobile money wallet. The number may come without its {@code +}. Without the
   * country's prefix it is refused with the contract's message, local numbers included. With the
   * prefix but another length than the country's numbers it is malformed, which is a mistake to
   * mend rather than an account that is not active. A well-formed number that the country has not
   * assigned is answered like one that is not active.
   *
   * @throws org.mizani.fault.ApiFault.ApiException 400 for the first field that breaks its rule,
   *     429 beyond the limit of look-ups of the phone, and as {@link AccountHolders#nameFor}
   */
  @POST
  @Consumes(MediaType.APPLICATION_JSON)
  public Uni<TransferVerification> verify(TransferVerificationRequest request) {
    Caller business = caller.get(KeyScope.VERIFY);
    Fields.requireBody(request);
    Country country =
        Fields.oneOf("countryCode", request.countryCode(), Country.codes(), Country::find);
    String number = wellFormed(country, request.phoneNumber());
    return limits
        .countLookUp(business, PhoneNumber.withPlus(number))
        .chain(() -> holderOf(country, number))
        .map(holder -> TransferVerification.of(PhoneNumber.withPlus(number), holder));
  }

  private Uni<Optional<String>> holderOf(Country country, String number) {
    return PhoneNumber.parse(country, number)
        .map(phone -> holders.nameFor(new MobileWallet(phone)))
        .orElseGet(() -> Uni.createFrom().item(Optional.empty()));
  }

  private static String wellFormed(Country country, String text) {
    String number =
        Fields.optional("phoneNumber", text).orElseThrow(ApiFault.EMPTY_MOBILE_NUMBER::asException);
    if (!PhoneNumber.hasPrefixOf(country, number)) {
      throw ApiFault.invalid(
              "phoneNumber", "must use the correct international prefix for the given countryCode")
          .asException();
    }
    if (!PhoneNumber.isWellFormed(country, number)) {
      throw ApiFault.invalid("phoneNumber", "must be a valid phone number with country code")
          .asException();
    }
    return number;
  }
}
