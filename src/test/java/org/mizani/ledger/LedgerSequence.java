package org.mizani.ledger;

import java.util.Random;
import org.mizani.ledger.LedgerMoves.Mover;
import org.mizani.ledger.LedgerSteps.Stage;

/** Random operations on businesses of its own, done to the service and to the model alike. */
final class LedgerSequence {

  private final Stage stage;
  private final Books books;
  private final Long[] ids;
  private final PaymentSteps payments;
  private final MovementSteps movements;

  LedgerSequence(LedgerMoves moves, Books books, long seed) {
    this.stage = Stage.of(moves, new Random(seed));
    this.books = books;
    this.ids = stage.movers().stream().map(Mover::id).toArray(Long[]::new);
    this.payments = new PaymentSteps(stage);
    this.movements = new MovementSteps(stage);
  }

  /** What was done so far, an operation a line. */
  String story() {
    return String.join("\n", stage.done());
  }

  /**
   * Does up to so many operations, a quarter of that on average, and has the books checked after
   * each.
   *
   * @return how many
   */
  int run(int most) {
    int length = 1 + (int) (stage.random().nextDouble() * stage.random().nextDouble() * most);
    String before = books.check(ids, stage.model());
    for (int i = 0; i < length; i++) {
      boolean changes = next();
      String after = books.check(ids, stage.model());
      if (changes == before.equals(after)) {
        throw new AssertionError(
            changes ? "the digest does not show the change" : "what was refused left its traces");
      }
      before = after;
    }
    return length;
  }

  private boolean next() {
    int kind = stage.random().nextInt(100);
    Mover mover = payments.oneOf(stage.movers());
    if (kind < 33) {
      return payments.pay(mover);
    }
    if (kind < 54) {
      return payments.hasPayouts() ? payments.settle() : movements.topUp(mover);
    }
    if (kind < 60) {
      return payments.hasPayouts() ? payments.giveBack() : movements.topUp(mover);
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
