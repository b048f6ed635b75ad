package org.mizani.ledger;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.enums.SchemaType;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.RestQuery;
import org.mizani.business.Caller;
import org.mizani.business.CurrentCaller;
import org.mizani.fault.ApiFault;

/** {@code GET /business/balance} (specification, section 4.2). */
@Path("/business/balance")
@Tag(name = "Balances")
public class BalanceResource {

  private final CurrentCaller caller;
  private final WalletBalances balances;

  BalanceResource(CurrentCaller caller, WalletBalances balances) {
    this.caller = caller;
    this.balances = balances;
  }

  /** One wallet's funds, in major units. */
  @Schema(
      requiredProperties = {"businessId", "currency", "purpose", "available", "holding", "pending"})
  public record Balance(
      String businessId,
      @Schema(description = "The wallet's currency, or what you asked for", examples = "USD")
          String currency,
      @Schema(
              description = "What the wallet is for",
              enumeration = {"payout", "collection"})
          String purpose,
      @Schema(description = "Usable now", examples = "999992.09") BigDecimal available,
      @Schema(description = "Reserved for payouts under way", examples = "7.91") BigDecimal holding,
      @Schema(description = "On its way in", examples = "0") BigDecimal pending) {}

  /** All wallets of a business. */
  @Schema(requiredProperties = {"businessId", "items"})
  public record Balances(
      String businessId, @Schema(description = "The wallets") List<Balance> items) {}

  /** One wallet where {@code currency} names it (the payout wallet unless told), else all. */
  @GET
  @Operation(
      operationId = "getBalance",
      summary = "Read wallet balances",
      description =
          "With `currency`: one balance (of the payout wallet unless `purpose` says otherwise;"
              + " zeros where there is no such wallet). Without: all wallets.")
  @APIResponse(
      responseCode = "200",
      description = "One balance, or all",
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(oneOf = {Balance.class, Balances.class})))
  @APIResponse(responseCode = "400", ref = "Invalid")
  public Uni<Object> read(
      @Parameter(description = "USD, KES, TZS, UGX or ZAR", example = "USD") @RestQuery
          String currency,
      @Parameter(
              description = "Only wallets of this purpose",
              example = "payout",
              schema =
                  @Schema(
                      type = SchemaType.STRING,
                      enumeration = {"payout", "collection"}))
          @RestQuery
          String purpose) {
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
