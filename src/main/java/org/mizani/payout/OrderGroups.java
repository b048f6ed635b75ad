package org.mizani.payout;

import io.smallrye.mutiny.Uni;
import jakarta.inject.Singleton;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.mizani.access.Caller;
import org.mizani.access.PartnerLimits;
import org.mizani.database.Database;
import org.mizani.fault.ApiFault;
import org.mizani.fault.ApiFault.ApiException;
import org.mizani.ledger.WalletLocks;
import org.mizani.rail.guard.GroupLookups;
import org.mizani.rail.guard.HolderLookups;

/**
 * Orders of a business that are carried out as a group, each by the rules of {@link Payouts}:
 * judged one by one, then recorded together in a transaction of the caller.
 */
@Singleton
public final class OrderGroups {

  private final Payouts payouts;
  private final PayoutCreation creation;
  private final PartnerLimits limits;
  private final UsedPayoutReferences usedReferences;
  private final HolderLookups lookups;
  private final WalletLocks locks;
  private final Database database;

  OrderGroups(
      Payouts payouts,
      PayoutCreation creation,
      PartnerLimits limits,
      UsedPayoutReferences usedReferences,
      HolderLookups lookups,
      WalletLocks locks,
      Database database) {
    this.payouts = payouts;
    this.creation = creation;
    this.limits = limits;
    this.usedReferences = usedReferences;
    this.lookups = lookups;
    this.locks = locks;
    this.database = database;
  }

  /** The look-ups of a new group. */
  public GroupLookups lookups() {
    return new GroupLookups(lookups);
  }

  /** Judges an order by itself. A failure that is no refusal, such as an outage, fails it. */
  public Uni<PreparedOrder> prepare(Caller caller, PayoutOrder order, GroupLookups group) {
    return limits
        .refusalOf(caller, order.recipient().country(), order.price().amount())
        .map(refusal -> Uni.createFrom().item(PreparedOrder.beyondLimit(order, refusal)))
        .orElseGet(
            () ->
                payouts
                    .prepare(caller, order, group)
                    .map(payout -> PreparedOrder.of(order, payout))
                    .onFailure(ApiException.class)
                    .recoverWithItem(refusal -> PreparedOrder.refused(order, refusal.fault())));
  }

  /** The refusals of these orders for used references, by reference. */
  public Uni<Map<String, ApiFault>> usedReferences(Caller caller, List<PayoutOrder> orders) {
    return usedReferences.refusalsOf(caller.businessId(), orders);
  }

  /** Whether two orders of one reference are known to pay different things. */
  public static boolean differ(PayoutOrder one, PayoutOrder other) {
    return one.price().senderCurrency() != other.price().senderCurrency()
        || !one.price().amount().equals(other.price().amount())
        || !one.recipient().equals(other.recipient())
        || !one.parties().equals(other.parties())
        || !one.terms().purposeOfTransfer().equals(other.terms().purposeOfTransfer())
        || !one.terms().sourceOfFunds().equals(other.terms().sourceOfFunds());
  }

  /**
   * Records those of these orders, none of which is refused, that wallets, limits and references
   * allow. Part of a transaction; no two orders have the same reference.
   *
   * @param atomic whether the caller rolls back unless all are recorded
   * @return the refusal of each by its id, empty if it is recorded
   */
  public Uni<Map<UUID, Optional<ApiFault>>> record(
      Caller caller, List<PreparedOrder> orders, boolean atomic) {
    if (!Database.isInTransaction()) {
      throw new IllegalStateException("groups are recorded in a transaction");
    }
    return GroupCreation.run(
            database, creation, locks, atomic, orders.stream().map(PreparedOrder::payout).toList())
        .chain(ended -> unlessDuplicates(caller, orders, ended));
  }

  /** As of one order alone: a reference that was used meanwhile goes before other refusals. */
  private Uni<Map<UUID, Optional<ApiFault>>> unlessDuplicates(
      Caller caller, List<PreparedOrder> orders, Map<UUID, Optional<ApiFault>> ended) {
    List<PreparedOrder> refused =
        orders.stream().filter(order -> ended.get(order.serviceReference()).isPresent()).toList();
    return usedReferences(caller, refused.stream().map(PreparedOrder::order).toList())
        .map(
            used -> {
              refused.forEach(
                  order ->
                      Optional.ofNullable(used.get(order.order().terms().businessReference()))
                          .ifPresent(
                              refusal ->
                                  ended.put(order.serviceReference(), Optional.of(refusal))));
              return ended;
            });
  }
}
