package org.mizani.ledger;

import static org.mizani.ledger.LedgerMoves.await;

import java.time.LocalDate;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Optional;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.mizani.collection.CollectionMoves.End;
import org.mizani.database.TimeOrderedId;
import org.mizani.ledger.LedgerModel.Key;
import org.mizani.ledger.LedgerMovements.Entry;
import org.mizani.ledger.LedgerMoves.Mover;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.sweep.SweepMoves.Standing;

/** Random operations on businesses of its own, done to the service and to the model alike. */
final class LedgerSequence {

  private static final List<CurrencyUnit> PAYING =
      List.of(CurrencyUnit.USD, CurrencyUnit.KES, CurrencyUnit.UGX);
  private static final List<CurrencyUnit> COLLECTING =
      List.of(CurrencyUnit.KES, CurrencyUnit.TZS, CurrencyUnit.UGX);
  private static final List<CurrencyUnit> BOTH = List.of(CurrencyUnit.KES, CurrencyUnit.UGX);
  private static final List<CurrencyUnit> SWEPT = List.of(CurrencyUnit.KES, CurrencyUnit.TZS);
  private static final LocalDate FIRST_NIGHT = LocalDate.of(2030, 1, 1);

  private final Random random;
  private final LedgerMoves moves;
  private final Books books;
  private final List<Mover> movers;
  private final Long[] ids;
  private final LedgerModel model = new LedgerModel();
  private final List<UUID> payouts = new ArrayList<>();
  private final List<UUID> collections = new ArrayList<>();
  private final Map<Standing, Integer> nights = new HashMap<>();
  private final List<String> done = new ArrayList<>();

  LedgerSequence(LedgerMoves moves, Books books, long seed) {
    this.random = new Random(seed);
    this.moves = moves;
    this.books = books;
    this.movers = Stream.generate(moves::business).limit(1 + random.nextInt(3)).toList();
    this.ids = movers.stream().map(Mover::id).toArray(Long[]::new);
  }

  /** What was done so far, an operation a line. */
  String story() {
    return String.join("\n", done);
  }

  /**
   * Does up to so many operations, a quarter of that on average, and has the books checked after
   * each.
   *
   * @return how many
   */
  int run(int most) {
    int length = 1 + (int) (random.nextDouble() * random.nextDouble() * most);
    String before = books.check(ids, model);
    for (int i = 0; i < length; i++) {
      boolean changes = next();
      String after = books.check(ids, model);
      if (changes == before.equals(after)) {
        throw new AssertionError(
            changes ? "the digest does not show the change" : "what was refused left its traces");
      }
      before = after;
    }
    return length;
  }

  private boolean next() {
    int kind = random.nextInt(100);
    Mover mover = oneOf(movers);
    if (kind < 34) {
      return pay(mover);
    }
    if (kind < 58) {
      return payouts.isEmpty() ? topUp(mover) : settle(recent(payouts));
    }
    if (kind < 70) {
      return collect(mover);
    }
    if (kind < 86) {
      return collections.isEmpty() ? topUp(mover) : end(recent(collections));
    }
    if (kind < 91) {
      return topUp(mover);
    }
    if (kind < 95) {
      return move(mover);
    }
    return kind < 98 ? sweep(mover) : settleOrTakeFees();
  }

  private boolean pay(Mover mover) {
    Key wallet = new Key(mover.id(), WalletPurpose.PAYOUT, oneOf(PAYING));
    long available = model.balance(wallet).availableMinor();
    long cost =
        2 + (long) (random.nextDouble() * random.nextDouble() * (available + available / 4));
    if (random.nextInt(20) == 0) {
      cost = Math.max(2, available + random.nextInt(2)); // the last cent, or one more
    }
    long fee = cost / (2 + random.nextInt(60));
    UUID id = newId();
    String reference = "payout " + random.nextInt(300);
    String expected = model.pay(id, wallet, cost, reference);
    note("%s pays %d and %d as %s: %s".formatted(wallet, cost - fee, fee, reference, expected));
    Money sender = new Money(wallet.currency(), cost - fee);
    Money feeOfIt = new Money(wallet.currency(), fee);
    same(expected, await(moves.payouts.create(id, mover.caller(), sender, feeOfIt, reference)));
    return created(id, expected, payouts);
  }

  /** Once, or with more than one answer at once, also contradicting ones: of them one counts. */
  private boolean settle(UUID id) {
    List<Boolean> answers =
        Stream.generate(random::nextBoolean).limit(random.nextInt(6) == 0 ? 2 : 1).toList();
    boolean pending = model.isPending(id);
    note("payout %s (pending: %s) is told as paid: %s".formatted(id, pending, answers));
    List<Boolean> applied = await(moves.payouts.settle(id, answers));
    same(pending ? 1 : 0, Collections.frequency(applied, true));
    if (pending) {
      model.settle(id, answers.get(applied.indexOf(true)));
    }
    return pending;
  }

  private boolean collect(Mover mover) {
    Key wallet = new Key(mover.id(), WalletPurpose.COLLECTION, oneOf(COLLECTING));
    String reference = random.nextInt(5) == 0 ? null : "collection " + random.nextInt(150);
    Money amount = new Money(wallet.currency(), 1 + random.nextInt(5_000));
    boolean opens = !model.wallets().containsKey(wallet);
    UUID id = newId();
    String expected = model.collect(id, wallet, amount.minor(), reference);
    note("%s collects %d as %s: %s".formatted(wallet, amount.minor(), reference, expected));
    same(
        expected,
        await(
            moves.collections.create(id, mover.caller(), amount, Optional.ofNullable(reference))));
    return created(id, expected, collections) || opens;
  }

  /** Once, or paid and ended otherwise at once: the payment counts. */
  private boolean end(UUID id) {
    End end = oneOf(List.of(End.values()));
    boolean twice = random.nextInt(6) == 0;
    String expected = model.end(id, twice ? End.PAID : end);
    note("collection %s is %s, paid at once: %s: %s".formatted(id, end, twice, expected));
    List<End> ends = twice ? List.of(end, End.PAID) : List.of(end);
    List<String> effects = await(moves.collections.end(id, ends));
    if (twice) {
      endedTwice(expected, end, effects);
    } else {
      same(List.of(expected), effects);
    }
    return !expected.equals("NONE");
  }

  /** In one batch the payment goes first; in two, whichever came first, and the payment is late. */
  private static void endedTwice(String expected, End end, List<String> effects) {
    boolean late =
        expected.equals("SETTLED")
            && end != End.PAID
            && effects.equals(List.of("SETTLED", "CREDITED_LATE"));
    long counted = effects.stream().filter(effect -> !effect.equals("NONE")).count();
    if (!late) {
      same(expected.equals("NONE") ? 0L : 1L, counted);
      same(true, expected.equals("NONE") || effects.contains(expected));
    }
  }

  private boolean topUp(Mover mover) {
    WalletPurpose purpose = oneOf(List.of(WalletPurpose.values()));
    Key wallet =
        new Key(mover.id(), purpose, oneOf(purpose == WalletPurpose.PAYOUT ? PAYING : COLLECTING));
    boolean known = model.wallets().containsKey(wallet);
    boolean opens = random.nextInt(5) > 0;
    if (opens) {
      model.open(wallet);
      await(moves.ledger.openWallet(mover.id(), purpose, wallet.currency()));
    }
    String reference = reference();
    Money amount = new Money(wallet.currency(), amount());
    MovementOutcome expected = model.enter("top_up", wallet, amount.minor(), reference);
    note("%s gets %d as %s: %s".formatted(wallet, amount.minor(), reference, expected));
    same(expected, await(moves.movements.topUp(mover.id(), purpose, amount, reference)));
    return expected == MovementOutcome.MOVED || opens && !known;
  }

  /** A withdrawal, an adjustment or a transfer between wallets, covered or not. */
  private boolean move(Mover mover) {
    WalletPurpose purpose = oneOf(List.of(WalletPurpose.values()));
    Key wallet = new Key(mover.id(), purpose, oneOf(BOTH));
    Entry entry = new Entry(reference(), "model");
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
    note("%s is moved by %d as %s: %s".formatted(wallet, amount.minor(), entry, expected));
    same(expected, answer);
    return expected == MovementOutcome.MOVED;
  }

  /**
   * What the wallets do not notice: a settlement with a rail, or fee income, no more than earned.
   */
  private boolean settleOrTakeFees() {
    Entry entry = new Entry(reference(), "model");
    if (random.nextBoolean()) {
      long change = random.nextBoolean() ? amount() : -amount();
      MovementOutcome expected = model.settle(CurrencyUnit.KES, change, entry.reference());
      note("the rail is settled with by %d as %s: %s".formatted(change, entry, expected));
      Money signed = new Money(CurrencyUnit.KES, change);
      same(expected, await(moves.movements.settle("sandbox", signed, entry)));
      return false;
    }
    Money amount = new Money(CurrencyUnit.USD, amount());
    MovementOutcome answer = await(moves.movements.takeFees(amount, entry));
    note("fees of %d are taken as %s: %s".formatted(amount.minor(), entry, answer));
    if (answer == MovementOutcome.MOVED) {
      same(true, moves.taken.addAndGet(amount.minor()) <= LedgerMoves.EARNED_MINOR);
    }
    return false;
  }

  /** References are unique over all wallets: those of a sequence have its first business's id. */
  private String reference() {
    return "movement %d of %d".formatted(random.nextInt(60), ids[0]);
  }

  /** One of few amounts now and then, so that a movement is repeated. */
  private long amount() {
    return random.nextInt(3) == 0 ? 1_000 : 1 + random.nextInt(30_000);
  }

  /**
   * The next night, or one that is over, or by whoever does not know the sweep's latest version.
   */
  private boolean sweep(Mover mover) {
    CurrencyUnit currency = oneOf(SWEPT);
    Standing sweep = mover.sweeps().get(currency);
    Key wallet = new Key(mover.id(), WalletPurpose.COLLECTION, currency);
    int last = nights.getOrDefault(sweep, 0);
    boolean again = last > 0 && random.nextInt(4) == 0;
    boolean outdated = random.nextInt(6) == 0;
    int number = again ? 1 + random.nextInt(last) : last + 1;
    LocalDate night = FIRST_NIGHT.plusDays(number);
    long amount = LedgerMoves.swept(currency, model.balance(wallet).availableMinor());
    String expected = again || outdated ? "NOT_OURS" : amount > 0 ? "SWEPT" : "TOO_LITTLE";
    note("%s is swept of %d in night %d: %s".formatted(wallet, amount, number, expected));
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

  private static boolean created(UUID id, String outcome, List<UUID> all) {
    boolean created = outcome.equals("CREATED");
    if (created) {
      all.add(id);
    }
    return created;
  }

  /** Mostly one of the latest, which may be pending still, and sometimes any. */
  private UUID recent(List<UUID> all) {
    int reach = random.nextInt(4) == 0 ? all.size() : Math.min(all.size(), 8);
    return all.get(all.size() - 1 - random.nextInt(reach));
  }

  private static UUID newId() {
    return TimeOrderedId.at(System.currentTimeMillis());
  }

  private <T> T oneOf(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  private void note(String operation) {
    done.add(operation);
  }

  private static void same(Object expected, Object answer) {
    if (!Objects.equals(expected, answer)) {
      throw new AssertionError("expected " + expected + ", the service says " + answer);
    }
  }
}
