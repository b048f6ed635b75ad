package org.mizani.ledger;

import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import java.util.UUID;
import org.mizani.collection.CollectionMoves.End;
import org.mizani.money.CurrencyUnit;

/**
 * Model of the ledger in memory: the expected balances and outcomes, by addition and subtraction
 * alone.
 */
final class LedgerModel {

  /** Key of a wallet. */
  record Key(long businessId, WalletPurpose purpose, CurrencyUnit currency) {}

  /** Balance of a wallet. */
  record Balance(long availableMinor, long holdingMinor) {

    Balance plus(long available, long holding) {
      return new Balance(availableMinor + available, holdingMinor + holding);
    }

    long totalMinor() {
      return availableMinor + holdingMinor;
    }
  }

  private enum State {
    PENDING,
    PAID,
    FAILED
  }

  private record Payout(Key wallet, long costMinor, State state) {}

  private record Collection(Key wallet, long amountMinor, boolean pending, boolean credited) {}

  private record Reference(Object of, String text) {}

  private record Movement(Object account, long change) {}

  private final Map<Key, Balance> wallets = new LinkedHashMap<>();
  private final Map<UUID, Payout> payouts = new LinkedHashMap<>();
  private final Map<UUID, String> returns = new HashMap<>();
  private final Set<UUID> flagged = new HashSet<>();
  private final Map<UUID, Collection> collections = new LinkedHashMap<>();
  private final Set<Reference> references = new HashSet<>();
  private final Map<Reference, Movement> movements = new HashMap<>();

  /** Net inflow of each currency, in minor units: the sum of all wallets. */
  private final Map<CurrencyUnit, Long> netInflow = new LinkedHashMap<>();

  Map<Key, Balance> wallets() {
    return wallets;
  }

  Map<CurrencyUnit, Long> netInflow() {
    return netInflow;
  }

  Balance balance(Key wallet) {
    return wallets.getOrDefault(wallet, new Balance(0, 0));
  }

  void open(Key wallet) {
    wallets.putIfAbsent(wallet, new Balance(0, 0));
  }

  /** Enters an operator's movement: a change of a wallet's available funds. */
  MovementOutcome enter(String kind, Key wallet, long change, String reference) {
    if (!wallets.containsKey(wallet)) {
      return MovementOutcome.NO_WALLET;
    }
    Movement movement = new Movement(wallet, change);
    Movement before = movements.get(new Reference(kind, reference));
    if (before != null) {
      return before.equals(movement) ? MovementOutcome.REPEATED : MovementOutcome.REFERENCE_TAKEN;
    }
    if (balance(wallet).availableMinor() + change < 0) {
      return MovementOutcome.INSUFFICIENT_BALANCE;
    }
    movements.put(new Reference(kind, reference), movement);
    addInflow(wallet, change);
    return MovementOutcome.MOVED;
  }

  /** Enters a settlement with a rail; the rail's account may go below zero. */
  MovementOutcome settle(CurrencyUnit currency, long change, String reference) {
    Movement movement = new Movement(currency, change);
    Movement before = movements.putIfAbsent(new Reference("rail_settlement", reference), movement);
    if (before == null) {
      return MovementOutcome.MOVED;
    }
    return before.equals(movement) ? MovementOutcome.REPEATED : MovementOutcome.REFERENCE_TAKEN;
  }

  /** Transfers funds between two wallets; the movement belongs to the debited wallet. */
  MovementOutcome transfer(Key from, Key to, long minor, String reference) {
    if (!wallets.containsKey(to)) {
      return MovementOutcome.NO_WALLET;
    }
    MovementOutcome outcome = enter("wallet_transfer", from, -minor, reference);
    if (outcome == MovementOutcome.MOVED) {
      addInflow(to, minor);
    }
    return outcome;
  }

  /**
   * Creates a payout, or answers the reason of its refusal; a wallet that does not cover the cost
   * is reported before a duplicate.
   */
  String pay(UUID id, Key wallet, long costMinor, String reference) {
    if (costMinor > balance(wallet).availableMinor()) {
      return "INSUFFICIENT_BALANCE";
    }
    if (!references.add(new Reference("payouts of " + wallet.businessId(), reference))) {
      return "DUPLICATE";
    }
    hold(id, wallet, costMinor);
    return "CREATED";
  }

  /** Creates the payout of a sweep, which has no reference of a partner. */
  void hold(UUID id, Key wallet, long costMinor) {
    move(wallet, -costMinor, costMinor);
    payouts.put(id, new Payout(wallet, costMinor, State.PENDING));
  }

  boolean isPending(UUID payout) {
    return payouts.get(payout).state() == State.PENDING;
  }

  void settle(UUID id, boolean paid) {
    Payout payout = payouts.get(id);
    long cost = payout.costMinor();
    move(payout.wallet(), paid ? 0 : cost, -cost);
    if (paid) {
      netInflow.merge(payout.wallet().currency(), -cost, Long::sum);
    }
    payouts.put(id, new Payout(payout.wallet(), cost, paid ? State.PAID : State.FAILED));
  }

  /** Returns a paid payout with its fee, once, or answers the reason of the refusal. */
  String returnPayout(UUID id, String reference) {
    Payout payout = payouts.get(id);
    if (returns.containsKey(id)) {
      return returns.get(id).equals(reference) ? "REPEATED" : "payout is returned";
    }
    if (payout.state() != State.PAID) {
      return payout.state() == State.PENDING ? "payout is pending" : "payout has failed";
    }
    if (!references.add(new Reference("returns", reference))) {
      return "reference of another movement";
    }
    returns.put(id, reference);
    addInflow(payout.wallet(), payout.costMinor());
    return "RETURNED";
  }

  /** Has a payout come back by its rail's word, and answers the effect. */
  String comesBack(UUID id, String reference, boolean whole) {
    Payout payout = payouts.get(id);
    if (payout.state() == State.PENDING) {
      if (whole) {
        settle(id, false);
      }
      return whole ? "RELEASED" : "NONE";
    }
    boolean agrees = whole && (payout.state() == State.FAILED || reference.equals(returns.get(id)));
    if (agrees) {
      return "NONE";
    }
    if (whole && returnPayout(id, reference).equals("RETURNED")) {
      return "RETURNED";
    }
    return flagged.add(id) ? "FLAGGED" : "NONE";
  }

  String collect(UUID id, Key wallet, long minor, String reference) {
    open(wallet);
    if (reference != null
        && !references.add(new Reference("collections of " + wallet.businessId(), reference))) {
      return "DUPLICATE";
    }
    collections.put(id, new Collection(wallet, minor, true, false));
    return "CREATED";
  }

  /** Ends a collection; its payment is credited once, even after another end. */
  String end(UUID id, End end) {
    Collection collection = collections.get(id);
    boolean credits = end == End.PAID && !collection.credited();
    if (!collection.pending() && !credits) {
      return "NONE";
    }
    if (credits) {
      addInflow(collection.wallet(), collection.amountMinor());
    }
    collections.put(
        id, new Collection(collection.wallet(), collection.amountMinor(), false, credits));
    return collection.pending() ? "SETTLED" : "CREDITED_LATE";
  }

  long pendingCostMinor(Key wallet) {
    return payouts.values().stream()
        .filter(payout -> payout.state() == State.PENDING && payout.wallet().equals(wallet))
        .mapToLong(Payout::costMinor)
        .sum();
  }

  private void addInflow(Key wallet, long minor) {
    move(wallet, minor, 0);
    netInflow.merge(wallet.currency(), minor, Long::sum);
  }

  private void move(Key wallet, long available, long holding) {
    wallets.put(wallet, balance(wallet).plus(available, holding));
  }
}
