package org.mizani.payout;

import static org.assertj.core.api.Assertions.assertThat;
import static org.assertj.core.api.Assertions.assertThatThrownBy;
import static org.mizani.support.Eventually.PATIENCE;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.time.LocalDate;
import java.time.ZoneOffset;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.database.Database;
import org.mizani.ledger.ServiceAccounts;
import org.mizani.money.CurrencyUnit;
import org.mizani.payout.record.PayoutStatus;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;
import org.mizani.work.BatchSettings;

/** Returns of payouts from earlier months, many at once, and with the fee kept. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class PayoutReturnsApiTest {

  private static final int AT_ONCE = 8;

  @Inject TestPartners partners;
  @Inject PastPayouts past;
  @Inject PayoutReturns returns;
  @Inject Rows rows;
  @Inject Database database;
  @Inject ServiceAccounts accounts;
  @Inject PaidPayouts payouts;
  @Inject PayoutWebhook webhooks;
  @Inject PayoutConfig config;

  private Partner partner;

  @BeforeEach
  void aPartner() {
    partner = partners.create(Map.of(CurrencyUnit.USD, "10"));
  }

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @Test
  void aPayoutOfAnEarlierMonthIsReturnedTodayAndOnce() {
    UUID payout = paid("2026-01-31T23:59:59Z");
    LocalDate before = LocalDate.now(ZoneOffset.UTC);

    List<Boolean> moved =
        await(
            Uni.join()
                .all(
                    Stream.generate(() -> returnPayout(returns, payout, "early"))
                        .limit(AT_ONCE)
                        .toList())
                .andFailFast());

    assertThat(Collections.frequency(moved, true)).isEqualTo(1);
    assertThat(partner.available("USD")).isEqualByComparingTo("17.91");
    assertThat(rows.transfersOf(payout.toString()))
        .containsExactly("return", "fee_refund", "exchange_return");
    assertThat(
            rows.execute(
                "SELECT DISTINCT (created_at AT TIME ZONE 'UTC')::date FROM ledger_transfer"
                    + " WHERE subject_id = $1",
                payout))
        .extracting(row -> row.getLocalDate(0))
        .singleElement()
        .satisfies(day -> assertThat(day).isBetween(before, LocalDate.now(ZoneOffset.UTC)));
  }

  /** The last defence, which also refuses a second return in another month. */
  @Test
  void theDatabaseRefusesASecondReturn() {
    UUID payout = paid("2026-01-15T12:00:00Z");
    await(returnPayout(returns, payout, "second"));

    assertThatThrownBy(
            () ->
                rows.execute(
                    """
                    INSERT INTO ledger_transfer (debit_account_id, credit_account_id, amount_minor,
                                                 kind, wallet_id, subject_id, created_at)
                    SELECT debit_account_id, credit_account_id, amount_minor, kind, wallet_id,
                           subject_id, now() + interval '1 month'
                    FROM ledger_transfer WHERE subject_id = $1 AND kind = 'return'
                    """,
                    payout))
        .hasMessageContaining("a payment has a second transfer of a kind");
    assertThatThrownBy(() -> rows.execute("DELETE FROM payout_return WHERE payout_id = $1", payout))
        .hasMessageContaining("append-only");
  }

  @Test
  void aSettingKeepsTheFeeOfAReturn() {
    UUID payout = paid("2026-02-01T00:00:00Z");
    PayoutReturns keeping =
        new PayoutReturns(database, payouts, accounts, webhooks, new KeepingFees(config));

    await(returnPayout(keeping, payout, "kept"));

    assertThat(partner.available("USD")).isEqualByComparingTo("17.75");
    assertThat(rows.transfersOf(payout.toString())).containsExactly("return", "exchange_return");
    assertThat(
            partner.request().get("/business/transactions/past").<BigDecimal>path("returnedAmount"))
        .isEqualByComparingTo("7.75");
  }

  @Test
  void aFailedNoteUndoesTheReturn() {
    UUID payout = paid("2026-02-02T00:00:00Z");

    assertThatThrownBy(
            () ->
                await(
                    returns.enter(
                        payout,
                        "noted",
                        () -> Uni.createFrom().failure(new IllegalStateException("no note")))))
        .hasMessage("no note");

    assertThat(partner.available("USD")).isEqualByComparingTo("10");
    assertThat(await(returnPayout(returns, payout, "noted"))).isTrue();
  }

  private UUID paid(String createdAt) {
    past.record(partner, "past", PayoutStatus.SUCCESS, createdAt);
    return rows.execute("SELECT id FROM payout WHERE business_id = $1", partner.businessId())
        .get(0)
        .getUUID(0);
  }

  private Uni<Boolean> returnPayout(PayoutReturns by, UUID payout, String reference) {
    String unique = reference + " " + partner.businessId();
    return by.enter(payout, unique, () -> Uni.createFrom().voidItem()).map(Optional::isPresent);
  }

  private static <T> T await(Uni<T> uni) {
    return uni.await().atMost(PATIENCE);
  }

  private record KeepingFees(PayoutConfig usual) implements PayoutConfig {

    @Override
    public Returns returns() {
      return () -> false;
    }

    @Override
    public Lookup lookup() {
      return usual.lookup();
    }

    @Override
    public BatchSettings creation() {
      return usual.creation();
    }

    @Override
    public Settlement settlement() {
      return usual.settlement();
    }
  }
}
