package org.mizani.collection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.collectionOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.buffer.Buffer;
import jakarta.inject.Inject;
import java.net.http.HttpResponse;
import java.time.Instant;
import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.IntStream;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.business.BusinessProfile;
import org.mizani.collection.record.Customer;
import org.mizani.support.AtOnce;
import org.mizani.support.Json;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Answers of the three operations of collections, with the simulator's usual delays. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class CollectionApiTest {

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject Customer.Encryption encryption;

  private Partner partner;

  @BeforeEach
  void aPartner() {
    partner = partners.createShop(Map.of());
  }

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @Test
  void answersTheCreatedCollection() {
    Instant before = Instant.now().minusSeconds(5);

    Response created = partner.collect(collectionOf("order-1"));

    assertThat(created.statusCode()).as(created.asString()).isEqualTo(201);
    assertThat(created.json().<Object>getMap(""))
        .containsOnlyKeys(
            "id",
            "status",
            "amount",
            "currency",
            "mobile",
            "reference",
            "narration",
            "provider",
            "mnoPaymentReference",
            "businessId",
            "createdAt",
            "updatedAt")
        .containsEntry("status", "collection_pending")
        .containsEntry("amount", 150)
        .containsEntry("currency", "KES")
        .containsEntry("mobile", "+254712345678")
        .containsEntry("reference", "order-1")
        .containsEntry("narration", "Order of order-1")
        .containsEntry("provider", "Safaricom")
        .containsEntry("mnoPaymentReference", null);
    assertThat(Instant.parse(created.path("createdAt"))).isBetween(before, Instant.now());
    assertThat(created.<String>path("updatedAt")).isEqualTo(created.path("createdAt"));
    assertThat(UUID.fromString(created.path("businessId"))).isNotNull();
  }

  @Test
  void creditsTheWalletOnceTheCustomerHasPaid() {
    Response created = partner.collect(collectionOf("order-2"));

    Response paid = eventually(() -> read(created), answer -> isFinal(answer));

    Map<String, Object> expected = new HashMap<>(created.json().getMap(""));
    expected.put("status", "collection_success");
    expected.put("statusMessage", "paid by the customer");
    expected.put("mnoPaymentReference", paid.path("mnoPaymentReference"));
    expected.put("updatedAt", paid.path("updatedAt"));
    assertThat(paid.json().<Object>getMap("")).isEqualTo(expected);
    assertThat(paid.<String>path("mnoPaymentReference")).startsWith("SBX");
    assertThat(Instant.parse(paid.path("updatedAt")))
        .isAfter(Instant.parse(paid.path("createdAt")));
    assertThat(partner.collected("KES")).isEqualByComparingTo("150");
    assertThat(rows.transfersOf(created.path("id"))).containsExactly("collect");
  }

  @ParameterizedTest
  @CsvSource({
    "+255754000001, TZS, 500, Vodacom",
    "+256772000001, UGX, 500, MTN",
    "+254712345678, KES, 10.5, Safaricom"
  })
  void collectsInKenyaTanzaniaAndUganda(
      String mobile, String currency, String amount, String provider) {
    Map<String, Object> body = Json.with(collectionOf("order"), "mobile", '"' + mobile + '"');
    body = Json.with(Json.with(body, "currency", '"' + currency + '"'), "amount", amount);

    Response created = partner.request().body(Json.of(body)).post("/business/collections");

    assertThat(created.statusCode()).as(created.asString()).isEqualTo(201);
    assertThat(created.<String>path("provider")).isEqualTo(provider);
    Response paid = eventually(() -> read(created), CollectionApiTest::isFinal);
    assertThat(paid.<String>path("status")).isEqualTo("collection_success");
    assertThat(partner.collected(currency)).isEqualByComparingTo(amount);
  }

  @Test
  void omittedReferenceAndNarrationAreEmpty() {
    Map<String, Object> body = collectionOf("");
    body.remove("reference");
    body.remove("narration");
    body.put("forceStatus", "collection_pending");

    Response first = partner.collect(body);
    Response second = partner.collect(body);

    assertThat(first.statusCode()).isEqualTo(201);
    assertThat(second.statusCode()).as("no reference, no duplicate").isEqualTo(201);
    assertThat(first.<String>path("reference")).isEmpty();
    assertThat(first.<String>path("narration")).isEmpty();
    Response read = read(first);
    assertThat(read.<String>path("reference")).isEmpty();
    assertThat(read.<String>path("narration")).isEmpty();
    assertThat(read.<String>path("statusMessage")).isEqualTo("waiting for the customer to approve");
  }

  @Test
  void rejectsADuplicateReference() {
    partner.collect(collectionOf("order-3"));

    Response again = partner.collect(collectionOf("order-3"));

    assertRefused(again, 409, "duplicate reference");
    assertThat(collectionCount()).isEqualTo(1);
  }

  @Test
  void concurrentDuplicatesCreateOneCollection() {
    String body = Json.of(collectionOf("order-4"));

    List<Integer> statuses =
        AtOnce.send(50, i -> AtOnce.post(partner, "/business/collections", body)).stream()
            .map(HttpResponse::statusCode)
            .toList();

    assertThat(statuses).filteredOn(status -> status == 201).hasSize(1);
    assertThat(statuses).filteredOn(status -> status == 409).hasSize(49);
    assertThat(collectionCount()).isEqualTo(1);
  }

  @Test
  void anotherBusinessMayUseTheSameReference() {
    Partner other = partners.create(BusinessProfile.named("Other").withCollections(), Map.of());
    partner.collect(collectionOf("order-5"));

    assertThat(other.collect(collectionOf("order-5")).statusCode()).isEqualTo(201);
  }

  @Test
  void disabledCollectionsAreReportedBeforeInvalidFields() {
    Partner payer = partners.create(Map.of());

    assertRefused(
        payer.collect(Map.of("amount", -1)), 403, "collections not enabled for this business");
    assertRefused(
        payer.collect(collectionOf("order")), 403, "collections not enabled for this business");
    assertThat(
            rows.count(
                "SELECT count(*) FROM collection WHERE business_id = $1", payer.businessId()))
        .isZero();
  }

  @Test
  void aMalformedBodyIsReportedBeforeDisabledCollections() {
    Partner payer = partners.create(Map.of());

    assertRefused(payer.request().body("[]").post("/business/collections"), 400, "invalid payload");
  }

  @ParameterizedTest
  @ValueSource(
      strings = {"nothing", "1", "01a1f8c4-7a10-7c35-b6d2-2f1f0c9a4e11", "1-1-1-1-1", "%00"})
  void anUnknownIdIsNotFound(String id) {
    Response answer = partner.request().asWritten().get("/business/collections/" + id);

    assertRefused(answer, 404, "collection not found");
  }

  @Test
  void aPartnerReadsNoCollectionOfAnotherBusiness() {
    Partner other = partners.create(BusinessProfile.named("Other").withCollections(), Map.of());
    String id = partner.collect(collectionOf("order-6")).path("id");

    assertRefused(other.request().get("/business/collections/" + id), 404, "collection not found");
    assertThat(other.request().get("/business/collections").<List<Object>>path("items")).isEmpty();
  }

  @Test
  void listsTheNewestFirst() {
    List<String> ids =
        IntStream.range(0, 5)
            .mapToObj(i -> partner.collect(pending("order " + i)).<String>path("id"))
            .toList();

    Response all = partner.request().get("/business/collections");
    Response two = partner.request().queryParam("limit", 2).get("/business/collections");

    assertThat(all.json().<Object>getMap("")).containsOnlyKeys("items");
    assertThat(all.<List<String>>path("items.id"))
        .containsExactly(ids.get(4), ids.get(3), ids.get(2), ids.get(1), ids.get(0));
    assertThat(two.<List<String>>path("items.id")).containsExactly(ids.get(4), ids.get(3));
    assertThat(all.<Map<String, Object>>path("items[4]"))
        .isEqualTo(read(ids.get(0)).json().getMap(""))
        .containsKey("statusMessage");
  }

  @Test
  void findsACollectionByItsReference() {
    String id = partner.collect(collectionOf("lost")).path("id");
    partner.collect(collectionOf("other"));

    assertThat(listed("?reference=lost")).containsExactly(id);
    assertThat(listed("?reference=nobodys")).isEmpty();
    assertRefused(
        partner.request().queryParam("reference", "x".repeat(101)).get("/business/collections"),
        400,
        "reference must be at most 100 characters");
  }

  @Test
  void theLimitIsFiftyByDefaultAndAtMostFiveHundred() {
    String id = partner.collect(collectionOf("order")).path("id");
    insertOlder(id, 505);

    assertThat(listed("")).hasSize(50).startsWith(id);
    assertThat(listed("?limit=500")).hasSize(500);
    assertThat(listed("?limit=501")).hasSize(500);
    assertThat(listed("?limit=99999999999999999999")).hasSize(500).doesNotHaveDuplicates();
  }

  private List<String> listed(String query) {
    return partner.request().get("/business/collections" + query).path("items.id");
  }

  /** Inserts failed copies of a collection, each a minute older than the one before. */
  private void insertOlder(String id, int count) {
    UUID[] ids = Stream.generate(UUID::randomUUID).limit(count).toArray(UUID[]::new);
    Customer customer = new Customer("+254712345678", null);
    Buffer[] encrypted =
        Arrays.stream(ids)
            .map(one -> Buffer.buffer(encryption.encrypt(one, customer)))
            .toArray(Buffer[]::new);
    rows.execute(
        """
        WITH older AS (
          INSERT INTO collection (id, business_id, api_key_id, wallet_id, status, currency,
            amount_minor, rail, expires_at, created_at, failure_code)
          SELECT older.id, business_id, api_key_id, wallet_id, 'failure', currency,
            amount_minor, rail, expires_at, created_at - n * interval '1 minute', 'refused'
          FROM collection, unnest($2::uuid[]) WITH ORDINALITY AS older (id, n)
          WHERE collection.id = $1
          RETURNING id, business_id, created_at, status, wallet_id
        ), unpaid AS (
          INSERT INTO collection_unpaid (id, business_id, created_at, status, wallet_id)
          SELECT id, business_id, created_at, status, wallet_id FROM older
        )
        INSERT INTO collection_detail (collection_id, created_at, customer_encrypted)
        SELECT id, created_at, customer.encrypted
        FROM older JOIN unnest($2::uuid[], $3::bytea[]) AS customer (id, encrypted) USING (id)
        """,
        UUID.fromString(id),
        ids,
        encrypted);
  }

  @ParameterizedTest
  @ValueSource(strings = {"0", "-1", "1.5", "ten", "1e2", "+5", "0x10", " 5"})
  void refusesALimitOtherThanAPositiveWholeNumber(String limit) {
    Response answer = partner.request().queryParam("limit", limit).get("/business/collections");

    assertRefused(answer, 400, "limit must be a positive whole number");
  }

  private long collectionCount() {
    return rows.count(
        "SELECT count(*) FROM collection WHERE business_id = $1", partner.businessId());
  }

  private Response read(Response created) {
    return read(created.<String>path("id"));
  }

  private Response read(String id) {
    return partner.request().get("/business/collections/" + id);
  }

  private static Map<String, Object> pending(String reference) {
    Map<String, Object> body = collectionOf(reference);
    body.put("forceStatus", "collection_pending");
    return body;
  }

  private static boolean isFinal(Response answer) {
    return !answer.<String>path("status").equals("collection_pending");
  }
}
