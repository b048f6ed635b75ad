package org.mizani.ledger;

import java.util.Random;
import org.mizani.ledger.LedgerMoves.Mover;
import org.mizani.ledger.LedgerSteps.SequenceContext;

/**
 * Random sequence of operations on businesses of its own, applied to the service and to the model.
 */
final class LedgerSequence {

  private final SequenceContext context;
  private final Books books;
  private final Long[] ids;
  private final PaymentSteps payments;
  private final MovementSteps movements;

  LedgerSequence(LedgerMoves moves, Books books, long seed) {
    this.context = SequenceContext.of(moves, new Random(seed));
    this.books = books;
    this.ids = context.movers().stream().map(Mover::id).toArray(Long[]::new);
    this.payments = new PaymentSteps(context);
    this.movements = new MovementSteps(context);
  }

  /** The operations so far, one a line. */
  String operations() {
    return String.join("\n", context.log());
  }

  /**
   * Runs up to {@code most} operations, a quarter of that on average, and checks the books after
   * each.
   *
   * @return how many
   */
  int run(int most) {
    int length = 1 + (int) (context.random().nextDouble() * context.random().nextDouble() * most);
    String before = books.check(ids, context.model());
    for (int i = 0; i < length; i++) {
      boolean changes = next();
      String after = books.check(ids, context.model());
      if (changes == before.equals(after)) {
        throw new AssertionError(
            changes ? "the digest does not show the change" : "what was refused left its traces");
      }
      before = after;
    }
    return length;
  }

  private boolean next() {
    int kind = context.random().nextInt(100);
    Mover mover = payments.oneOf(context.movers());
    if (kind < 33) {
      return payments.pay(mover);
    }
    if (kind < 52) {
      return payments.hasPayouts() ? payments.settle() : movements.topUp(mover);
    }
    if (kind < 55) {
      return payments.hasPayouts() ? payments.comesBack() : movements.topUp(mover);
    }
    if (kind < 60) {
      return payments.hasPayouts() ? payments.returnPayout() : movements.topUp(mover);
    }
    if (kind < 71) {
      return payments.collect(mover);
    }
    if (kind < 86) {
      return payments.hasCollections() ? payments.end() : movements.topUp(mover);
    }
    if (kind < 91) {
      return movements.topUp(mover);
    }
    if (kind < 95) {
      return movements.move(mover);
    }
    return kind < 98 ? movements.sweep(mover) : movements.settleOrTakeFees();
  }
}
