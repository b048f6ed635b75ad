package org.mizani.paging;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.time.Instant;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.payout.PastPayouts;
import org.mizani.payout.record.ListedPayouts;
import org.mizani.support.HaltedSchedulerProfile;
import org.mizani.support.QueryPlan;
import org.mizani.support.QueryPlans;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/**
 * Plans of the pages of an operators' list. PostgreSQL plans once for any parameters, with tables
 * that are empty or full.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(HaltedSchedulerProfile.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PagedQueryPlanApiTest {

  private static final Cursor BEHIND = Cursor.of(Instant.EPOCH, new UUID(0, 0));

  @Inject TestPartners partners;
  @Inject PastPayouts past;
  @Inject Rows rows;
  @Inject QueryPlans plans;

  private UUID business;

  @BeforeAll
  void recordManyPayouts() {
    for (int i = 0; i < 2; i++) {
      Partner partner = partners.create(Map.of(CurrencyUnit.USD, "1"));
      past.recordMany(partner, 20_000);
      business = UUID.fromString(partner.request().get("/business/balance").path("businessId"));
    }
    rows.execute("ANALYZE");
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "-, false, -, payout_pkey",
        "-, true, -, payout_newest_first",
        "-, false, TRUE, payout_flagged",
        "-, false, FALSE, payout_pkey",
        "success, false, -, payout_pkey",
        "success, true, -, payout_newest_first",
        "pending, false, -, payout_due_pkey",
        "pending, false, FALSE, payout_due_pkey",
        "failure, false, -, payout_failed_pkey",
        "failure, true, -, payout_failed_newest_first",
        "failure, true, FALSE, payout_failed_newest_first",
        "failure, false, TRUE, payout_flagged",
        "-, false, CLEARED, payout_flag_cleared",
        "failure, false, CLEARED, payout_flag_cleared"
      })
  void aPageIsReadFromAnIndexWithoutSorting(
      String status, boolean ofBusiness, ListFilter.Flag flagged, String index) {
    String first = statement(status, ofBusiness, flagged, Optional.empty());
    String next = statement(status, ofBusiness, flagged, Optional.of(BEHIND));

    for (QueryPlan plan : bothPlans(next)) {
      assertThat(scanOfTheList(plan)).as("%s", plan).contains(" using " + index + " on ");
      assertThat(plan.readWhole()).as("%s", plan).isEmpty();
      assertThat(plan.sorts()).as("%s", plan).isFalse();
    }
    for (QueryPlan plan : bothPlans(first)) {
      assertThat(scanOfTheList(plan)).as("%s", plan).contains(" using " + index + " on ");
      assertThat(plan.readWhole()).as("%s", plan).hasSizeLessThanOrEqualTo(1);
      assertThat(plan.sorts()).as("%s", plan).isFalse();
    }
  }

  /** Flagged and waiting payouts are few, so those of a business are filtered from all of them. */
  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "-, TRUE, Index Scan using payout_flagged on payout",
        "failure, TRUE, Index Scan using payout_flagged on payout",
        "-, CLEARED, Index Scan using payout_flag_cleared on payout",
        "pending, -, Scan on payout_due"
      })
  void fewPayoutsOfABusinessAreFilteredFromAll(
      String status, ListFilter.Flag flagged, String scan) {
    String next = statement(status, true, flagged, Optional.of(BEHIND));

    for (QueryPlan plan : bothPlans(next)) {
      assertThat(plan.toString()).contains(scan);
      assertThat(plan.readWhole()).as("%s", plan).hasSize(1);
    }
  }

  private List<QueryPlan> bothPlans(String statement) {
    return List.of(plans.podsPlanOfEmptyTables(statement), plans.podsPlan(statement));
  }

  private static String scanOfTheList(QueryPlan plan) {
    int limit = 0;
    while (!plan.lines().get(limit).contains("Limit")) {
      limit++;
    }
    return plan.lines().get(limit + 1);
  }

  private String statement(
      String status, boolean ofBusiness, ListFilter.Flag flagged, Optional<Cursor> behind) {
    ListFilter filter =
        new ListFilter(
            "operator/payouts",
            Optional.ofNullable(status),
            ofBusiness ? Optional.of(business) : Optional.empty(),
            Optional.empty(),
            Optional.ofNullable(flagged),
            PaymentSearch.ALL,
            behind,
            50);
    return PagedQuery.statement(
            ListedPayouts.ROWS, filter, ofBusiness ? Optional.of(1L) : Optional.empty())
        .text();
  }
}
