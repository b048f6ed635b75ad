package org.mizani.ledger;

import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Random;
import java.util.UUID;
import java.util.stream.Stream;
import org.mizani.database.TimeOrderedId;
import org.mizani.ledger.LedgerMoves.Mover;
import org.mizani.money.CurrencyUnit;

/** Parts that all operations of a sequence share: the businesses, the model and the log. */
class LedgerSteps {

  static final List<CurrencyUnit> PAYING =
      List.of(CurrencyUnit.USD, CurrencyUnit.KES, CurrencyUnit.UGX);
  static final List<CurrencyUnit> COLLECTING =
      List.of(CurrencyUnit.KES, CurrencyUnit.TZS, CurrencyUnit.UGX);

  /** Random businesses, the model of them, their payouts, and the log of operations. */
  record SequenceContext(
      Random random,
      LedgerMoves moves,
      List<Mover> movers,
      LedgerModel model,
      List<UUID> payouts,
      List<String> log) {

    static SequenceContext of(LedgerMoves moves, Random random) {
      return new SequenceContext(
          random,
          moves,
          Stream.generate(moves::business).limit(1 + random.nextInt(3)).toList(),
          new LedgerModel(),
          new ArrayList<>(),
          new ArrayList<>());
    }
  }

  final Random random;
  final LedgerMoves moves;
  final LedgerModel model;
  final List<UUID> payouts;
  private final SequenceContext context;

  LedgerSteps(SequenceContext context) {
    this.context = context;
    this.random = context.random();
    this.moves = context.moves();
    this.model = context.model();
    this.payouts = context.payouts();
  }

  /**
   * Picks one of few references, so that some repeat. References are unique over all wallets, so
   * each has the id of the sequence's first business.
   */
  String reference(String kind) {
    return "%s %d of %d".formatted(kind, random.nextInt(60), context.movers().get(0).id());
  }

  /** Picks mostly one of the last eight, which may still be pending, and sometimes any. */
  UUID recent(List<UUID> all) {
    int reach = random.nextInt(4) == 0 ? all.size() : Math.min(all.size(), 8);
    return all.get(all.size() - 1 - random.nextInt(reach));
  }

  static UUID newId() {
    return TimeOrderedId.at(System.currentTimeMillis());
  }

  <T> T oneOf(List<T> all) {
    return all.get(random.nextInt(all.size()));
  }

  void log(String operation) {
    context.log().add(operation);
  }

  static void same(Object expected, Object answer) {
    if (!Objects.equals(expected, answer)) {
      throw new AssertionError("expected " + expected + ", the service says " + answer);
    }
  }
}
