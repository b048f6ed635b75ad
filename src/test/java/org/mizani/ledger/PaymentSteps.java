package org.mizani.ledger;

import static org.mizani.ledger.LedgerMoves.await;

import io.smallrye.mutiny.Uni;
import java.util.ArrayList;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.mizani.collection.CollectionMoves.End;
import org.mizani.ledger.LedgerModel.Key;
import org.mizani.ledger.LedgerMoves.Mover;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

/** Random payouts and collections: they are created, settled and returned, rightly or not. */
final class PaymentSteps extends LedgerSteps {

  private final List<UUID> collections = new ArrayList<>();
  private final Map<UUID, Money> fees = new HashMap<>();

  PaymentSteps(SequenceContext context) {
    super(context);
  }

  boolean hasPayouts() {
    return !payouts.isEmpty();
  }

  boolean hasCollections() {
    return !collections.isEmpty();
  }

  boolean pay(Mover mover) {
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
    log("%s pays %d and %d as %s: %s".formatted(wallet, cost - fee, fee, reference, expected));
    Money sender = new Money(wallet.currency(), cost - fee);
    Money feeOfIt = new Money(wallet.currency(), fee);
    same(expected, await(moves.payouts.create(id, mover.caller(), sender, feeOfIt, reference)));
    fees.put(id, feeOfIt);
    return created(id, expected, payouts);
  }

  /**
   * Settles a payout with one outcome, or with two at once that may contradict: one of them counts.
   */
  boolean settle() {
    UUID id = recent(payouts);
    List<Boolean> answers =
        Stream.generate(random::nextBoolean).limit(random.nextInt(6) == 0 ? 2 : 1).toList();
    boolean pending = model.isPending(id);
    log("payout %s (pending: %s) is told as paid: %s".formatted(id, pending, answers));
    List<Boolean> applied = await(moves.payouts.settle(id, answers));
    same(pending ? 1 : 0, Collections.frequency(applied, true));
    if (pending) {
      model.settle(id, answers.get(applied.indexOf(true)));
    }
    return pending;
  }

  /**
   * Returns a payout in any state, once or twice at once by the same reference; its money comes
   * back at most once.
   */
  boolean returnPayout() {
    UUID id = recent(payouts);
    String reference = reference("return");
    int times = random.nextInt(4) == 0 ? 2 : 1;
    String expected = model.returnPayout(id, reference);
    log("payout %s comes back as %s, %d at once: %s".formatted(id, reference, times, expected));
    List<String> answers =
        await(
            Uni.join()
                .all(
                    Stream.generate(() -> moves.payouts.returnPayout(id, reference))
                        .limit(times)
                        .toList())
                .andFailFast());
    boolean moved = expected.equals("RETURNED");
    same(moved ? 1 : 0, Collections.frequency(answers, "RETURNED"));
    String others = moved ? "REPEATED" : expected;
    same(moved ? times - 1 : times, Collections.frequency(answers, others));
    countRefund(id, moved);
    return moved;
  }

  private void countRefund(UUID id, boolean moved) {
    if (moved && fees.containsKey(id) && fees.get(id).currency() == CurrencyUnit.USD) {
      moves.refunded.addAndGet(fees.get(id).minor());
    }
  }

  /**
   * Has the rail say, once or twice at once, that a payout in any state came back, in whole or not.
   */
  boolean comesBack() {
    UUID id = recent(payouts);
    String reference = reference("return");
    boolean whole = random.nextInt(5) > 0;
    int times = 1 + random.nextInt(2);
    String expected = model.comesBack(id, reference, whole);
    log(
        "the rail says that payout %s came back as %s, whole: %s, %d at once: %s"
            .formatted(id, reference, whole, times, expected));
    await(moves.payouts.comesBack(id, reference, whole, times));
    countRefund(id, expected.equals("RETURNED"));
    return !expected.equals("NONE");
  }

  boolean collect(Mover mover) {
    Key wallet = new Key(mover.id(), WalletPurpose.COLLECTION, oneOf(COLLECTING));
    String reference = random.nextInt(5) == 0 ? null : "collection " + random.nextInt(150);
    Money amount = new Money(wallet.currency(), 1 + random.nextInt(5_000));
    boolean opens = !model.wallets().containsKey(wallet);
    UUID id = newId();
    String expected = model.collect(id, wallet, amount.minor(), reference);
    log("%s collects %d as %s: %s".formatted(wallet, amount.minor(), reference, expected));
    same(
        expected,
        await(
            moves.collections.create(id, mover.caller(), amount, Optional.ofNullable(reference))));
    return created(id, expected, collections) || opens;
  }

  /** Ends a collection once, or with a payment and another end at once: the payment counts. */
  boolean end() {
    UUID id = recent(collections);
    End end = oneOf(List.of(End.values()));
    boolean twice = random.nextInt(6) == 0;
    String expected = model.end(id, twice ? End.PAID : end);
    log("collection %s is %s, paid at once: %s: %s".formatted(id, end, twice, expected));
    List<End> ends = twice ? List.of(end, End.PAID) : List.of(end);
    List<String> effects = await(moves.collections.end(id, ends));
    if (twice) {
      assertEndedTwice(expected, end, effects);
    } else {
      same(List.of(expected), effects);
    }
    return !expected.equals("NONE");
  }

  /**
   * In one batch the payment goes first. In two it may come after the other end, and is credited
   * late.
   */
  private static void assertEndedTwice(String expected, End end, List<String> effects) {
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

  private static boolean created(UUID id, String outcome, List<UUID> all) {
    boolean created = outcome.equals("CREATED");
    if (created) {
      all.add(id);
    }
    return created;
  }
}
