package org.mizani.payout;

import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Tuple;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Set;
import java.util.UUID;
import java.util.function.Predicate;
import org.mizani.database.Database;
import org.mizani.fault.ApiFault;
import org.mizani.fault.QuoteFault;
import org.mizani.ledger.WalletLocks;
import org.mizani.payout.PayoutCreation.Outcome;
import org.mizani.payout.PayoutCreation.Result;

/**
 * Creation of a group of payouts in one transaction, which has locked their wallets: in the order
 * of the group each is created that its wallet covers behind those before it (ADR 36).
 */
final class GroupCreation {

  /**
   * Rounds of statements. One round creates all, but for payouts that are refused in it, or tried
   * again because a limit of the business does not allow them together.
   */
  private static final int MOST_ROUNDS = 32;

  static final String LOCK =
      """
      SELECT id, available_minor FROM wallet
      WHERE id = ANY ($1) AND %s
      ORDER BY id
      FOR NO KEY UPDATE
      """
          .formatted(WalletLocks.waitingFor("$2"));

  private final PayoutCreation creation;
  private final WalletLocks locks;
  private final boolean atomic;
  private final WalletCover cover;
  private final Map<UUID, Optional<ApiFault>> ended = new HashMap<>();

  private GroupCreation(
      PayoutCreation creation, WalletLocks locks, boolean atomic, WalletCover cover) {
    this.creation = creation;
    this.locks = locks;
    this.atomic = atomic;
    this.cover = cover;
  }

  /**
   * Creates these payouts, no two of which have the same reference.
   *
   * @param atomic whether the caller rolls back unless all are created: then none is tried where
   *     the wallets do not cover all
   * @return the refusal of each by its id, empty if it was created, or would have been; a used
   *     reference is {@link ApiFault#DUPLICATE_REFERENCE}
   */
  static Uni<Map<UUID, Optional<ApiFault>>> run(
      Database database,
      PayoutCreation creation,
      WalletLocks locks,
      boolean atomic,
      List<NewPayout> payouts) {
    return lock(database, locks, payouts)
        .map(available -> new GroupCreation(creation, locks, atomic, new WalletCover(available)))
        .chain(group -> group.round(payouts, 1).map(done -> group.ended));
  }

  private static Uni<Map<Long, Long>> lock(
      Database database, WalletLocks locks, List<NewPayout> payouts) {
    Long[] ids =
        payouts.stream()
            .map(NewPayout::walletId)
            .filter(Objects::nonNull)
            .distinct()
            .toArray(Long[]::new);
    return database
        .execute(LOCK, Tuple.of(ids, WalletLocks.millis(locks.waitAlone())))
        .map(
            rows -> {
              Map<Long, Long> available = new HashMap<>();
              rows.forEach(row -> available.put(row.getLong("id"), row.getLong("available_minor")));
              return available;
            });
  }

  private Uni<Void> round(List<NewPayout> open, int number) {
    Set<UUID> covered = cover.covered(open);
    if (covered.isEmpty() || atomic && covered.size() < open.size()) {
      open.forEach(payout -> end(payout, covered));
      return Uni.createFrom().voidItem();
    }
    List<NewPayout> tried =
        open.stream().filter(payout -> covered.contains(payout.serviceReference())).toList();
    return create(tried, payout -> !namesQuote(payout))
        .chain(() -> create(tried, GroupCreation::namesQuote))
        .chain(() -> next(open, tried, number));
  }

  private void end(NewPayout payout, Set<UUID> covered) {
    ended.put(
        payout.serviceReference(),
        covered.contains(payout.serviceReference())
            ? Optional.empty()
            : Optional.of(ApiFault.INSUFFICIENT_BALANCE));
  }

  /** The money of one that was tried and not created may cover another one. */
  private Uni<Void> next(List<NewPayout> open, List<NewPayout> tried, int number) {
    List<NewPayout> left =
        open.stream().filter(payout -> !ended.containsKey(payout.serviceReference())).toList();
    if (tried.stream().allMatch(this::isCreated)) {
      left.forEach(payout -> end(payout, ApiFault.INSUFFICIENT_BALANCE));
    } else if (number == MOST_ROUNDS) {
      left.forEach(payout -> end(payout, ApiFault.SERVICE_UNAVAILABLE));
    } else if (!left.isEmpty()) {
      return round(left, number + 1);
    }
    return Uni.createFrom().voidItem();
  }

  private boolean isCreated(NewPayout payout) {
    return Optional.empty().equals(ended.get(payout.serviceReference()));
  }

  private Uni<Void> create(List<NewPayout> all, Predicate<NewPayout> wanted) {
    List<NewPayout> payouts = all.stream().filter(wanted).toList();
    return payouts.isEmpty()
        ? Uni.createFrom().voidItem()
        : creation
            .createTogether(payouts, locks.waitAlone())
            .invoke(results -> note(payouts, results))
            .replaceWithVoid();
  }

  private void note(List<NewPayout> payouts, List<Result> results) {
    for (int i = 0; i < results.size(); i++) {
      Result result = results.get(i);
      if (result.usedUp().isPresent()) {
        end(payouts.get(i), result.usedUp().get());
      } else {
        note(payouts.get(i), result.outcome());
      }
    }
  }

  private void note(NewPayout payout, Outcome outcome) {
    switch (outcome) {
      case CREATED -> {
        cover.spend(payout);
        ended.put(payout.serviceReference(), Optional.empty());
      }
      case DUPLICATE -> end(payout, ApiFault.DUPLICATE_REFERENCE);
      case QUOTE_USED -> end(payout, QuoteFault.USED);
      case QUOTE_EXPIRED -> end(payout, QuoteFault.EXPIRED);
      case INSUFFICIENT_BALANCE -> end(payout, ApiFault.INSUFFICIENT_BALANCE);
      case RETRY -> {}
    }
  }

  private void end(NewPayout payout, ApiFault refusal) {
    ended.put(payout.serviceReference(), Optional.of(refusal));
  }

  private static boolean namesQuote(NewPayout payout) {
    return payout.order().price().quoteId().isPresent();
  }

  /** Available balances of locked wallets, and the payouts that they cover, in order. */
  private static final class WalletCover {

    private final Map<Long, Long> available;

    /**
     * @param available in minor units, by the wallet's id
     */
    WalletCover(Map<Long, Long> available) {
      this.available = new HashMap<>(available);
    }

    /**
     * The ids of those of these payouts that are covered, each behind the covered ones before it.
     */
    Set<UUID> covered(List<NewPayout> payouts) {
      WalletCover left = new WalletCover(available);
      Set<UUID> covered = new HashSet<>();
      for (NewPayout payout : payouts) {
        if (left.covers(payout)) {
          left.spend(payout);
          covered.add(payout.serviceReference());
        }
      }
      return covered;
    }

    /** Notes that this payout has been created. */
    void spend(NewPayout payout) {
      available.merge(payout.walletId(), -cost(payout), Long::sum);
    }

    private boolean covers(NewPayout payout) {
      return payout.walletId() != null
          && cost(payout) <= available.getOrDefault(payout.walletId(), 0L);
    }

    private static long cost(NewPayout payout) {
      return payout.quote().total().minor();
    }
  }
}
