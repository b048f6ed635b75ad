package org.mizani.payout;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import jakarta.inject.Singleton;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.InstantSource;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import org.mizani.access.Caller;
import org.mizani.access.Originator;
import org.mizani.database.Database;
import org.mizani.database.TimeOrderedId;
import org.mizani.fault.ApiException;
import org.mizani.fault.ApiFault;
import org.mizani.fx.Quote;
import org.mizani.fx.RateBook;
import org.mizani.payout.PayoutRoutes.Route;
import org.mizani.payout.PendingPayout.Notice;
import org.mizani.webhook.WebhookDestination;
import org.mizani.webhook.address.CallbackGuard;
import org.mizani.webhook.address.CallbackUrl;

/** Takes payout orders: quotes them, checks the recipient, records them and sees them off. */
@Singleton
final class Payouts {

  /** Whether a business has used this reference. */
  private static final String REFERENCE_EXISTS =
      "SELECT EXISTS (SELECT 1 FROM payout WHERE business_id = $1 AND business_reference = $2)";

  /** Statuses of the refusals that a used reference goes before. */
  private static final Set<Integer> AFTER_DUPLICATES = Set.of(404, 412, 422);

  private final RateBook rates;
  private final PayoutRoutes routes;
  private final PartiesEncryption encryption;
  private final PayoutCreation creation;
  private final PayoutSettler settler;
  private final CallbackGuard callbacks;
  private final Database database;
  private final InstantSource clock;

  Payouts(
      RateBook rates,
      PayoutRoutes routes,
      PartiesEncryption encryption,
      PayoutCreation creation,
      PayoutSettler settler,
      CallbackGuard callbacks,
      Database database,
      InstantSource clock) {
    this.rates = rates;
    this.routes = routes;
    this.encryption = encryption;
    this.creation = creation;
    this.settler = settler;
    this.callbacks = callbacks;
    this.database = database;
    this.clock = clock;
  }

  /** A payout that was recorded, with what it costs. */
  record Created(UUID serviceReference, PayoutOrder order, Quote quote) {}

  /**
   * Creates a payout: pending, its cost held.
   *
   * @throws ApiException (as failure) in this order: 400 for a callback URL that leads to no public
   *     address, 400 where the quote comes to nothing, 409 for a reference used before, 404 without
   *     a rate, 422 for a recipient that is not active or a corridor without a rail, 412 when the
   *     wallet does not cover it; 503 where a rail does not say whether the recipient is active
   */
  Uni<Created> create(Caller caller, PayoutOrder order) {
    return callbacks
        .check(order.callbackUrl())
        .chain(() -> quote(caller, order))
        .chain(quote -> routes.routeOf(order).chain(route -> record(caller, quote, route)))
        .onFailure(ApiException.class)
        .recoverWithUni(refusal -> unlessDuplicate(caller, order, refusal));
  }

  private Uni<Quote> quote(Caller caller, PayoutOrder order) {
    String from = order.senderCurrency().name();
    String to = order.amount().currency().name();
    return rates
        .rate(from, to)
        .map(rate -> rate.orElseThrow(() -> ApiFault.rateNotConfigured(from, to).asException()))
        .map(rate -> quoteAt(rate, caller, order));
  }

  private static Quote quoteAt(BigDecimal rate, Caller caller, PayoutOrder order) {
    return Quote.of(order.amount(), order.senderCurrency(), rate, caller.feeRate());
  }

  private Uni<Created> record(Caller caller, Quote quote, Route route) {
    PayoutOrder order = route.order();
    UUID reference = TimeOrderedId.at(clock.millis());
    byte[] encrypted = encryption.encrypt(reference, order.parties());
    boolean handedOff = settler.reserve();
    NewPayout payout =
        new NewPayout(reference, caller, order, quote, route.rail().name(), encrypted, handedOff);
    return creation
        .create(payout)
        .onItemOrFailure()
        .invoke((outcome, failure) -> seeOff(payout, outcome))
        .map(outcome -> answer(payout, outcome));
  }

  private void seeOff(NewPayout payout, PayoutCreation.Outcome outcome) {
    if (!payout.handedOff()) {
      return;
    }
    if (outcome == PayoutCreation.Outcome.CREATED) {
      settler.takeOn(pending(payout));
    } else {
      settler.giveBackReservation();
    }
  }

  private static Created answer(NewPayout payout, PayoutCreation.Outcome outcome) {
    return switch (outcome) {
      case CREATED -> new Created(payout.serviceReference(), payout.order(), payout.quote());
      case DUPLICATE -> throw ApiFault.DUPLICATE_REFERENCE.asException();
      case SHORT, CROWDED -> throw ApiFault.INSUFFICIENT_BALANCE.asException();
    };
  }

  /**
   * A used reference is reported before a missing rate, an inactive account or a short wallet. The
   * creation looks for it too, but cannot see one that was recorded while it waited for the wallet.
   */
  private Uni<Created> unlessDuplicate(Caller caller, PayoutOrder order, ApiException refusal) {
    if (!AFTER_DUPLICATES.contains(refusal.fault().status())) {
      return Uni.createFrom().failure(refusal);
    }
    return database
        .execute(REFERENCE_EXISTS, Tuple.of(caller.businessId(), order.businessReference()))
        .chain(
            rows ->
                Uni.createFrom()
                    .failure(
                        rows.iterator().next().getBoolean(0)
                            ? ApiFault.DUPLICATE_REFERENCE.asException()
                            : refusal));
  }

  private static PendingPayout pending(NewPayout payout) {
    Caller caller = payout.caller();
    Optional<String> own = payout.order().callbackUrl().map(CallbackUrl::toString);
    return new PendingPayout(
        payout.serviceReference(),
        payout.quote().sender(),
        payout.quote().receiver(),
        Optional.of(payout.order().recipient()),
        payout.rail(),
        WebhookDestination.of(own, caller.callbackUrl())
            .map(url -> new Notice(Originator.of(caller), payout.order().businessReference(), url)),
        payout.order().forcedOutcome(),
        Duration.ZERO,
        1,
        0);
  }
}
