package org.mizani.payout;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.TestInstance;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.Arguments;
import org.junit.jupiter.params.provider.MethodSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.payout.limit.PayoutUsage;
import org.mizani.payout.record.ReleasedPayouts;
import org.mizani.support.HaltedSchedulerProfile;
import org.mizani.support.QueryPlan;
import org.mizani.support.QueryPlans;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.work.Postponement;

/**
 * Plans of the statements that each payout needs, made once a connection: on empty tables and on
 * full ones they find their rows by the same indexes.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(HaltedSchedulerProfile.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class HotStatementPlanApiTest {

  private static final int PAYOUTS = 200_000;

  @Inject TestPartners partners;
  @Inject PastPayouts past;
  @Inject Rows rows;
  @Inject QueryPlans plans;

  @BeforeAll
  void manyPayouts() {
    past.recordMany(partners.create(Map.of(CurrencyUnit.USD, "1")), PAYOUTS);
    // The months to come are known to be empty from then on.
    rows.execute("ANALYZE");
  }

  static Stream<Arguments> statements() {
    return Stream.of(
        Arguments.of("create", PayoutCreation.CREATE),
        Arguments.of("create within limits", PayoutCreation.CREATE_LIMITED),
        Arguments.of("create by keys", PayoutCreation.CREATE_KEYED),
        Arguments.of("create by keys within limits", PayoutCreation.CREATE_LIMITED_KEYED),
        Arguments.of("create by quotes", PayoutCreation.CREATE_QUOTED),
        Arguments.of("find what is free", PayoutUsage.FREE),
        Arguments.of("lock for a group", GroupCreation.LOCK),
        Arguments.of("find used references", UsedPayoutReferences.FIND_ALL),
        Arguments.of("settle", PayoutSettlement.SETTLE),
        Arguments.of("settle and tell endpoints", PayoutSettlement.SETTLE_AND_TELL_ENDPOINTS),
        Arguments.of("return", PayoutReturns.RETURN),
        Arguments.of("return and tell endpoints", PayoutReturns.RETURN_AND_TELL_ENDPOINTS),
        Arguments.of("read what is returned", PaidPayouts.READ),
        Arguments.of("release", ReleasedPayouts.RELEASE),
        Arguments.of("release and tell endpoints", ReleasedPayouts.RELEASE_AND_TELL_ENDPOINTS),
        Arguments.of("claim", PayoutLeases.CLAIM),
        Arguments.of("claim of watched ones", PayoutLeases.CLAIM_WATCHED),
        Arguments.of("claim where payouts are screened", PayoutLeases.CLAIM_SCREENED),
        Arguments.of("clear", ScreenedSubmissions.CLEAR),
        Arguments.of("begin", SubmissionIntents.BEGIN),
        Arguments.of("claim by hand", PayoutLeases.CLAIM_BY_HAND),
        Arguments.of("postpone", Postponement.of(PayoutLeases.DUE)));
  }

  @ParameterizedTest(name = "{0}")
  @MethodSource("statements")
  void findsRowsByTheSameIndexesInEmptyAndFullTables(String name, String statement) {
    QueryPlan empty = plans.podsPlanOfEmptyTables(statement);
    QueryPlan full = plans.podsPlan(statement);

    assertThat(empty.readWhole()).as("%s", empty).isEmpty();
    assertThat(full.readWhole()).as("%s", full).isEmpty();
    assertThat(empty.repeatedSearches()).as("%s", empty).isEmpty();
    assertThat(full.repeatedSearches()).as("%s", full).isEmpty();
    assertThat(empty.indexes()).as("%s\n%s", empty, full).isNotEmpty().isEqualTo(full.indexes());
  }
}
