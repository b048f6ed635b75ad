package org.mizani.collection;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Optional;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.EnumSource;
import org.mizani.access.Caller;
import org.mizani.access.Caller.CollectionTerms;
import org.mizani.access.KeyPermissions;
import org.mizani.business.BusinessLimits;
import org.mizani.business.FeeTerms;
import org.mizani.collection.record.CollectionRepository;
import org.mizani.database.Database;
import org.mizani.support.HaltedSchedulerProfile;
import org.mizani.support.QueryPlan;
import org.mizani.support.QueryPlans;
import org.mizani.support.SentStatements;
import org.mizani.support.TestDatabase;
import org.mizani.work.Postponement;

/**
 * Plans of the statements of collections. A statement keeps its first plan for any parameters, so
 * that plan must be right whether it was made while the tables were empty, full or emptied, before
 * an ANALYZE or after it.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(HaltedSchedulerProfile.class)
class CollectionPlanApiTest {

  private static final String UNLOCK = "ALTER TABLE collection DISABLE TRIGGER collection_stays";
  private static final String EMPTY =
      "TRUNCATE collection, collection_detail, collection_due, collection_unpaid";
  private static final String ANALYZE =
      "ANALYZE collection, collection_detail, collection_due, collection_unpaid";

  /** Inserts 20,000 collections. Ids grow with the time, as those of the service do. */
  private static final String FILL =
      """
      WITH made AS (
        INSERT INTO collection (id, business_id, api_key_id, wallet_id, amount_minor, created_at,
                                expires_at, currency, rail, reference)
        SELECT lpad(to_hex(i), 32, '0')::uuid, i % 200, 1, 1, 100,
               now() - (20000 - i) * interval '1 ms', now(), 'KES', 'simulator', i::text
        FROM generate_series(1, 20000) AS i
        RETURNING id, business_id, created_at
      ), detail AS (
        INSERT INTO collection_detail (collection_id, created_at, customer_encrypted)
        SELECT id, created_at, '\\x00' FROM made
      )
      INSERT INTO collection_due (id, business_id, created_at, next_poll_at)
      SELECT id, business_id, created_at, created_at FROM made
      """;

  private static final UUID ID = new UUID(0, 0);
  private static final Caller BUSINESS =
      new Caller(
          1,
          ID,
          1,
          "",
          null,
          "",
          FeeTerms.USUAL,
          Optional.empty(),
          CollectionTerms.NONE,
          false,
          KeyPermissions.ALL,
          BusinessLimits.NONE);

  @Inject CollectionRepository collections;
  @Inject Database database;
  @Inject QueryPlans plans;

  private enum State {
    NEW,
    ANALYZED_WHILE_EMPTY(ANALYZE),
    FULL(FILL),
    FULL_AND_ANALYZED(FILL, ANALYZE),
    EMPTIED(FILL, ANALYZE, EMPTY),
    EMPTIED_AND_ANALYZED(FILL, ANALYZE, EMPTY, ANALYZE);

    private final List<String> statements;

    State(String... statements) {
      this.statements =
          Stream.concat(
                  Stream.of(UNLOCK, EMPTY, QueryPlans.forget("collection%")), Stream.of(statements))
              .toList();
    }
  }

  @ParameterizedTest
  @EnumSource
  void aCreationSearchesNothing(State state) {
    assertThat(plan(state, CollectionCreation.CREATE))
        .contains("phone_hour_pkey", "collection_business_id_reference_key on collection c")
        .doesNotContain("newest_first", "Seq Scan")
        .satisfies(
            plan -> assertThat(new QueryPlan(plan.lines().toList()).repeatedSearches()).isEmpty());
  }

  @ParameterizedTest
  @EnumSource
  void aCreationByKeysSearchesNothing(State state) {
    assertThat(plan(state, CollectionCreation.CREATE_KEYED))
        .contains("idempotency_key_pkey", "collection_business_id_reference_key on collection c")
        .doesNotContain("newest_first", "Seq Scan")
        .satisfies(
            plan -> assertThat(new QueryPlan(plan.lines().toList()).repeatedSearches()).isEmpty());
  }

  @ParameterizedTest
  @EnumSource
  void aSettlementFindsItsRowsByTheirKeys(State state) {
    assertThat(plan(state, CollectionSettlement.SETTLE))
        .contains("collection_pkey", "collection_due_pkey", "wallet_pkey")
        .doesNotContain("newest_first", "reference_key", "collection_due_next", "Seq Scan")
        .satisfies(
            plan -> assertThat(new QueryPlan(plan.lines().toList()).repeatedSearches()).isEmpty());
  }

  @ParameterizedTest
  @EnumSource
  void aSettlementThatTellsEndpointsFindsItsRowsByTheirKeysToo(State state) {
    assertThat(plan(state, CollectionSettlement.SETTLE_AND_TELL_ENDPOINTS))
        .contains("collection_pkey", "collection_due_pkey", "wallet_pkey", "webhook_endpoint_pkey")
        .doesNotContain("newest_first", "reference_key", "collection_due_next", "Seq Scan")
        .satisfies(
            plan -> assertThat(new QueryPlan(plan.lines().toList()).repeatedSearches()).isEmpty());
  }

  @ParameterizedTest
  @EnumSource
  void aClaimReadsDueCollectionsByIndexAndKey(State state) {
    assertThat(plan(state, CollectionLeases.CLAIM + CollectionLeases.READ_CLAIMED))
        .contains("collection_due_next on collection_due", "collection_detail_of")
        .satisfies(CollectionPlanApiTest::assertFoundByIds);
  }

  @ParameterizedTest
  @EnumSource
  void aClaimByHandReadsByKey(State state) {
    assertThat(plan(state, CollectionLeases.CLAIM_BY_HAND + CollectionLeases.READ_CLAIMED))
        .contains("collection_detail_of")
        .satisfies(CollectionPlanApiTest::assertFoundByIds)
        .doesNotContain("collection_due_next");
  }

  @ParameterizedTest
  @EnumSource
  void theEndOfLeasesFindsItsRowsByTheirKeys(State state) {
    assertThat(plan(state, Postponement.of(CollectionLeases.DUE)))
        .contains("collection_pkey", "collection_due_pkey")
        .doesNotContain("newest_first", "reference_key", "collection_due_next", "Seq Scan")
        .satisfies(
            plan -> assertThat(new QueryPlan(plan.lines().toList()).repeatedSearches()).isEmpty());
  }

  @ParameterizedTest
  @EnumSource
  void oneCollectionIsFoundByItsId(State state) {
    assertThat(plan(state, collections.find(BUSINESS, ID)))
        .contains("collection_detail_other_pkey")
        .satisfies(CollectionPlanApiTest::assertFoundByIds);
    assertThat(plan(state, collections.find(ID)))
        .contains("collection_detail_other_pkey")
        .satisfies(CollectionPlanApiTest::assertFoundByIds);
  }

  @ParameterizedTest
  @EnumSource
  void oneCollectionIsFoundByItsReference(State state) {
    assertThat(plan(state, collections.withReference(BUSINESS, "a reference")))
        .contains("collection_business_id_reference_key", "collection_detail_other_pkey")
        .doesNotContain("newest_first", "Seq Scan");
  }

  @ParameterizedTest
  @EnumSource
  void newestCollectionsAreReadInIndexOrder(State state) {
    assertThat(plan(state, collections.newest(BUSINESS, 50)))
        .contains("collection_newest_first on collection", "collection_detail_other_pkey")
        .doesNotContain("Sort", "Seq Scan");
  }

  private static void assertFoundByIds(String plan) {
    assertThat(plan)
        .contains("collection_pkey on collection")
        .doesNotContain("newest_first", "reference_key", "Hash Join", "Merge Join", "Seq Scan");
  }

  private String plan(State state, Uni<?> read) {
    return plan(state, SentStatements.only("from collection ", read));
  }

  private String plan(State state, String statement) {
    return plans.podsPlan(state.statements, statement).toString();
  }
}
