package org.mizani.webhook;

import static org.assertj.core.api.Assertions.assertThat;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.smallrye.mutiny.Uni;
import jakarta.inject.Inject;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeAll;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.api.TestInstance;
import org.mizani.business.ApiKey;
import org.mizani.database.Database;
import org.mizani.support.QueryPlan;
import org.mizani.support.QueryPlans;
import org.mizani.support.Rows;
import org.mizani.support.SentStatements;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;

/** Plans of the reads of webhooks' entities, which find their rows by an index. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestInstance(TestInstance.Lifecycle.PER_CLASS)
class WebhookReadsPlanApiTest {

  private static final List<Long> IDS = List.of(1L, 2L, 3L);

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject DeliveryRepository deliveries;
  @Inject Database database;
  @Inject QueryPlans plans;

  @BeforeAll
  void createBusinesses() {
    partners.create(Map.of());
    partners.create(Map.of());
    rows.execute("ANALYZE business, api_key, webhook_secret");
  }

  @Test
  void attemptsAreFoundByTheirDelivery() {
    for (QueryPlan plan :
        bothPlans("from webhook_attempt", deliveries.attemptsOf(new UUID(0, 0)))) {
      assertThat(plan.indexes())
          .as("%s", plan)
          .contains("webhook_attempt_other_delivery_id_attempt_idx");
      assertThat(plan.readWhole()).as("%s", plan).isEmpty();
    }
  }

  @Test
  void secretsAreFoundByTheirBusinesses() {
    Uni<?> read = database.read(() -> StoredWebhookSecret.inForce(IDS));

    for (QueryPlan plan : bothPlans("from webhook_secret", read)) {
      assertThat(plan.indexes()).as("%s", plan).containsExactly("webhook_secret_of_business");
      assertThat(plan.readWhole()).as("%s", plan).isEmpty();
    }
  }

  @Test
  void secretsOfTheLegacySchemeAreFoundByTheirKeys() {
    Uni<?> read = database.read(() -> ApiKey.signingLegacy(IDS));

    for (QueryPlan plan : bothPlans("from api_key", read)) {
      assertThat(plan.indexes()).as("%s", plan).containsExactly("api_key_pkey", "business_pkey");
      assertThat(plan.readWhole()).as("%s", plan).isEmpty();
    }
  }

  private List<QueryPlan> bothPlans(String text, Uni<?> read) {
    String statement = SentStatements.only(text, read);
    return List.of(plans.podsPlanOfEmptyTables(statement), plans.podsPlan(statement));
  }
}
