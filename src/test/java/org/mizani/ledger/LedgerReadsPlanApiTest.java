package org.mizani.ledger;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.mizani.database.Database;
import org.mizani.ledger.LedgerMovement.Kind;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.HaltedSchedulerProfile;
import org.mizani.support.PastTransfers;
import org.mizani.support.QueryPlan;
import org.mizani.support.QueryPlans;
import org.mizani.support.Rows;
import org.mizani.support.SentStatements;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;

/**
 * Plans of reads of the ledger's entities: they use an index, whether planned on empty tables or
 * full ones.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(HaltedSchedulerProfile.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class LedgerReadsPlanApiTest {

  private static final String WALLET_KEY = "wallet_business_id_purpose_currency_key";

  @Inject TestPartners partners;
  @Inject PastTransfers past;
  @Inject Rows rows;
  @Inject WalletBalances balances;
  @Inject Database database;
  @Inject QueryPlans plans;

  @BeforeAll
  void manyTransfers() {
    past.write(partners.create(Map.of(CurrencyUnit.USD, "1")), 5_000);
    rows.execute("ANALYZE");
  }

  @Test
  void balancesAreFoundByTheirBusiness() {
    assertFound("from wallet", balances.ofBusiness(1), WALLET_KEY);
  }

  @Test
  void aWalletIsFoundByItsKey() {
    assertFound(
        "from wallet",
        database.read(() -> Wallet.of(1, WalletPurpose.PAYOUT, CurrencyUnit.USD)),
        WALLET_KEY);
  }

  @Test
  void aMovementIsFoundByItsReference() {
    assertFound(
        "from ledger_movement",
        database.read(() -> LedgerMovement.of(Kind.TOP_UP, "a reference")),
        "ledger_movement_kind_reference_key");
  }

  private void assertFound(String text, Uni<?> read, String... indexes) {
    for (QueryPlan plan : both(SentStatements.only(text, read))) {
      assertThat(plan.indexes()).as("%s", plan).contains(indexes);
      assertThat(plan.readWhole()).as("%s", plan).isEmpty();
    }
  }

  @Test
  void aMovementsTransfersAreReadInItsMonth() {
    LedgerMovement movement =
        database
            .read(() -> LedgerMovement.<LedgerMovement>findAll().firstResult())
            .await()
            .atMost(PATIENCE);
    String statement =
        SentStatements.only(
            "from ledger_transfer", database.read(() -> LedgerTransfer.of(movement)));

    String plan =
        plans.plan(
            "force_generic_plan",
            statement,
            "uuid, timestamptz",
            "'" + movement.id() + "', '" + movement.createdAt() + "'");

    long others =
        rows.count(
            "SELECT count(*) - 1 FROM pg_inherits WHERE inhparent = 'ledger_transfer'::regclass");
    assertThat(others).isGreaterThanOrEqualTo(4);
    assertThat(plan).contains("Subplans Removed: " + others);
  }

  @Test
  void theServicesAccountsAreFoundByTheirIndex() {
    String statement =
        SentStatements.only("from ledger_account", database.read(LedgerAccount::ofService));

    for (QueryPlan plan : both(statement)) {
      assertThat(plan.indexes()).as("%s", plan).containsExactly("ledger_account_of_service");
    }
  }

  private List<QueryPlan> both(String statement) {
    return List.of(plans.podsPlanOfEmptyTables(statement), plans.podsPlan(statement));
  }
}
