package org.mizani.operator.payment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.collectionOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.operator.business.Desk;
import org.mizani.support.QuickProfile;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Operators' search of collections: by their keys, and by terms within a time range. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(QuickProfile.class)
class CollectionSearchApiTest {

  private static final String COLLECTIONS = "/operator/collections";

  @Inject TestPartners partners;

  private Partner partner;
  private String businessId;

  @BeforeEach
  void createPartner() {
    partner = partners.createShop(Map.of());
    businessId = Desk.idOf(partner);
  }

  @Test
  void findsAReferenceAndAnId() {
    String reference = "order-" + businessId;
    String id = collection(reference, null);
    collection(reference + "-other", null);

    assertThat(found(Map.of("reference", reference))).containsExactly(id);
    assertThat(found(Map.of("reference", reference, "businessId", businessId))).containsExactly(id);
    assertThat(found(Map.of("id", id))).containsExactly(id);
    assertThat(found(Map.of("id", id, "country", "UG"))).isEmpty();
    assertThat(found(Map.of("id", "x"))).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "amount=150&currency=KES, both",
    "amount=151&currency=KES, none",
    "currency=UGX, none",
    "country=KE, both",
    "country=ZA, none",
    "rail=simulator, both",
    "failureCode=customer_declined, failed",
    "failureCode=expired, none",
    "failureCode=customer_declined&status=collection_failure, failed",
    "failureCode=customer_declined&status=cancelled, none",
    "country=KE&status=collection_failure, failed"
  })
  void findsByTermsWithinATimeRange(String query, String expected) {
    String waiting = collection("waiting", "collection_pending");
    String failed = collection("failed", "collection_failure");
    eventually(
        () -> Desk.get(COLLECTIONS + "/" + failed, Map.of()).<String>path("failureCode"),
        Objects::nonNull);
    Map<String, Object> ofAll = Desk.aroundNow(query);
    Map<String, Object> ofOne = new HashMap<>(ofAll);
    ofOne.put("businessId", businessId);

    List<String> found = found(ofOne);
    List<String> walked = Desk.walked(COLLECTIONS, ofAll, "id");

    List<String> wanted =
        switch (expected) {
          case "both" -> List.of(failed, waiting);
          case "failed" -> List.of(failed);
          default -> List.of();
        };
    assertThat(found).isEqualTo(wanted);
    assertThat(walked.stream().filter(List.of(waiting, failed)::contains)).isEqualTo(wanted);
  }

  @Test
  void refusesTermsWithoutATimeRangeAndAChannel() {
    assertRefused(Desk.get(COLLECTIONS, Map.of("country", "KE")), 400, "from is required");
    assertRefused(
        Desk.get(COLLECTIONS, Map.of("channel", "mobile")),
        400,
        "channel is not a parameter of this operation");
  }

  private static List<String> found(Map<String, ?> query) {
    return Desk.listed(COLLECTIONS, query, "id");
  }

  private String collection(String reference, String forced) {
    Map<String, Object> body = collectionOf(reference);
    if (forced != null) {
      body.put("forceStatus", forced);
    }
    return partner.collect(body).path("id");
  }
}
