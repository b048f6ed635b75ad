package org.mizani.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import io.vertx.mutiny.sqlclient.Pool;
import io.vertx.mutiny.sqlclient.SqlConnection;
import io.vertx.mutiny.sqlclient.Tuple;
import io.vertx.pgclient.PgException;
import jakarta.inject.Inject;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.assertj.core.api.ThrowableAssert.ThrowingCallable;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.support.Eventually;
import org.mizani.support.PatientPool;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Movements of the ledger, and the constraints by which the database refuses invalid ones. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class LedgerApiTest {

  private static final Money HUNDRED = new Money(CurrencyUnit.USD, 10_000);
  private static final String FINAL_PAYOUTS =
      "SELECT count(*) FROM payout WHERE business_id = $1 AND status = 'success'";
  private static final String CHECK_VIOLATION = "23514";
  private static final String UNIQUE_VIOLATION = "23505";
  private static final String INTEGRITY_VIOLATION = "23000";

  @Inject TestPartners partners;
  @Inject Ledger ledger;
  @Inject LedgerMovements movements;
  @Inject Rows rows;
  @Inject Pool pool;

  private Partner partner;

  @BeforeEach
  void aPartnerWithAHundredDollars() {
    partner = partners.create(Map.of(CurrencyUnit.USD, "100", CurrencyUnit.KES, "0"));
  }

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @Test
  void aRepeatedTopUpMovesNoMoney() {
    String invoice = "invoice of " + partner.businessId();
    assertThat(topUp(invoice)).isEqualTo(MovementOutcome.MOVED);
    assertThat(topUp(invoice)).isEqualTo(MovementOutcome.REPEATED);

    assertThat(partner.available("USD")).isEqualByComparingTo("200");
  }

  @Test
  void concurrentTopUpsOfOneReferenceMoveOnce() {
    String reference = "same of " + partner.businessId();
    List<MovementOutcome> moved =
        Uni.join()
            .all(Stream.generate(() -> deferredTopUp(reference)).limit(10).toList())
            .andFailFast()
            .await()
            .atMost(PATIENCE);

    assertThat(moved).containsOnlyOnce(MovementOutcome.MOVED);
    assertThat(moved).contains(MovementOutcome.REPEATED);
    assertThat(partner.available("USD")).isEqualByComparingTo("200");
  }

  @Test
  void reopeningAWalletKeepsItsBalance() {
    ledger
        .openWallet(partner.businessId(), WalletPurpose.PAYOUT, CurrencyUnit.USD)
        .await()
        .atMost(PATIENCE);

    assertThat(partner.available("USD")).isEqualByComparingTo("100");
  }

  @Test
  void aTopUpWithoutAWalletIsRefused() {
    MovementOutcome moved =
        movements
            .topUp(partner.businessId(), WalletPurpose.COLLECTION, HUNDRED, "nowhere")
            .await()
            .atMost(PATIENCE);

    assertThat(moved).isEqualTo(MovementOutcome.NO_WALLET);
  }

  @Test
  void noPartOfAWalletCanGoBelowZero() {
    for (String part : List.of("available_minor", "holding_minor", "pending_minor")) {
      assertRefused(
          CHECK_VIOLATION,
          () -> onWallet("UPDATE wallet SET " + part + " = -1 WHERE business_id = $1"));
    }
  }

  @Test
  void transfersAreNeitherChangedNorRemoved() {
    assertRefused(
        INTEGRITY_VIOLATION,
        () -> rows.execute("UPDATE ledger_transfer SET amount_minor = amount_minor + 1"));
    assertRefused(INTEGRITY_VIOLATION, () -> rows.execute("DELETE FROM ledger_transfer"));
    assertRefused(INTEGRITY_VIOLATION, () -> rows.execute("TRUNCATE ledger_transfer CASCADE"));
  }

  @Test
  void aTransferCannotMixCurrencies() {
    String insert =
        """
        INSERT INTO ledger_transfer
          (debit_account_id, credit_account_id, amount_minor, kind, wallet_id, subject_id)
        SELECT usd.available_account_id, kes.available_account_id, 1, 'top_up', %s.id,
               gen_random_uuid()
        FROM wallet usd JOIN wallet kes ON kes.business_id = usd.business_id
        WHERE usd.business_id = $1 AND usd.currency = 'USD' AND kes.currency = 'KES'
        """;

    assertRefused(CHECK_VIOLATION, () -> onWallet(insert.formatted("usd")));
    assertRefused(CHECK_VIOLATION, () -> onWallet(insert.formatted("kes")));
  }

  @Test
  void refusesTransfersWithinOneAccountOrWithoutAmount() {
    String insert =
        """
        INSERT INTO ledger_transfer
          (debit_account_id, credit_account_id, amount_minor, kind, wallet_id, subject_id)
        SELECT available_account_id, %s, %d, 'top_up', id, gen_random_uuid()
        FROM wallet WHERE business_id = $1 AND currency = 'USD'
        """;

    assertRefused(CHECK_VIOLATION, () -> onWallet(insert.formatted("available_account_id", 1)));
    assertRefused(CHECK_VIOLATION, () -> onWallet(insert.formatted("holding_account_id", 0)));
    assertRefused(CHECK_VIOLATION, () -> onWallet(insert.formatted("holding_account_id", -1)));
  }

  @Test
  void aFinalPayoutCannotReopenOrCaptureTwice() {
    partner.transfer(transferOf("final"));
    Eventually.eventually(
        () -> rows.count(FINAL_PAYOUTS, partner.businessId()), count -> count == 1);

    for (String status : List.of("pending", "failure")) {
      assertRefused(
          INTEGRITY_VIOLATION,
          () -> onWallet("UPDATE payout SET status = '" + status + "' WHERE business_id = $1"));
    }
    // At the same time, because in another month it is refused otherwise.
    assertRefused(
        UNIQUE_VIOLATION,
        () ->
            onWallet(
                """
                INSERT INTO ledger_transfer
                  (created_at, debit_account_id, credit_account_id, amount_minor, kind, wallet_id,
                   subject_id)
                SELECT t.created_at, t.debit_account_id, t.credit_account_id, t.amount_minor,
                       t.kind, t.wallet_id, t.subject_id
                FROM ledger_transfer t JOIN payout p ON p.id = t.subject_id
                WHERE p.business_id = $1 AND t.kind = 'capture'
                """));
  }

  /** Tables of past months are kept for ever: a payment must not lock all of them. */
  @Test
  void aTransferLocksTheTableOfItsMonthAlone() {
    SqlConnection connection = pool.getConnection().await().atMost(PATIENCE);
    connection.query(PatientPool.BEGIN).execute().await().atMost(PATIENCE);

    connection
        .preparedQuery(
            """
            INSERT INTO ledger_transfer
              (debit_account_id, credit_account_id, amount_minor, kind, wallet_id, subject_id)
            SELECT available_account_id, holding_account_id, 1, 'hold', id,
                   'ffffffff-ffff-7fff-bfff-ffffffffffff'
            FROM wallet WHERE business_id = $1 AND currency = 'USD'
            """)
        .execute(Tuple.of(partner.businessId()))
        .await()
        .atMost(PATIENCE);

    List<String> opened = new ArrayList<>();
    connection
        .query(
            """
            SELECT c.relname FROM pg_locks l JOIN pg_class c ON c.oid = l.relation
            WHERE l.pid = pg_backend_pid() AND c.relkind = 'r' AND c.relname LIKE 'ledger_transfer_%'
            """)
        .execute()
        .await()
        .atMost(PATIENCE)
        .forEach(row -> opened.add(row.getString(0)));
    connection.query("ROLLBACK").execute().await().atMost(PATIENCE);
    connection.close().await().atMost(PATIENCE);
    assertThat(opened).hasSize(1);
  }

  private void onWallet(String sql) {
    rows.execute(sql, partner.businessId());
  }

  private MovementOutcome topUp(String reference) {
    return deferredTopUp(reference).await().atMost(PATIENCE);
  }

  private Uni<MovementOutcome> deferredTopUp(String reference) {
    return movements.topUp(partner.businessId(), WalletPurpose.PAYOUT, HUNDRED, reference);
  }

  private static void assertRefused(String sqlState, ThrowingCallable action) {
    assertThatThrownBy(action)
        .isInstanceOfSatisfying(
            PgException.class, refusal -> assertThat(refusal.getSqlState()).isEqualTo(sqlState));
  }
}
