package org.mizani.payout;

import static java.util.function.Predicate.isEqual;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.net.URI;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.eclipse.microprofile.config.inject.ConfigProperty;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.payout.ScriptedRail.Behaviour;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Batches of payouts, each of which is screened by itself (ADR 36, ADR 40). */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(ScreeningProfile.class)
class ScreenedBulkApiTest {

  private static final String PATH = "/business/payouts/bulk";

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject ScriptedRail rail;

  @ConfigProperty(name = "payments.screening.url")
  URI url;

  private ScreeningStandIn service;
  private Partner partner;

  @BeforeEach
  void aServiceThatDecidesByReference() {
    service = ScreeningStandIn.at(url);
    service.decidesAbout("to hold", "hold");
    service.decidesAbout("to refuse", "refuse");
    partner = partners.create(Map.of(CurrencyUnit.USD, "1000"));
    rail.behave(Behaviour.PAYS);
  }

  @AfterEach
  void booksBalance() {
    service.close();
    rows.assertBooksBalance();
  }

  @ParameterizedTest
  @ValueSource(booleans = {false, true})
  void itsItemsEndAsTheServiceDecidesAboutEach(boolean atomic) {
    Response batch = send(atomic, "to allow", "to hold", "to refuse");

    List<String> ids = batch.path("items.serviceReference");
    awaitCounts(batch, 1, 1, 1);
    assertThat(ids.stream().map(this::status)).containsExactly("success", "pending", "failure");
    assertThat(ids.stream().map(rail::callsFor))
        .containsExactly(List.of("submit"), List.of(), List.of());
    assertThat(partner.holding("USD")).isEqualByComparingTo("7.91");
    assertThat(
            partner.request().get("/business/payouts/" + ids.get(1)).<Boolean>path("underReview"))
        .isTrue();

    assertThat(ReviewedPayoutApiTest.review(ids.get(1), "release").statusCode()).isEqualTo(200);

    awaitCounts(batch, 0, 2, 1);
    assertThat(rail.callsFor(ids.get(1))).containsExactly("submit");
  }

  @Test
  void itsHeldItemsAreListedAndExported() {
    Response batch = send(false, "to hold 1", "to hold 2", "to allow");
    List<String> ids = batch.path("items.serviceReference");
    awaitCounts(batch, 2, 1, 0);
    String query = "?status=held&businessId=" + publicId();
    eventually(
        () ->
            TestOperator.request()
                .get("/operator/payouts" + query)
                .<List<String>>path("items.serviceReference"),
        listed -> listed.size() == 2 && ids.containsAll(listed) && !listed.contains(ids.get(2)));

    List<String> exported =
        TestOperator.request().get("/operator/payouts/export" + query).asString().lines().toList();

    int heldAt = List.of(exported.get(0).split(",")).indexOf("heldAt");
    assertThat(exported).hasSize(4);
    assertThat(exported.subList(1, 3))
        .allSatisfy(line -> assertThat(line.split(",", -1)[heldAt]).contains("T"));
  }

  private Response send(boolean atomic, String... references) {
    List<Map<String, Object>> items =
        List.of(references).stream().map(ScreenedBulkApiTest::item).toList();
    return partner.request().body(Map.of("items", items, "atomic", atomic)).post(PATH).created();
  }

  private static Map<String, Object> item(String reference) {
    Map<String, Object> item = new LinkedHashMap<>(transferOf(reference));
    item.put("kind", "transfer");
    return item;
  }

  private void awaitCounts(Response batch, int pending, int paid, int failed) {
    String path = PATH + "/" + batch.<String>path("bulkId");
    eventually(
        () -> {
          Response now = partner.request().get(path);
          return List.<Integer>of(
              now.path("counts.pending"), now.path("counts.paid"), now.path("counts.failed"));
        },
        isEqual(List.of(pending, paid, failed)));
  }

  private String publicId() {
    return rows.execute("SELECT public_id FROM business WHERE id = $1", partner.businessId())
        .get(0)
        .getUUID("public_id")
        .toString();
  }

  private String status(String id) {
    return rows.execute("SELECT status FROM payout WHERE id = $1", UUID.fromString(id))
        .get(0)
        .getString("status");
  }
}
