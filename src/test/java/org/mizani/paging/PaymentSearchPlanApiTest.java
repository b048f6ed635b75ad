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
import java.util.stream.IntStream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.collection.record.ListedCollections;
import org.mizani.money.CurrencyUnit;
import org.mizani.paging.SearchTerm.Wanted;
import org.mizani.payout.PastPayouts;
import org.mizani.payout.record.ListedPayouts;
import org.mizani.support.HaltedSchedulerProfile;
import org.mizani.support.QueryPlan;
import org.mizani.support.QueryPlans;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;

/**
 * Plans of searches in operators' lists: none reads all payments, with tables that are empty or
 * full.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(HaltedSchedulerProfile.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class PaymentSearchPlanApiTest {

  private static final Cursor BEHIND = Cursor.of(Instant.EPOCH, new UUID(0, 0));
  private static final Wanted RAIL = new Wanted(SearchTerm.RAIL, List.of("simulator"));
  private static final Wanted AMOUNT = new Wanted(SearchTerm.AMOUNT, List.of("KES", 1L));
  private static final Wanted PERSON = new Wanted(SearchTerm.PERSON, List.of(1, 2));
  private static final Wanted FAILURE = new Wanted(SearchTerm.FAILURE_CODE, List.of("refused"));

  @Inject TestPartners partners;
  @Inject PastPayouts past;
  @Inject Rows rows;
  @Inject QueryPlans plans;

  @BeforeAll
  void recordManyPayouts() {
    for (int i = 0; i < 2; i++) {
      past.recordMany(partners.create(Map.of(CurrencyUnit.USD, "1")), 20_000);
    }
    rows.execute("ANALYZE");
  }

  @ParameterizedTest
  @CsvSource({
    "payout, payout_pkey, payout_business_id_business_reference_key",
    "collection, collection_pkey, collection_business_id_reference_key"
  })
  void aKeyIsFoundByItsIndex(String list, String byId, String byReference) {
    PaymentSearch id = search(Optional.of(new UUID(0, 1)), Optional.empty(), List.of(RAIL));
    PaymentSearch reference = search(Optional.empty(), Optional.of("r"), List.of(RAIL));

    for (boolean ofBusiness : List.of(true, false)) {
      for (QueryPlan plan : bothPlans(list, id, null, ofBusiness)) {
        assertThat(listed(plan)).as("%s", plan).contains(" using " + byId + " on ");
        assertThat(plan.readWhole()).as("%s", plan).isEmpty();
      }
      for (QueryPlan plan : bothPlans(list, reference, null, ofBusiness)) {
        assertThat(listed(plan)).as("%s", plan).contains(" using " + byReference + " on ");
        // Businesses are few, and each has the reference once.
        assertThat(plan.readWhole())
            .as("%s", plan)
            .isEqualTo(ofBusiness ? List.of() : List.of("business"));
      }
    }
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "payout, -, false, payout_pkey",
        "payout, -, true, payout_newest_first",
        "payout, success, false, payout_pkey",
        "payout, pending, false, payout_due_pkey",
        "payout, failure, false, payout_failed_pkey",
        "payout, failure, true, payout_failed_newest_first",
        "collection, -, false, collection_pkey",
        "collection, -, true, collection_newest_first",
        "collection, success, false, collection_pkey",
        "collection, failure, true, collection_unpaid_newest_first"
      })
  void termsAreReadFromATimeRangeOfTheListsIndex(
      String list, String status, boolean ofBusiness, String index) {
    PaymentSearch search = search(Optional.empty(), Optional.empty(), List.of(RAIL, AMOUNT));

    for (QueryPlan plan : bothPlans(list, search, status, ofBusiness)) {
      assertThat(listed(plan)).as("%s", plan).contains(" using " + index + " on ");
      assertRangeIsOfTheIndex(plan, index);
    }
  }

  @ParameterizedTest
  @CsvSource({
    "payout, false, payout_failed_pkey",
    "payout, true, payout_newest_first",
    "collection, false, collection_unpaid_pkey",
    "collection, true, collection_newest_first"
  })
  void failuresAreReadFromTheirOwnTableOrOfTheirBusiness(
      String list, boolean ofBusiness, String index) {
    PaymentSearch search = search(Optional.empty(), Optional.empty(), List.of(FAILURE));

    for (QueryPlan plan : bothPlans(list, search, null, ofBusiness)) {
      assertRangeIsOfTheIndex(plan, index);
    }
  }

  /** The personal data of the range alone are read: their months by the time, each by its index. */
  @ParameterizedTest
  @CsvSource({
    "payout, false, payout_detail, payout_pkey",
    "payout, true, payout_detail, payout_pkey",
    "collection, false, collection_detail, collection_pkey",
    "collection, true, collection_detail, collection_pkey"
  })
  void aPersonIsReadFromATimeRangeOfThePersonalData(
      String list, boolean ofBusiness, String details, String byId) {
    PaymentSearch search = search(Optional.empty(), Optional.empty(), List.of(PERSON));

    for (QueryPlan plan : bothPlans(list, search, null, ofBusiness)) {
      assertThat(plan.readWhole()).as("%s", plan).isEmpty();
      assertThat(listed(plan)).as("%s", plan).contains(" using " + byId + " on ");
      List<String> lines = plan.lines();
      List<Integer> scans =
          IntStream.range(0, lines.size())
              .filter(line -> lines.get(line).contains(" using " + details + "_"))
              .filter(line -> lines.get(line + 1).contains(">= "))
              .boxed()
              .toList();
      assertThat(scans).as("%s", plan).isNotEmpty();
      assertThat(scans)
          .as("%s", plan)
          .allSatisfy(
              line -> assertThat(lines.get(line + 1)).contains("Index Cond: ", ">= ", "< "));
    }
  }

  /** Neither end is left to a filter, which would read all rows before or after it. */
  private static void assertRangeIsOfTheIndex(QueryPlan plan, String index) {
    assertThat(plan.readWhole()).as("%s", plan).isEmpty();
    assertThat(plan.sorts()).as("%s", plan).isFalse();
    List<String> lines = plan.lines();
    int scan = 0;
    while (!lines.get(scan).contains(" using " + index + " on ")) {
      scan++;
    }
    assertThat(lines.get(scan + 1)).as("%s", plan).contains("Index Cond: ", ">= ", "< ");
  }

  private List<QueryPlan> bothPlans(
      String list, PaymentSearch search, String status, boolean ofBusiness) {
    PagedQuery.Rows<?> rowsOfList =
        list.equals("payout") ? ListedPayouts.ROWS : ListedCollections.ROWS;
    ListFilter filter =
        new ListFilter(
            list,
            Optional.ofNullable(status),
            Optional.empty(),
            Optional.empty(),
            Optional.empty(),
            search,
            Optional.of(BEHIND),
            50);
    String statement =
        PagedQuery.statement(rowsOfList, filter, ofBusiness ? Optional.of(1L) : Optional.empty())
            .text()
            // Of a range without ends no month is read.
            .replace(
                "created_at >= $3 AND", "created_at >= coalesce($3, timestamptz '2026-01-01') AND")
            .replace("created_at < $4\n", "created_at < coalesce($4, timestamptz '2026-01-31')\n");
    return List.of(plans.podsPlanOfEmptyTables(statement), plans.podsPlan(statement));
  }

  /** The scans below the limit of the page, without the look-ups of its rows. */
  private static String listed(QueryPlan plan) {
    List<String> lines = plan.lines();
    int limit = 0;
    while (!lines.get(limit).contains("Limit")) {
      limit++;
    }
    int end = limit + 1;
    while (end < lines.size() && indent(lines.get(end)) > indent(lines.get(limit))) {
      end++;
    }
    return String.join("\n", lines.subList(limit, end));
  }

  private static int indent(String line) {
    return line.length() - line.stripLeading().length();
  }

  private static PaymentSearch search(
      Optional<UUID> id, Optional<String> reference, List<Wanted> terms) {
    boolean hasKey = id.isPresent() || reference.isPresent();
    Optional<Instant> at = hasKey ? Optional.empty() : Optional.of(Instant.EPOCH);
    return new PaymentSearch(id, reference, at, at, terms);
  }
}
