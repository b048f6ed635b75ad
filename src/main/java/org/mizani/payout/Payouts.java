package org.mizani.payout;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.UUID;
import org.mizani.access.Caller;
import org.mizani.access.PartnerLimits;
import org.mizani.corridor.Recipient;
import org.mizani.database.TimeOrderedId;
import org.mizani.fault.ApiFault;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.fault.QuoteFault;
import org.mizani.fx.Quote;
import org.mizani.ledger.WalletIds;
import org.mizani.ledger.WalletPurpose;
import org.mizani.payout.answer.PayoutAnswer;
import org.mizani.payout.record.Parties;
import org.mizani.rail.PayoutRail;
import org.mizani.rail.PayoutRouter;
import org.mizani.rail.RecipientLookup;
import org.mizani.rail.guard.GroupLookups;
import org.mizani.rail.guard.HolderLookups;
import org.mizani.rail.guard.Holders;
import org.mizani.repeat.RequestKey;
import org.mizani.webhook.address.CallbackGuard;
import org.mizani.work.LeaseEnd;

/** Payouts of partners: quotes an order, checks the recipient, records it and begins settling. */
@Singleton
public final class Payouts {

  private final OrderQuotes quotes;
  private final PayoutRouter rails;
  private final HolderLookups lookups;
  private final Duration lookupTimeout;
  private final Parties.Encryption encryption;
  private final WalletIds wallets;
  private final PayoutCreation creation;
  private final PayoutSettler settler;
  private final CallbackGuard callbacks;
  private final PartnerLimits limits;
  private final UsedPayoutReferences usedReferences;
  private final InstantSource clock;

  Payouts(
      OrderQuotes quotes,
      PayoutRouter rails,
      HolderLookups lookups,
      PayoutConfig config,
      Parties.Encryption encryption,
      WalletIds wallets,
      PayoutCreation creation,
      PayoutSettler settler,
      CallbackGuard callbacks,
      PartnerLimits limits,
      UsedPayoutReferences usedReferences,
      InstantSource clock) {
    this.quotes = quotes;
    this.rails = rails;
    this.lookups = lookups;
    this.lookupTimeout = config.lookup().timeout();
    this.encryption = encryption;
    this.wallets = wallets;
    this.creation = creation;
    this.settler = settler;
    this.callbacks = callbacks;
    this.limits = limits;
    this.usedReferences = usedReferences;
    this.clock = clock;
  }

  /** The rail that pays an order, and the order as it is to be recorded. */
  record Route(PayoutRail rail, PayoutOrder order) {}

  /**
   * Creates a payout: pending, its cost held.
   *
   * @param key of its request, which is recorded with it. A request whose key is recorded already
   *     is refused, with 409 unless for another reason
   * @throws ApiException (as failure) 400 for an amount beyond the business's limit, unless the
   *     reference was used before; then in this order: 400 for a callback URL that leads to no
   *     public address, 400 where the quote comes to zero, 409 for a reference used before, 404
   *     without a rate, 404 or 409 for a quote that it cannot use, 422 for a recipient that is not
   *     active or a corridor without a rail, 412 when the wallet does not cover it, 429 when a
   *     limit of the business is used up; 503 where a rail does not answer whether the recipient is
   *     active, or is not to be called
   */
  public Uni<PayoutAnswer> create(Caller caller, PayoutOrder order, Optional<RequestKey> key) {
    // The limit may have been lowered after the first of two equal requests, which was paid.
    return limits
        .refusalOf(caller, order.recipient().country(), order.price().amount())
        .map(refusal -> unlessDuplicate(caller, order, refusal))
        .orElseGet(() -> createWithinLimit(caller, order, key));
  }

  private Uni<PayoutAnswer> createWithinLimit(
      Caller caller, PayoutOrder order, Optional<RequestKey> key) {
    return confirm(caller, order, lookups)
        .chain(confirmed -> record(caller, confirmed, key))
        .onFailure(ApiException.class)
        .recoverWithUni(
            refusal ->
                refusal.fault().yieldsToDuplicate()
                    ? unlessDuplicate(caller, order, refusal.fault())
                    : Uni.createFrom().failure(refusal));
  }

  /** Order that may be recorded, with the wallet that pays, null if that is not open yet. */
  private record Confirmed(
      Long walletId, Quote quote, Route route, UUID reference, byte[] encryptedParties) {}

  private Uni<Confirmed> confirm(Caller caller, PayoutOrder order, Holders holders) {
    return callbacks
        .check(caller.businessId(), order.terms().callbackUrl())
        .chain(() -> quotes.of(caller, order.price()))
        .chain(
            quote ->
                routeOf(order, rails, holders, lookupTimeout)
                    .chain(
                        route ->
                            wallets
                                .find(
                                    caller.businessId(),
                                    WalletPurpose.PAYOUT,
                                    quote.sender().currency())
                                .map(wallet -> confirmed(wallet.orElse(null), quote, route))));
  }

  private Confirmed confirmed(Long walletId, Quote quote, Route route) {
    UUID reference = TimeOrderedId.at(clock.millis());
    byte[] encrypted = encryption.encrypt(reference, route.order().parties());
    return new Confirmed(walletId, quote, route, reference, encrypted);
  }

  /**
   * A payout that may be recorded together with others. The settler claims it, at once.
   *
   * @param group makes its look-ups
   * @throws ApiException (as failure) as {@link #create} says, without the references, balances and
   *     limits that others may change
   */
  Uni<NewPayout> prepare(Caller caller, PayoutOrder order, GroupLookups group) {
    return confirm(caller, order, group)
        .map(confirmed -> newPayout(caller, confirmed, false, Optional.empty()));
  }

  /**
   * The route of an order. An order that omits a name gets the registered one (specification,
   * section 4.8); where the rail has no binding look-up, it goes without.
   *
   * @throws ApiException (as failure) 400 for an amount that the network does not move, 422 for a
   *     recipient that is not active or a corridor without a rail; 503 where the rail does not
   *     answer or is not to be called
   */
  static Uni<Route> routeOf(
      PayoutOrder order, PayoutRouter rails, Holders lookups, Duration lookupTimeout) {
    Recipient recipient = order.recipient();
    return rails
        .railFor(recipient.country(), recipient.channel())
        .map(rail -> confirmed(order, rail, lookups, lookupTimeout))
        .orElseGet(Payouts::notAvailable);
  }

  private static Uni<Route> confirmed(
      PayoutOrder order, PayoutRail rail, Holders lookups, Duration timeout) {
    Optional<String> refusal =
        rail.capabilities(order.recipient().channel()).amounts().refusalOf(order.price().amount());
    if (refusal.isPresent()) {
      return ApiFault.amountOutOfRange(refusal.get()).asFailure();
    }
    return rail.recipientLookup(order.recipient().channel())
        .filter(RecipientLookup::isBinding)
        .map(lookup -> lookups.holderOf(order.recipient(), rail, lookup, timeout))
        .map(
            answer ->
                answer
                    .map(holder -> holder.orElseThrow(ApiFault.ACCOUNT_NOT_ACTIVE::asException))
                    .map(name -> new Route(rail, named(order, name))))
        .orElseGet(() -> Uni.createFrom().item(new Route(rail, order)));
  }

  private static Uni<Route> notAvailable() {
    return ApiFault.CORRIDOR_NOT_AVAILABLE.asFailure();
  }

  private static PayoutOrder named(PayoutOrder order, String name) {
    return order.parties().lackAName() ? order.toMerchant(name) : order;
  }

  private Uni<PayoutAnswer> record(Caller caller, Confirmed confirmed, Optional<RequestKey> key) {
    Optional<LeaseEnd> reserved = settler.reserve();
    NewPayout payout = newPayout(caller, confirmed, reserved.isPresent(), key);
    return creation
        .create(payout)
        .onItemOrFailure()
        .invoke((outcome, failure) -> reserved.ifPresent(lease -> handOff(payout, outcome, lease)))
        .chain(outcome -> answer(payout, outcome));
  }

  private NewPayout newPayout(
      Caller caller, Confirmed confirmed, boolean handedOff, Optional<RequestKey> key) {
    PayoutRail rail = confirmed.route().rail();
    PayoutOrder order = confirmed.route().order();
    return new NewPayout(
        confirmed.reference(),
        caller,
        confirmed.walletId(),
        order,
        confirmed.quote(),
        rail.name(),
        !rail.capabilities(order.recipient().channel()).idempotent(),
        limits.ofPayouts(caller, order.recipient().country()),
        encryption.hash(order.recipient()),
        confirmed.encryptedParties(),
        handedOff,
        key);
  }

  private void handOff(NewPayout payout, PayoutCreation.Outcome outcome, LeaseEnd lease) {
    if (outcome == PayoutCreation.Outcome.CREATED) {
      settler.takeOn(payout.pending(), lease);
    } else {
      settler.giveBackReservation();
    }
  }

  private Uni<PayoutAnswer> answer(NewPayout payout, PayoutCreation.Outcome outcome) {
    return switch (outcome) {
      case CREATED -> Uni.createFrom().item(payout.answer());
      case DUPLICATE ->
          unlessDuplicate(payout.caller(), payout.order(), ApiFault.DUPLICATE_REFERENCE);
      case QUOTE_USED -> QuoteFault.USED.asFailure();
      case QUOTE_EXPIRED -> QuoteFault.EXPIRED.asFailure();
      case INSUFFICIENT_BALANCE, RETRY -> ApiFault.INSUFFICIENT_BALANCE.asFailure();
    };
  }

  /**
   * A used reference is reported before the business's limits, a missing rate, an inactive account
   * or an insufficient balance. The creation checks it too, but does not see a payout that was
   * recorded while it waited for the wallet.
   */
  private Uni<PayoutAnswer> unlessDuplicate(Caller caller, PayoutOrder order, ApiFault refusal) {
    return usedReferences
        .refusalOf(caller.businessId(), order)
        .chain(repeated -> repeated.orElse(refusal).asFailure());
  }
}
