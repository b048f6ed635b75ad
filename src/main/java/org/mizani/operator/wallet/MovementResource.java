package org.mizani.operator.wallet;

import io.smallrye.mutiny.Uni;
import jakarta.ws.rs.Consumes;
import jakarta.ws.rs.POST;
import jakarta.ws.rs.Path;
import jakarta.ws.rs.core.MediaType;
import java.math.BigDecimal;
import java.util.UUID;
import org.jboss.resteasy.reactive.ResponseStatus;
import org.jboss.resteasy.reactive.RestPath;
import org.jboss.resteasy.reactive.server.Cancellable;
import org.mizani.audit.Actor;
import org.mizani.fault.ApiFault;
import org.mizani.http.Fields;
import org.mizani.http.PublicIds;
import org.mizani.ledger.LedgerMovements.Entry;
import org.mizani.ledger.WalletBalances.Balance;
import org.mizani.ledger.WalletPurpose;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.operator.access.CurrentOperator;
import org.mizani.operator.wallet.WalletMovement.Kind;
import org.mizani.operator.wallet.WalletMovements.Transferred;

/** Movements of a business's wallets: withdrawals, adjustments, and from one to the other. */
@Path("/operator/businesses/{businessId}")
@Consumes(MediaType.APPLICATION_JSON)
public class MovementResource {

  private final CurrentOperator operator;
  private final WalletMovements movements;

  MovementResource(CurrentOperator operator, WalletMovements movements) {
    this.operator = operator;
    this.movements = movements;
  }

  /** Request body of a withdrawal or an adjustment. */
  record MovementForm(
      String currency, String purpose, BigDecimal amount, String reference, String reason) {

    /**
     * Validates the movement.
     *
     * @throws org.mizani.fault.ApiFault.ApiException 400 for the first invalid field
     */
    private WalletMovement parsed(Kind kind, UUID businessId) {
      CurrencyUnit unit = unit(currency);
      return new WalletMovement(
          kind,
          businessId,
          WalletPurpose.parse(Fields.required("purpose", purpose)),
          kind == Kind.ADJUSTMENT ? signed(unit) : Fields.amount("amount", amount, unit),
          entry(reference, reason));
    }

    private Money signed(CurrencyUnit unit) {
      if (amount == null || amount.signum() > 0) {
        return Fields.amount("amount", amount, unit);
      }
      if (amount.signum() == 0) {
        throw ApiFault.invalid("amount", "must not be 0").asException();
      }
      return new Money(unit, -Fields.amount("amount", amount.negate(), unit).minor());
    }
  }

  /** Result of a withdrawal or an adjustment with the new balance, in major units. */
  public record MovementAnswer(
      String businessId,
      String currency,
      String purpose,
      BigDecimal amount,
      String reference,
      String reason,
      BigDecimal available,
      BigDecimal holding,
      BigDecimal pending) {

    static MovementAnswer of(WalletMovement movement, Balance balance) {
      return new MovementAnswer(
          movement.businessId().toString(),
          movement.amount().currency().name(),
          movement.purpose().code(),
          movement.amount().major(),
          movement.entry().reference(),
          movement.entry().reason(),
          balance.funds().available().major(),
          balance.funds().holding().major(),
          balance.funds().pending().major());
    }
  }

  /** Request body of a transfer between the two wallets of a currency. */
  record TransferForm(
      String currency, String from, String to, BigDecimal amount, String reference, String reason) {

    /**
     * Validates the transfer.
     *
     * @throws org.mizani.fault.ApiFault.ApiException 400 for the first invalid field
     */
    private WalletTransfer parsed(UUID businessId) {
      CurrencyUnit unit = unit(currency);
      WalletPurpose source = purpose("from", from);
      WalletPurpose target = purpose("to", to);
      if (source == target) {
        throw ApiFault.invalid("from", "and to must differ").asException();
      }
      return new WalletTransfer(
          businessId,
          source,
          target,
          Fields.amount("amount", amount, unit),
          entry(reference, reason));
    }

    private static WalletPurpose purpose(String field, String code) {
      return Fields.oneOf(field, code, WalletPurpose.codes(), WalletPurpose::find);
    }
  }

  /** Result of a transfer with what both wallets have available, in major units. */
  public record TransferAnswer(
      String businessId,
      String currency,
      String from,
      String to,
      BigDecimal amount,
      String reference,
      String reason,
      BigDecimal fromAvailable,
      BigDecimal toAvailable) {

    static TransferAnswer of(WalletTransfer transfer, Transferred transferred) {
      return new TransferAnswer(
          transfer.businessId().toString(),
          transfer.amount().currency().name(),
          transfer.from().code(),
          transfer.to().code(),
          transfer.amount().major(),
          transfer.entry().reference(),
          transfer.entry().reason(),
          transferred.from().funds().available().major(),
          transferred.to().funds().available().major());
    }
  }

  /** Records that available funds were paid out to the business, once a reference. */
  @POST
  @Path("/withdrawals")
  @ResponseStatus(201)
  @Cancellable(false)
  public Uni<MovementAnswer> withdraw(@RestPath String businessId, MovementForm form) {
    return enter(Kind.WITHDRAWAL, businessId, form);
  }

  /** Corrects available funds, once a reference. */
  @POST
  @Path("/adjustments")
  @ResponseStatus(201)
  @Cancellable(false)
  public Uni<MovementAnswer> adjust(@RestPath String businessId, MovementForm form) {
    return enter(Kind.ADJUSTMENT, businessId, form);
  }

  private Uni<MovementAnswer> enter(Kind kind, String businessId, MovementForm form) {
    Actor actor = operator.get();
    Fields.requireBody(form);
    WalletMovement movement = form.parsed(kind, PublicIds.business(businessId));
    return movements.enter(actor, movement).map(balance -> MovementAnswer.of(movement, balance));
  }

  /** Moves available funds from one wallet of a currency to the other, once a reference. */
  @POST
  @Path("/wallet-transfers")
  @ResponseStatus(201)
  @Cancellable(false)
  public Uni<TransferAnswer> transfer(@RestPath String businessId, TransferForm form) {
    Actor actor = operator.get();
    Fields.requireBody(form);
    WalletTransfer transfer = form.parsed(PublicIds.business(businessId));
    return movements
        .transfer(actor, transfer)
        .map(transferred -> TransferAnswer.of(transfer, transferred));
  }

  private static CurrencyUnit unit(String currency) {
    return Fields.oneOf("currency", currency, CurrencyUnit.codes(), CurrencyUnit::find);
  }

  private static Entry entry(String reference, String reason) {
    return new Entry(Fields.required("reference", reference), Fields.required("reason", reason));
  }
}
