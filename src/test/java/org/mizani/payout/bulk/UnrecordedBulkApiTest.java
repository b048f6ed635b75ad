package org.mizani.payout.bulk;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.payout.bulk.BulkOrders.send;
import static org.mizani.payout.bulk.BulkOrders.transfers;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.util.Map;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.Test;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Batches whose payouts are created, and which cannot be recorded then. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class UnrecordedBulkApiTest {

  private final TestPartners partners = TestPartners.here();
  private final Rows rows = Rows.here();

  @AfterEach
  void letBatchesBeRecorded() {
    rows.execute("ALTER TABLE payout_bulk DROP CONSTRAINT IF EXISTS unrecorded");
    rows.assertBooksBalance();
  }

  @Test
  void withoutItsBatchNoPayoutIsCreated() {
    Partner partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
    rows.execute(
        "ALTER TABLE payout_bulk ADD CONSTRAINT unrecorded CHECK (business_id <> %d) NOT VALID"
            .formatted(partner.businessId()));

    int status = send(partner, transfers("unrecorded", 3)).statusCode();

    assertThat(status).isEqualTo(500);
    assertThat(rows.payoutsOf(partner.businessId())).isZero();
    assertThat(partner.available("USD")).isEqualByComparingTo("100");
    assertThat(partner.holding("USD")).isZero();
  }
}
