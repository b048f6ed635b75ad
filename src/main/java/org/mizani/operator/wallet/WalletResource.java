package org.mizani.operator.wallet;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.GET;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import java.math.BigDecimal;
import java.util.List;
import java.util.UUID;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.audit.Actor;
import org.mizani.business.BusinessRepository;
import org.mizani.http.Fields;
import org.mizani.http.PublicIds;
import org.mizani.ledger.LedgerMovements.Entry;
import org.mizani.ledger.WalletBalances;
import org.mizani.ledger.WalletBalances.Balance;
import org.mizani.ledger.WalletPurpose;
import org.mizani.money.CurrencyUnit;
import org.mizani.operator.access.CurrentOperator;
import org.mizani.operator.wallet.WalletMovement.Kind;

/** A business's wallets: {@code …/top-ups} adds funding, {@code …/wallets} shows them. */
@Path("/operator/businesses/{businessId}")
public class WalletResource {

  private final CurrentOperator operator;
  private final BusinessRepository businesses;
  private final WalletBalances balances;
  private final WalletMovements movements;

  WalletResource(
      CurrentOperator operator,
      BusinessRepository businesses,
      WalletBalances balances,
      WalletMovements movements) {
    this.operator = operator;
    this.businesses = businesses;
    this.balances = balances;
    this.movements = movements;
  }

  /** Request body of a top-up. */
  record TopUpForm(String currency, String purpose, BigDecimal amount, String reference) {

    /**
     * Validates the top-up.
     *
     * @throws org.mizani.fault.ApiFault.ApiException 400 for the first invalid field
     */
    private WalletMovement parsed(UUID businessId) {
      CurrencyUnit unit =
          Fields.oneOf("currency", currency, CurrencyUnit.codes(), CurrencyUnit::find);
      return new WalletMovement(
          Kind.TOP_UP,
          businessId,
          WalletPurpose.parse(Fields.required("purpose", purpose)),
          Fields.amount("amount", amount, unit),
          new Entry(Fields.required("reference", reference), null));
    }
  }

  /** Result of a top-up with the new balance, in major units. */
  public record TopUpAnswer(
      String businessId,
      String currency,
      String purpose,
      BigDecimal amount,
      String reference,
      BigDecimal available,
      BigDecimal holding,
      BigDecimal pending) {

    static TopUpAnswer of(WalletMovement topUp, Balance balance) {
      return new TopUpAnswer(
          topUp.businessId().toString(),
          topUp.amount().currency().name(),
          topUp.purpose().code(),
          topUp.amount().major(),
          topUp.entry().reference(),
          balance.funds().available().major(),
          balance.funds().holding().major(),
          balance.funds().pending().major());
    }
  }

  /** Balance of one wallet, in major units. */
  public record WalletAnswer(
      String currency,
      String purpose,
      BigDecimal available,
      BigDecimal holding,
      BigDecimal pending) {

    static WalletAnswer of(Balance balance) {
      return new WalletAnswer(
          balance.currency().name(),
          balance.purpose().code(),
          balance.funds().available().major(),
          balance.funds().holding().major(),
          balance.funds().pending().major());
    }
  }

  /** All wallets of a business. */
  public record Wallets(String businessId, List<WalletAnswer> items) {}

  /** Adds funding to a wallet, once a reference. */
  @POST
  @Path("/top-ups")
  @Consumes(MediaType.APPLICATION_JSON)
  @ResponseStatus(201)
  @Cancellable(false)
  public Uni<TopUpAnswer> topUp(@RestPath String businessId, TopUpForm form) {
    Actor actor = operator.get();
    Fields.requireBody(form);
    WalletMovement topUp = form.parsed(PublicIds.business(businessId));
    return movements.enter(actor, topUp).map(balance -> TopUpAnswer.of(topUp, balance));
  }

  /** The wallets of a business. */
  @GET
  @Path("/wallets")
  public Uni<Wallets> wallets(@RestPath String businessId) {
    operator.require();
    UUID id = PublicIds.business(businessId);
    return businesses
        .read(id)
        .chain(business -> balances.ofBusiness(business.id()))
        .map(
            wallets -> new Wallets(id.toString(), wallets.stream().map(WalletAnswer::of).toList()));
  }
}
