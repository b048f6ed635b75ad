package org.mizani.collection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.TestPartners.collectionOf;

import io.micrometer.core.instrument.MeterRegistry;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.Test;
import org.mizani.support.HaltedSchedulerProfile;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** The gauge of collections that operators have to look into. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(HaltedSchedulerProfile.class)
class FlaggedCollectionsApiTest {

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject FlaggedCollections flags;
  @Inject MeterRegistry registry;

  @Test
  void theGaugeCountsCollectionsUntilTheirFlagIsCleared() {
    Partner partner = partners.createShop(Map.of());
    UUID id = UUID.fromString(partner.collect(collectionOf("order")).path("id"));
    double before = counted();

    flags.flag(id).await().atMost(PATIENCE);

    assertThat(counted()).isEqualTo(before + 1);
    String shown = "/operator/collections/" + id;
    String flaggedAt = TestOperator.request().get(shown).path("flaggedAt");
    TestOperator.request()
        .body(Map.of("flaggedAt", flaggedAt, "reason", "the network told by phone"))
        .post(shown + "/clear-flag")
        .succeeded();
    assertThat(counted()).isEqualTo(before);
  }

  private double counted() {
    flags.countFlagged().await().atMost(PATIENCE);
    return registry.get("payments.collection.flagged").gauge().value();
  }
}
