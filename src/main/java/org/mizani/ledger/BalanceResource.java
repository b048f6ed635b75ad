package org.mizani.ledger;

import io.quarkus.runtime.annotations.RegisterForReflection;
import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.jboss.resteasy.reactive.RestQuery;
import org.mizani.access.Caller;
import org.mizani.access.CurrentCaller;
import org.mizani.business.KeyScope;
import org.mizani.http.Fields;

/** {@code GET /business/balance} (specification, section 4.2). */
@Path("/business/balance")
public class BalanceResource {

  private final CurrentCaller caller;
  private final WalletBalances balances;

  BalanceResource(CurrentCaller caller, WalletBalances balances) {
    this.caller = caller;
    this.balances = balances;
  }

  /** Balance of one wallet, in major units. */
  @RegisterForReflection
  public record Balance(
      String businessId,
      String currency,
      String purpose,
      BigDecimal available,
      BigDecimal holding,
      BigDecimal pending) {}

  /** All wallets of a business. */
  @RegisterForReflection
  public record Balances(String businessId, List<Balance> items) {}

  /**
   * The balance of one wallet where a currency is given (by default the payout wallet), or of all.
   */
  @GET
  public Uni<Object> read(@RestQuery String currency, @RestQuery String purpose) {
    Caller business = caller.get(KeyScope.READ);
    Optional<WalletPurpose> wanted = purposeOf(purpose);
    return balances
        .ofBusiness(business.businessId())
        .map(
            wallets ->
                Fields.isBlank(currency)
                    ? all(business, wallets, wanted)
                    : one(business, wallets, currency, wanted.orElse(WalletPurpose.PAYOUT)));
  }

  private static Balances all(
      Caller business, List<WalletBalances.Balance> wallets, Optional<WalletPurpose> wanted) {
    String id = business.publicId().toString();
    return new Balances(
        id,
        wallets.stream()
            .filter(wallet -> wanted.orElse(wallet.purpose()) == wallet.purpose())
            .map(wallet -> balance(id, wallet))
            .toList());
  }

  private static Balance one(
      Caller business,
      List<WalletBalances.Balance> wallets,
      String currency,
      WalletPurpose purpose) {
    String id = business.publicId().toString();
    return wallets.stream()
        .filter(wallet -> wallet.purpose() == purpose)
        .filter(wallet -> wallet.currency().name().equals(currency))
        .findFirst()
        .map(wallet -> balance(id, wallet))
        .orElseGet(() -> nothing(id, currency, purpose));
  }

  private static Balance balance(String businessId, WalletBalances.Balance wallet) {
    return new Balance(
        businessId,
        wallet.currency().name(),
        wallet.purpose().code(),
        wallet.funds().available().major(),
        wallet.funds().holding().major(),
        wallet.funds().pending().major());
  }

  private static Balance nothing(String businessId, String currency, WalletPurpose purpose) {
    BigDecimal zero = BigDecimal.ZERO;
    return new Balance(businessId, currency, purpose.code(), zero, zero, zero);
  }

  private static Optional<WalletPurpose> purposeOf(String purpose) {
    return Fields.isBlank(purpose) ? Optional.empty() : Optional.of(WalletPurpose.parse(purpose));
  }
}
