package org.mizani.ledger;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.core.Vertx;
import jakarta.inject.Inject;
import java.util.List;
import java.util.concurrent.ExecutionException;
import java.util.concurrent.ExecutorService;
import java.util.concurrent.Executors;
import java.util.concurrent.Future;
import java.util.stream.IntStream;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.jboss.logging.Logger;
import org.junit.jupiter.api.Test;
import org.mizani.ledger.LedgerMovements.Entry;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.support.DailySeed;
import org.mizani.support.HaltedSchedulerProfile;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;

/**
 * Compares the ledger with a model: random sequences of all operations that move money, several at
 * a time so that the statements work on many wallets at once, with all rules checked after every
 * operation. {@code -Dledger.model.seed=} repeats a run, {@code -Dledger.model.sequences=} makes it
 * longer.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(HaltedSchedulerProfile.class)
class LedgerModelApiTest {

  private static final int SEQUENCES = Integer.getInteger("ledger.model.sequences", 25);
  private static final int LONGEST = 500;
  private static final int AT_ONCE = 8;

  /** Number of sequences between two runs of ANALYZE. */
  private static final int BETWEEN_ANALYSES = 25;

  private static final Logger LOG = Logger.getLogger(LedgerModelApiTest.class);

  @Inject LedgerMoves moves;
  @Inject TrialBalances trialBalances;
  @Inject Rows rows;
  @Inject Vertx vertx;

  @ConfigProperty(name = "quarkus.datasource.reactive.url")
  String databaseUrl;

  @Test
  void keepsItsRulesAfterEveryOperationOfRandomSequences() throws Exception {
    long seed = DailySeed.of("ledger.model.seed");
    ExecutorService threads = Executors.newFixedThreadPool(AT_ONCE);
    int operations = 0;
    moves.earnFees();

    try (Books books = Books.open(vertx, databaseUrl, AT_ONCE)) {
      List<Future<Integer>> sequences =
          IntStream.range(0, SEQUENCES)
              .mapToObj(number -> threads.submit(() -> run(books, seed, number)))
              .toList();
      for (Future<Integer> sequence : sequences) {
        operations += sequence.get();
      }
    } catch (ExecutionException e) {
      throw new AssertionError(e.getCause().getMessage(), e.getCause());
    } finally {
      threads.shutdownNow();
    }

    LOG.infof("%d sequences, %d operations, seed %d", SEQUENCES, operations, seed);
    assertThat(operations).isGreaterThanOrEqualTo(SEQUENCES);
    rows.assertBooksBalance();
    assertAllFeesCanBeTakenOnce();
    assertThat(LedgerMoves.await(trialBalances.drawUp()).mismatches()).isEmpty();
  }

  private void assertAllFeesCanBeTakenOnce() {
    // Fees can be refunded after they were taken: their account may be below zero then.
    long rest = Math.max(0, LedgerMoves.EARNED_MINOR - moves.taken.get() - moves.refunded.get());
    assertThat(takeFees(rest + 1)).isEqualTo(MovementOutcome.INSUFFICIENT_BALANCE);
    assertThat(rest == 0 || takeFees(rest) == MovementOutcome.MOVED).isTrue();
    assertThat(takeFees(1)).isEqualTo(MovementOutcome.INSUFFICIENT_BALANCE);
  }

  private MovementOutcome takeFees(long minor) {
    Entry entry = new Entry("the rest, " + minor, "model");
    return LedgerMoves.await(moves.movements.takeFees(new Money(CurrencyUnit.USD, minor), entry));
  }

  private int run(Books books, long seed, int number) {
    if (number % BETWEEN_ANALYSES == 0) {
      rows.execute("ANALYZE wallet, ledger_account, ledger_transfer, payout, collection");
    }
    LedgerSequence sequence = new LedgerSequence(moves, books, seed + number);
    try {
      return sequence.run(LONGEST);
    } catch (AssertionError | RuntimeException e) {
      throw new AssertionError(
          "seed %d, sequence %d: %s%n%s".formatted(seed, number, e, sequence.operations()), e);
    }
  }
}
