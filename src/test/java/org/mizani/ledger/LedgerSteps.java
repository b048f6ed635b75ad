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

/** What the operations of a sequence have in common: the businesses, the model, and the story. */
class LedgerSteps {

  static final List<CurrencyUnit> PAYING =
      List.of(CurrencyUnit.USD, CurrencyUnit.KES, CurrencyUnit.UGX);
  static final List<CurrencyUnit> COLLECTING =
      List.of(CurrencyUnit.KES, CurrencyUnit.TZS, CurrencyUnit.UGX);

  /** Random businesses, and what was done to them. */
  record Stage(
      Random random,
      LedgerMoves moves,
      List<Mover> movers,
      LedgerModel model,
      List<UUID> payouts,
      List<String> done) {

    static Stage of(LedgerMoves moves, Random random) {
      return new Stage(
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
  private final Stage stage;

  LedgerSteps(Stage stage) {
    this.stage = stage;
    this.random = stage.random();
    this.moves = stage.moves();
    this.model = stage.model();
    this.payouts = stage.payouts();
  }

  /** References are unique over all wallets: those of a sequence have its first business's id. */
  String reference(String kind) {
    return "%s %d of %d".formatted(kind, random.nextInt(60), stage.movers().get(0).id());
  }

  /** Mostly one of the latest, which may be pending still, and sometimes any. */
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

  void note(String operation) {
    stage.done().add(operation);
  }

  static void same(Object expected, Object answer) {
    if (!Objects.equals(expected, answer)) {
      throw new AssertionError("expected " + expected + ", the service says " + answer);
    }
  }
}
