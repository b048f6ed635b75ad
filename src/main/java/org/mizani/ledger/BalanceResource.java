package org.mizani.ledger;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.jboss.resteasy.reactive.RestQuery;
import org.mizani.access.Caller;
import org.mizani.access.CurrentCaller;
import org.mizani.fault.ApiFault;

/** {@code GET /business/balance} (specification, section 4.2). */
@Path("/business/balance")
public class BalanceResource {

  private final CurrentCaller caller;
  private final WalletBalances balances;

  BalanceResource(CurrentCaller caller, WalletBalances balances) {
    this.caller = caller;
    this.balances = balances;
  }

  /** One wallet's funds, in major units. */
  public record Balance(
      String businessId,
      String currency,
      String purpose,
      BigDecimal available,
      BigDecimal holding,
      BigDecimal pending) {}

  /** All wallets of a business. */
  public record Balances(String businessId, List<Balance> items) {}

  /** One wallet where {@code currency} names it (the payout wallet unless told), else all. */
  @GET
  public Uni<Object> read(@RestQuery String currency, @RestQuery String purpose) {
    Caller business = caller.get();
    Optional<WalletPurpose> wanted = purposeOf(purpose);
    return balances
        .ofBusiness(business.businessId())
        .map(
            wallets ->
                isBlank(currency)
                    ? all(business, wallets, wanted)
                    : one(business, wallets, currency, wanted.orElse(WalletPurpose.PAYOUT)));
  }

  private static Balances all(
      Caller business, List<WalletBalance> wallets, Optional<WalletPurpose> wanted) {
    String id = business.publicId().toString();
    return new Balances(
        id,
        wallets.stream()
            .filter(wallet -> wanted.orElse(wallet.purpose()) == wallet.purpose())
            .map(wallet -> balance(id, wallet))
            .toList());
  }

  private static Balance one(
      Caller business, List<WalletBalance> wallets, String currency, WalletPurpose purpose) {
    String id = business.publicId().toString();
    return wallets.stream()
        .filter(wallet -> wallet.purpose() == purpose)
        .filter(wallet -> wallet.available().currency().name().equals(currency))
        .findFirst()
        .map(wallet -> balance(id, wallet))
        .orElseGet(() -> nothing(id, currency, purpose));
  }

  private static Balance balance(String businessId, WalletBalance wallet) {
    return new Balance(
        businessId,
        wallet.available().currency().name(),
        wallet.purpose().code(),
        wallet.available().major(),
        wallet.holding().major(),
        wallet.pending().major());
  }

  private static Balance nothing(String businessId, String currency, WalletPurpose purpose) {
    BigDecimal zero = BigDecimal.ZERO;
    return new Balance(businessId, currency, purpose.code(), zero, zero, zero);
  }

  private static Optional<WalletPurpose> purposeOf(String purpose) {
    if (isBlank(purpose)) {
      return Optional.empty();
    }
    return Optional.of(
        WalletPurpose.find(purpose)
            .orElseThrow(
                () ->
                    ApiFault.invalid("purpose must be \"payout\" or \"collection\"")
                        .asException()));
  }

  private static boolean isBlank(String text) {
    return text == null || text.isBlank();
  }
}
