package org.mizani.payout;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.mizani.access.Caller;
import org.mizani.access.PartnerLimits.PayoutLimits;
import org.mizani.corridor.Country;
import org.mizani.corridor.PhoneNumber;
import org.mizani.corridor.Recipient.MobileWallet;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.fx.Quote;
import org.mizani.ledger.WalletIds;
import org.mizani.ledger.WalletPurpose;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.payout.PayoutBooking.Settlement;
import org.mizani.payout.PayoutOrder.Price;
import org.mizani.payout.PayoutOrder.Terms;
import org.mizani.payout.record.Parties;
import org.mizani.payout.record.PayoutStatus;
import org.mizani.rail.FailureCode;
import org.mizani.rail.PayoutOutcome;
import org.mizani.repeat.RequestKey;

/** Creates, settles and returns payouts by the service's own statements, without a rail. */
@Singleton
public class PayoutMoves {

  private static final MobileWallet RECIPIENT =
      new MobileWallet(new PhoneNumber(Country.KE, "+254712345678"));

  private final WalletIds wallets;
  private final PayoutCreation creation;
  private final PendingPayouts payouts;
  private final PayoutSettlement settlement;
  private final PayoutReturns returns;
  private final ContradictedPayouts contradicted;
  private final PayoutLimits limits;

  @Inject
  PayoutMoves(
      WalletIds wallets,
      PayoutCreation creation,
      PendingPayouts payouts,
      PayoutSettlement settlement,
      PayoutReturns returns,
      ContradictedPayouts contradicted) {
    this(wallets, creation, payouts, settlement, returns, contradicted, PayoutLimits.NONE);
  }

  private PayoutMoves(
      WalletIds wallets,
      PayoutCreation creation,
      PendingPayouts payouts,
      PayoutSettlement settlement,
      PayoutReturns returns,
      ContradictedPayouts contradicted,
      PayoutLimits limits) {
    this.wallets = wallets;
    this.creation = creation;
    this.payouts = payouts;
    this.settlement = settlement;
    this.returns = returns;
    this.contradicted = contradicted;
    this.limits = limits;
  }

  /** The same of businesses with these limits, which creates payouts by these statements. */
  PayoutMoves by(PayoutCreation other, PayoutLimits within) {
    return new PayoutMoves(wallets, other, payouts, settlement, returns, contradicted, within);
  }

  /** Creates a payout and answers the outcome's name. */
  public Uni<String> create(UUID id, Caller caller, Money sender, Money fee, String reference) {
    return create(id, caller, sender, fee, reference, Optional.empty());
  }

  /** The same by a request with a key. */
  Uni<String> create(
      UUID id, Caller caller, Money sender, Money fee, String reference, Optional<RequestKey> key) {
    Money receiver = new Money(CurrencyUnit.KES, sender.minor());
    PayoutOrder order =
        new PayoutOrder(
            new Price(sender.currency(), receiver, Optional.empty()),
            RECIPIENT,
            Parties.of(null, new Parties.Receiver("Juma", "Mwangi", "supplier"), RECIPIENT),
            new Terms(reference, "other", Optional.empty(), Optional.empty(), Optional.empty()));
    Quote quote = new Quote(receiver, BigDecimal.ONE, sender, fee);
    return wallets
        .find(caller.businessId(), WalletPurpose.PAYOUT, sender.currency())
        .map(
            wallet ->
                new NewPayout(
                    id,
                    caller,
                    wallet.orElse(null),
                    order,
                    quote,
                    "simulator",
                    false,
                    limits,
                    0,
                    new byte[1],
                    true,
                    key))
        .chain(creation::create)
        .map(Enum::name);
  }

  /** Applies outcomes of a rail at once, and answers for each whether it made the payout final. */
  public Uni<List<Boolean>> settle(UUID id, List<Boolean> paid) {
    return payouts
        .find(id)
        .chain(
            payout ->
                Uni.join()
                    .all(
                        paid.stream()
                            .map(success -> settlement.apply(settlement(payout, success)))
                            .toList())
                    .andFailFast());
  }

  /** Returns a payout; answers the outcome, or the reason of its refusal. */
  public Uni<String> returnPayout(UUID id, String reference) {
    return returns
        .enter(id, reference, () -> Uni.createFrom().voidItem())
        .map(moved -> moved.isPresent() ? "RETURNED" : "REPEATED")
        .onFailure(ApiException.class)
        .recoverWithItem(Throwable::getMessage);
  }

  /**
   * Has the rail say that a payout came back, that often at once.
   *
   * @param whole whether all of it came back, or a cent more
   */
  public Uni<Void> comesBack(UUID id, String reference, boolean whole, int times) {
    return payouts
        .find(id)
        .chain(
            payout -> {
              Money amount = payout.receiver();
              PayoutOutcome.Returned said =
                  new PayoutOutcome.Returned(
                      reference, whole ? amount : new Money(amount.currency(), amount.minor() + 1));
              return Uni.join()
                  .all(Stream.generate(() -> heard(payout, said)).limit(times).toList())
                  .andFailFast();
            })
        .replaceWithVoid();
  }

  private Uni<Void> heard(PendingPayout payout, PayoutOutcome.Returned said) {
    return settlement
        .statusOf(payout.serviceReference())
        .chain(status -> status.isFinal() ? Uni.createFrom().item(false) : release(payout, said))
        .chain(released -> released ? Uni.createFrom().voidItem() : compare(payout, said));
  }

  private Uni<Boolean> release(PendingPayout payout, PayoutOutcome.Returned said) {
    var decision = (PayoutDecision.Settle) PayoutDecision.of(PayoutStatus.PENDING, said);
    return payout.foreignAmount(said).isPresent()
        ? Uni.createFrom().item(false)
        : settlement.apply(new Settlement(payout, decision, Optional.empty()));
  }

  private Uni<Void> compare(PendingPayout payout, PayoutOutcome.Returned said) {
    return settlement
        .statusOf(payout.serviceReference())
        .chain(
            status ->
                status.isFinal()
                    ? contradicted.compare(payout, status, said)
                    : Uni.createFrom().voidItem());
  }

  private static Settlement settlement(PendingPayout payout, boolean paid) {
    PayoutOutcome answer =
        paid ? new PayoutOutcome.Paid() : new PayoutOutcome.Failed(FailureCode.REFUSED, "declined");
    var decision = (PayoutDecision.Settle) PayoutDecision.of(PayoutStatus.PENDING, answer);
    return new Settlement(payout, decision, Optional.empty());
  }
}
