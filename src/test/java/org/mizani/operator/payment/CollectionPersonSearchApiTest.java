package org.mizani.operator.payment;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.collectionOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.inject.Inject;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.operator.business.Desk;
import org.mizani.support.QuickProfile;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Operators' search of collections by the customer's phone. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(QuickProfile.class)
class CollectionPersonSearchApiTest {

  private static final String SEARCH = "/operator/collections/search";
  private static final String PHONE = "+254712345678";
  private static final String ANOTHER = "+254712345692";

  @Inject TestPartners partners;
  @Inject Rows rows;

  private Partner partner;
  private String businessId;

  @BeforeEach
  void createPartner() {
    partner = partners.createShop(Map.of());
    businessId = Desk.idOf(partner);
  }

  @Test
  void findsTheCollectionsFromAPhoneAndNoOthers() {
    String first = collection("first", PHONE);
    String fromAnother = collection("from another", ANOTHER);
    String second = collection("second", PHONE);

    assertThat(found(PHONE, Map.of())).containsExactly(second, first);
    assertThat(found(ANOTHER, Map.of())).containsExactly(fromAnother);
    assertThat(found("+256772000001", Map.of())).isEmpty();
    assertThat(found(PHONE, Map.of("from", "2026-01-01", "to", "2026-01-31"))).isEmpty();
    assertThat(found(ANOTHER, Map.of("status", "collection_pending"))).containsExactly(fromAnother);
    assertThat(found(ANOTHER, Map.of("status", "cancelled"))).isEmpty();
  }

  @Test
  void aCollectionOfTheSameHashFromAnotherIsNotFound() {
    String wanted = collection("wanted", PHONE);
    String another = collection("another", ANOTHER);
    rows.execute(
        """
        UPDATE collection_detail SET customer_hash =
          (SELECT customer_hash FROM collection_detail WHERE collection_id = $1)
        WHERE collection_id = $2
        """,
        UUID.fromString(wanted),
        UUID.fromString(another));

    assertThat(found(PHONE, Map.of())).containsExactly(wanted);
  }

  @ParameterizedTest
  @ValueSource(
      strings = {
        "DELETE FROM collection_detail WHERE collection_id = $1",
        "UPDATE collection_detail SET customer_encrypted = '\\x00' WHERE collection_id = $1",
        "UPDATE collection_detail SET customer_hash = NULL WHERE collection_id = $1"
      })
  void aCustomerWhoWasErasedOrCannotBeReadOrHasNoHashIsNotFound(String loss) {
    String id = collection("lost", PHONE);
    partner.finalStatusOf(UUID.fromString(id));
    assertThat(found(PHONE, Map.of())).containsExactly(id);

    rows.execute(loss, UUID.fromString(id));

    assertThat(found(PHONE, Map.of())).isEmpty();
  }

  @Test
  void theAuditLogHasTheSearchAndItsHitsButNoNumber() {
    collection("audited", PHONE);

    found(PHONE, Map.of());

    Row entry =
        rows.execute(
                "SELECT action, after ->> 'found' AS found, after::text AS after FROM audit_entry"
                    + " WHERE subject = $1",
                "business/" + businessId + "/payments")
            .get(0);
    assertThat(entry.getString("action")).isEqualTo("collection.search-customer");
    assertThat(entry.getString("found")).isEqualTo("1");
    assertThat(entry.getString("after")).doesNotContain("712345678");
  }

  @Test
  void aViewerMayNotSearch() {
    Response answer =
        TestOperator.person("viewer")
            .request()
            .queryParams(range())
            .body(Map.of("mobile", PHONE))
            .post(SEARCH);

    assertRefused(answer, 403, "role support required");
  }

  @ParameterizedTest
  @CsvSource(
      nullValues = "-",
      value = {
        "-, mobile is required",
        "0712345678, mobile must be a valid E.164 phone number",
        "+254712, mobile must be a valid E.164 phone number"
      })
  void refusesWhatIsNoPhone(String mobile, String message) {
    Map<String, String> form = new HashMap<>();
    form.put("mobile", mobile);

    assertRefused(search(form, range()), 400, message);
  }

  @Test
  void wantsATimeRange() {
    Map<String, String> form = Map.of("mobile", PHONE);

    assertRefused(search(form, Map.of("businessId", businessId)), 400, "from is required");
  }

  private List<String> found(String phone, Map<String, ?> further) {
    Map<String, Object> query = range();
    query.putAll(further);
    return search(Map.of("mobile", phone), query).succeeded().path("items.id");
  }

  private Map<String, Object> range() {
    Map<String, Object> query = Desk.aroundNow();
    query.put("businessId", businessId);
    return query;
  }

  private static Response search(Map<String, String> form, Map<String, ?> query) {
    return TestOperator.request().queryParams(query).body(form).post(SEARCH);
  }

  private String collection(String reference, String phone) {
    Map<String, Object> body = collectionOf(reference);
    body.put("mobile", phone);
    return partner.collect(body).path("id");
  }
}
