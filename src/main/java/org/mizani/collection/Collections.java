package org.mizani.collection;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.time.Duration;
import java.time.InstantSource;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import org.mizani.access.Caller;
import org.mizani.access.Originator;
import org.mizani.access.PartnerLimits;
import org.mizani.collection.CollectionCreation.Outcome;
import org.mizani.collection.answer.CollectionAnswer;
import org.mizani.collection.record.CollectionStatus;
import org.mizani.collection.record.Customer;
import org.mizani.corridor.MobileOperators;
import org.mizani.database.TimeOrderedId;
import org.mizani.fault.ApiFault;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.fault.LimitFault;
import org.mizani.rail.CollectionRail;
import org.mizani.rail.CollectionRouter;
import org.mizani.repeat.RequestKey;
import org.mizani.webhook.WebhookDestination;
import org.mizani.webhook.address.CallbackGuard;
import org.mizani.webhook.address.CallbackUrl;
import org.mizani.work.LeaseEnd;

/**
 * Collections of partners: routes an order by the customer's number, records it and starts settling
 * it.
 */
@Singleton
public final class Collections {

  private final MobileOperators operators;
  private final CollectionRouter rails;
  private final Customer.Encryption encryption;
  private final CollectionCreation creation;
  private final CollectionSettler settler;
  private final CallbackGuard callbacks;
  private final PartnerLimits limits;
  private final UsedCollectionReferences usedReferences;
  private final InstantSource clock;
  private final Duration expiresAfter;

  Collections(
      MobileOperators operators,
      CollectionRouter rails,
      Customer.Encryption encryption,
      CollectionCreation creation,
      CollectionSettler settler,
      CallbackGuard callbacks,
      PartnerLimits limits,
      UsedCollectionReferences usedReferences,
      InstantSource clock,
      CollectionConfig config) {
    this.operators = operators;
    this.rails = rails;
    this.encryption = encryption;
    this.creation = creation;
    this.settler = settler;
    this.callbacks = callbacks;
    this.limits = limits;
    this.usedReferences = usedReferences;
    this.clock = clock;
    this.expiresAfter = config.expiresAfter();
  }

  /**
   * Creates a collection: pending, its customer about to be prompted.
   *
   * @param key as of {@code Payouts.create}
   * @throws ApiException (as failure) 400 for a callback URL that leads to no public address or an
   *     amount that the network does not move, 409 for a reference used before, 422 where no rail
   *     collects from the customer's network, 429 beyond the limit of prompts of the phone
   */
  public Uni<CollectionAnswer> create(
      Caller caller, CollectionOrder order, Optional<RequestKey> key) {
    return callbacks
        .check(caller.businessId(), order.callbackUrl())
        .chain(() -> route(caller, order, key));
  }

  private Uni<CollectionAnswer> route(
      Caller caller, CollectionOrder order, Optional<RequestKey> key) {
    Optional<String> operator = operators.of(order.customer());
    return rails
        .railFor(order.customer().country(), operator)
        .map(rail -> open(caller, order, rail, operator.orElse(""), key))
        .orElseGet(() -> unlessDuplicate(caller, order, ApiFault.CORRIDOR_NOT_AVAILABLE));
  }

  /** A used reference is reported before a network that no rail reaches, or too many prompts. */
  private Uni<CollectionAnswer> unlessDuplicate(
      Caller caller, CollectionOrder order, ApiFault refusal) {
    return usedReferences
        .refusalOf(caller.businessId(), order)
        .chain(repeated -> repeated.orElse(refusal).asFailure());
  }

  private Uni<CollectionAnswer> open(
      Caller caller,
      CollectionOrder order,
      CollectionRail rail,
      String provider,
      Optional<RequestKey> key) {
    Optional<String> refusal = rail.capabilities().amounts().refusalOf(order.amount());
    if (refusal.isPresent()) {
      return ApiFault.amountOutOfRange(refusal.get()).asFailure();
    }
    return creation
        .walletOf(caller, order.amount().currency())
        .chain(wallet -> record(caller, wallet, order, rail.name(), provider, key));
  }

  private Uni<CollectionAnswer> record(
      Caller caller,
      long walletId,
      CollectionOrder order,
      String rail,
      String provider,
      Optional<RequestKey> key) {
    UUID id = TimeOrderedId.at(clock.millis());
    byte[] encrypted = encryption.encrypt(id, Customer.of(order.customer(), order.narration()));
    Optional<LeaseEnd> reserved = settler.reserve();
    NewCollection collection =
        new NewCollection(
            id,
            caller,
            walletId,
            order,
            rail,
            provider,
            encryption.hash(order.customer()),
            encrypted,
            limits.ofPrompts(caller, order.customer()),
            reserved.isPresent(),
            key);
    return creation
        .create(collection)
        .onItemOrFailure()
        .invoke(
            (result, failure) -> reserved.ifPresent(lease -> handOff(collection, result, lease)))
        .chain(result -> answer(collection, result));
  }

  private void handOff(NewCollection collection, CollectionCreation.Result result, LeaseEnd lease) {
    if (result != null && result.outcome() == Outcome.CREATED) {
      settler.takeOn(pending(collection), lease);
    } else {
      settler.giveBackReservation();
    }
  }

  private Uni<CollectionAnswer> answer(NewCollection collection, CollectionCreation.Result result) {
    return switch (result.outcome()) {
      case CREATED -> Uni.createFrom().item(collection.answer(result.createdAt()));
      case DUPLICATE ->
          unlessDuplicate(collection.caller(), collection.order(), ApiFault.DUPLICATE_REFERENCE);
      case TOO_MANY_PROMPTS ->
          unlessDuplicate(
              collection.caller(),
              collection.order(),
              LimitFault.promptsExceeded(result.untilNextHour()));
    };
  }

  private PendingCollection pending(NewCollection collection) {
    Caller caller = collection.caller();
    CollectionOrder order = collection.order();
    Optional<String> own = order.callbackUrl().map(CallbackUrl::toString);
    return new PendingCollection(
        collection.id(),
        collection.walletId(),
        new PendingCollection.Origin(caller.businessId(), caller.publicId()),
        Optional.of(Originator.of(caller)),
        CollectionStatus.PENDING,
        order.amount(),
        Customer.of(order.customer(), order.narration()),
        order.reference().orElse(""),
        collection.rail(),
        collection.provider(),
        WebhookDestination.of(own, caller.collections().callbackUrl()),
        order.forcedOutcome(),
        PendingCollection.Timing.of(Duration.ZERO, Optional.empty(), expiresAfter),
        Optional.empty(),
        List.of(),
        0,
        1,
        0);
  }
}
