package org.mizani.collection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.Request.given;
import static org.mizani.support.TestPartners.collectionOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.inject.Inject;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.access.Caller;
import org.mizani.access.KeyPermissions;
import org.mizani.business.BusinessLimits;
import org.mizani.business.FeeTerms;
import org.mizani.http.OwnManagementPort;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;
import org.mizani.operator.access.OwnPort;
import org.mizani.support.BehindProxyProfile;
import org.mizani.support.Request;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Collections in production, where no simulator prompts a customer. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(BehindProxyProfile.class)
class CollectionProductionApiTest {

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject CollectionMoves moves;
  @Inject OwnPort operators;
  @Inject OwnManagementPort management;

  private Partner partner;

  @BeforeEach
  void aPartner() {
    partner = partners.createShop(Map.of());
  }

  @Test
  void noOutcomeIsForced() {
    Map<String, Object> body = collectionOf("forced");
    body.put("forceStatus", "collection_success");

    assertRefused(partner.collect(body), 400, "forceStatus is not available in production");
  }

  /** Of a collection that was made when its network was connected. */
  @Test
  void aUsedReferenceIsReportedBeforeAMissingNetwork() {
    UUID id = UUID.randomUUID();
    moves
        .create(id, caller(), new Money(CurrencyUnit.KES, 15_000), Optional.of("used"))
        .await()
        .atMost(PATIENCE);
    rows.execute("DELETE FROM collection_due WHERE id = $1", id);

    assertRefused(partner.collect(collectionOf("used")), 409, "duplicate reference");
    assertRefused(partner.collect(collectionOf("new")), 422, "corridor not available");
    assertThat(
            rows.count(
                "SELECT count(*) FROM collection WHERE business_id = $1", partner.businessId()))
        .isEqualTo(1);
  }

  @Test
  void operatorsAreShownNoSimulator() {
    Response rails = operator().get("/operator/rails");

    assertThat(rails.statusCode()).isEqualTo(200);
    assertThat(rails.json().<Map<String, Object>>getList("items"))
        .extracting(rail -> rail.get("name"))
        .doesNotContain("simulator");
  }

  /** The alert that no rail is connected looks for both. */
  @Test
  void noMetricNamesTheSimulator() {
    Response metrics = given().port(management.number()).get("/q/metrics");

    assertThat(metrics.asString())
        .contains("payments_rails_connected 0.0")
        .doesNotContain("rail=\"simulator\"");
  }

  @Test
  void aSimulatorThatIsNotConnectedCannotBePaused() {
    Response paused =
        operator().body(Map.of("reason", "drill")).post("/operator/rails/simulator/pause");

    assertRefused(paused, 404, "rail not found");
  }

  /** A request of a person: in production the environment's credential manages operators alone. */
  private Request operator() {
    return TestOperator.person(operators.number(), "support").request(operators.number());
  }

  private Caller caller() {
    Row key =
        rows.execute(
                "SELECT b.public_id, k.id FROM api_key k JOIN business b ON b.id = k.business_id"
                    + " WHERE b.id = $1",
                partner.businessId())
            .get(0);
    return new Caller(
        partner.businessId(),
        key.getUUID(0),
        key.getLong(1),
        partner.apiKey(),
        null,
        null,
        FeeTerms.USUAL,
        Optional.empty(),
        Caller.CollectionTerms.NONE,
        false,
        KeyPermissions.ALL,
        BusinessLimits.NONE);
  }
}
