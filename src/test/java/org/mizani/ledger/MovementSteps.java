package org.mizani.ledger;

import static org.mizani.ledger.LedgerMoves.await;

import java.time.LocalDate;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.mizani.ledger.LedgerModel.Key;
import org.mizani.ledger.LedgerMovements.Entry;
import org.mizani.ledger.LedgerMoves.Mover;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.sweep.SweepMoves.SetUpSweep;

/** Random movements that operators enter, and sweeps. */
final class MovementSteps extends LedgerSteps {

  private static final List<CurrencyUnit> BOTH = List.of(CurrencyUnit.KES, CurrencyUnit.UGX);
  private static final List<CurrencyUnit> SWEPT = List.of(CurrencyUnit.KES, CurrencyUnit.TZS);
  private static final LocalDate FIRST_NIGHT = LocalDate.of(2030, 1, 1);

  private final Map<SetUpSweep, Integer> nights = new HashMap<>();

  MovementSteps(SequenceContext context) {
    super(context);
  }

  boolean topUp(Mover mover) {
    WalletPurpose purpose = oneOf(List.of(WalletPurpose.values()));
    Key wallet =
        new Key(mover.id(), purpose, oneOf(purpose == WalletPurpose.PAYOUT ? PAYING : COLLECTING));
    boolean known = model.wallets().containsKey(wallet);
    boolean opens = random.nextInt(5) > 0;
    if (opens) {
      model.open(wallet);
      await(moves.ledger.openWallet(mover.id(), purpose, wallet.currency()));
    }
    String reference = reference("movement");
    Money amount = new Money(wallet.currency(), amount());
    MovementOutcome expected = model.enter("top_up", wallet, amount.minor(), reference);
    log("%s gets %d as %s: %s".formatted(wallet, amount.minor(), reference, expected));
    same(expected, await(moves.movements.topUp(mover.id(), purpose, amount, reference)));
    return expected == MovementOutcome.MOVED || opens && !known;
  }

  /** Enters a withdrawal, an adjustment or a transfer between wallets, covered or not. */
  boolean move(Mover mover) {
    WalletPurpose purpose = oneOf(List.of(WalletPurpose.values()));
    Key wallet = new Key(mover.id(), purpose, oneOf(BOTH));
    Entry entry = new Entry(reference("movement"), "model");
    Money amount = new Money(wallet.currency(), amount());
    MovementOutcome expected;
    MovementOutcome answer;
    switch (random.nextInt(3)) {
      case 0 -> {
        expected = model.enter("withdrawal", wallet, -amount.minor(), entry.reference());
        answer = await(moves.movements.withdraw(mover.id(), purpose, amount, entry));
      }
      case 1 -> {
        long change = random.nextBoolean() ? amount.minor() : -amount.minor();
        expected = model.enter("adjustment", wallet, change, entry.reference());
        Money signed = new Money(wallet.currency(), change);
        answer = await(moves.movements.adjust(mover.id(), purpose, signed, entry));
      }
      default -> {
        WalletPurpose to = WalletPurpose.values()[1 - purpose.ordinal()];
        Key target = new Key(mover.id(), to, wallet.currency());
        expected = model.transfer(wallet, target, amount.minor(), entry.reference());
        answer = await(moves.movements.transfer(mover.id(), purpose, to, amount, entry));
      }
    }
    log("%s is moved by %d as %s: %s".formatted(wallet, amount.minor(), entry, expected));
    same(expected, answer);
    return expected == MovementOutcome.MOVED;
  }

  /**
   * Enters a movement that leaves the wallets alone: a settlement with a rail, or fee income within
   * the earned fees.
   */
  boolean settleOrTakeFees() {
    Entry entry = new Entry(reference("movement"), "model");
    if (random.nextBoolean()) {
      long change = random.nextBoolean() ? amount() : -amount();
      MovementOutcome expected = model.settle(CurrencyUnit.KES, change, entry.reference());
      log("the rail is settled with by %d as %s: %s".formatted(change, entry, expected));
      Money signed = new Money(CurrencyUnit.KES, change);
      same(expected, await(moves.movements.settle("simulator", signed, entry)));
      return false;
    }
    Money amount = new Money(CurrencyUnit.USD, amount());
    MovementOutcome answer = await(moves.movements.takeFees(amount, entry));
    log("fees of %d are taken as %s: %s".formatted(amount.minor(), entry, answer));
    if (answer == MovementOutcome.MOVED) {
      same(true, moves.taken.addAndGet(amount.minor()) <= LedgerMoves.EARNED_MINOR);
    }
    return false;
  }

  /** A random amount; one in three is the same, so that movements repeat. */
  private long amount() {
    return random.nextInt(3) == 0 ? 1_000 : 1 + random.nextInt(30_000);
  }

  /** Sweeps the next night, or a past night again, or with an outdated version of the sweep. */
  boolean sweep(Mover mover) {
    CurrencyUnit currency = oneOf(SWEPT);
    SetUpSweep sweep = mover.sweeps().get(currency);
    Key wallet = new Key(mover.id(), WalletPurpose.COLLECTION, currency);
    int last = nights.getOrDefault(sweep, 0);
    boolean again = last > 0 && random.nextInt(4) == 0;
    boolean outdated = random.nextInt(6) == 0;
    int number = again ? 1 + random.nextInt(last) : last + 1;
    LocalDate night = FIRST_NIGHT.plusDays(number);
    long amount = LedgerMoves.sweptMinor(currency, model.balance(wallet).availableMinor());
    String expected = again || outdated ? "NOT_OURS" : amount > 0 ? "SWEPT" : "TOO_LITTLE";
    log("%s is swept of %d in night %d: %s".formatted(wallet, amount, number, expected));
    same(expected, await(moves.sweeps.sweep(outdated ? sweep.outdated() : sweep, night)));
    if (!expected.equals("NOT_OURS")) {
      nights.put(sweep, number);
    }
    if (expected.equals("SWEPT")) {
      UUID id = await(moves.sweeps.payoutOf(sweep, night));
      model.hold(id, wallet, amount);
      payouts.add(id);
    }
    return expected.equals("SWEPT");
  }
}
