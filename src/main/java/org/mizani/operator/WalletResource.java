package org.mizani.operator;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import java.math.BigDecimal;
import java.util.List;
import java.util.UUID;
import org.eclipse.microprofile.openapi.annotations.Operation;
import org.eclipse.microprofile.openapi.annotations.media.Content;
import org.eclipse.microprofile.openapi.annotations.media.ExampleObject;
import org.eclipse.microprofile.openapi.annotations.media.Schema;
import org.eclipse.microprofile.openapi.annotations.parameters.Parameter;
import org.eclipse.microprofile.openapi.annotations.parameters.RequestBody;
import org.eclipse.microprofile.openapi.annotations.responses.APIResponse;
import org.eclipse.microprofile.openapi.annotations.tags.Tag;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.business.BusinessRegister;
import org.mizani.fault.ApiFault;
import org.mizani.ledger.WalletBalance;
import org.mizani.ledger.WalletBalances;

/** A business's wallets: {@code …/top-ups} adds funding, {@code …/wallets} shows them. */
@Path("/operator/businesses/{businessId}")
@Tag(name = "Operator")
public class WalletResource {

  private static final String TOP_UP_EXAMPLE =
      """
      {"currency": "USD", "purpose": "payout", "amount": 5000, "reference": "bank-receipt-17"}""";

  private final CurrentOperator operator;
  private final BusinessRegister register;
  private final WalletBalances balances;
  private final TopUps topUps;

  WalletResource(
      CurrentOperator operator, BusinessRegister register, WalletBalances balances, TopUps topUps) {
    this.operator = operator;
    this.register = register;
    this.balances = balances;
    this.topUps = topUps;
  }

  /** What was moved, and what the wallet holds now, in major units. */
  @Schema(
      requiredProperties = {
        "businessId",
        "currency",
        "purpose",
        "amount",
        "reference",
        "available",
        "holding",
        "pending"
      })
  public record TopUpAnswer(
      @Schema(description = "The business", examples = "a8761c88-44ba-4c63-b785-3f84b7903210")
          String businessId,
      @Schema(description = "The wallet's currency", examples = "USD") String currency,
      @Schema(
              description = "The wallet's purpose",
              enumeration = {"payout", "collection"})
          String purpose,
      @Schema(description = "What was added", examples = "5000") BigDecimal amount,
      @Schema(description = "The funding's reference", examples = "bank-receipt-17")
          String reference,
      @Schema(description = "Usable now", examples = "5012.09") BigDecimal available,
      @Schema(description = "Reserved for payouts under way", examples = "7.91") BigDecimal holding,
      @Schema(description = "On its way in", examples = "0") BigDecimal pending) {

    static TopUpAnswer of(TopUp topUp, WalletBalance balance) {
      return new TopUpAnswer(
          topUp.businessId().toString(),
          topUp.amount().currency().name(),
          topUp.purpose().code(),
          topUp.amount().major(),
          topUp.reference(),
          balance.available().major(),
          balance.holding().major(),
          balance.pending().major());
    }
  }

  /** One wallet, in major units. */
  @Schema(requiredProperties = {"currency", "purpose", "available", "holding", "pending"})
  public record WalletAnswer(
      @Schema(description = "The wallet's currency", examples = "USD") String currency,
      @Schema(
              description = "What the wallet is for",
              enumeration = {"payout", "collection"})
          String purpose,
      @Schema(description = "Usable now", examples = "999992.09") BigDecimal available,
      @Schema(description = "Reserved for payouts under way", examples = "7.91") BigDecimal holding,
      @Schema(description = "On its way in", examples = "0") BigDecimal pending) {

    static WalletAnswer of(WalletBalance balance) {
      return new WalletAnswer(
          balance.available().currency().name(),
          balance.purpose().code(),
          balance.available().major(),
          balance.holding().major(),
          balance.pending().major());
    }
  }

  /** All wallets of a business. */
  @Schema(requiredProperties = {"businessId", "items"})
  public record Wallets(
      @Schema(description = "The business", examples = "a8761c88-44ba-4c63-b785-3f84b7903210")
          String businessId,
      @Schema(description = "Payout wallets first") List<WalletAnswer> items) {}

  /** Adds funding to a wallet, once a reference. */
  @POST
  @Path("/top-ups")
  @Consumes(MediaType.APPLICATION_JSON)
  @ResponseStatus(201)
  @Cancellable(false)
  @Operation(
      operationId = "topUpWallet",
      summary = "Top a wallet up",
      description =
          "Adds funding to the wallet of this currency and purpose, and opens it if there is none."
              + " A reference is good for one top-up of a wallet: if an answer did not arrive, send"
              + " the same again; 409 says that it was added before.")
  @APIResponse(
      responseCode = "201",
      description = "What was added, and what the wallet holds now",
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = TopUpAnswer.class)))
  @APIResponse(responseCode = "400", ref = "Invalid")
  @APIResponse(responseCode = "404", ref = "BusinessNotFound")
  @APIResponse(responseCode = "409", ref = "Duplicate")
  public Uni<TopUpAnswer> topUp(
      @Parameter(description = "The business", example = "a8761c88-44ba-4c63-b785-3f84b7903210")
          @RestPath
          String businessId,
      @RequestBody(
              content = @Content(examples = @ExampleObject(name = "topUp", value = TOP_UP_EXAMPLE)))
          TopUpForm form) {
    operator.get();
    if (form == null) {
      throw ApiFault.INVALID_PAYLOAD.asException();
    }
    TopUp topUp = form.parsed(PublicIds.business(businessId));
    return topUps.add(topUp).map(balance -> TopUpAnswer.of(topUp, balance));
  }

  /** The wallets of a business. */
  @GET
  @Path("/wallets")
  @Operation(
      operationId = "listWallets",
      summary = "List a business's wallets",
      description = "All of them with what they hold, payout wallets first.")
  @APIResponse(
      responseCode = "200",
      description = "The wallets",
      content =
          @Content(
              mediaType = MediaType.APPLICATION_JSON,
              schema = @Schema(implementation = Wallets.class)))
  @APIResponse(responseCode = "404", ref = "BusinessNotFound")
  public Uni<Wallets> wallets(
      @Parameter(description = "The business", example = "a8761c88-44ba-4c63-b785-3f84b7903210")
          @RestPath
          String businessId) {
    operator.get();
    UUID id = PublicIds.business(businessId);
    return register
        .read(id)
        .chain(business -> balances.ofBusiness(business.id()))
        .map(
            wallets -> new Wallets(id.toString(), wallets.stream().map(WalletAnswer::of).toList()));
  }
}
