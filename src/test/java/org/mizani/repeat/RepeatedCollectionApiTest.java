package org.mizani.repeat;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.repeat.KeyedRequest.assertFirst;
import static org.mizani.repeat.KeyedRequest.assertReplay;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.collectionOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.access.SameMinute;
import org.mizani.business.BusinessLimits;
import org.mizani.business.BusinessProfile;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Collections with idempotency keys: a repeat gets the first answer again, and prompts nobody. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class RepeatedCollectionApiTest {

  private static final String COUNT = "SELECT count(*) FROM collection WHERE business_id = $1";

  private static final BusinessProfile TWO_PROMPTS =
      BusinessProfile.named("Limited")
          .withCollections()
          .withLimits(
              new BusinessLimits(
                  Map.of(), Map.of(), Optional.empty(), Optional.of(2), Optional.empty()));

  private final TestPartners partners = TestPartners.here();
  private final Rows rows = Rows.here();
  private Partner shop;

  @BeforeEach
  void aShop() {
    shop = partners.createShop(Map.of());
  }

  @AfterEach
  void booksBalance() {
    rows.assertBooksBalance();
  }

  @Test
  void aRepeatGetsTheFirstAnswerByteByByte() {
    KeyedRequest keyed = KeyedRequest.collection("again", collectionOf("again"));
    Response first = assertFirst(keyed.by(shop), 201);

    assertReplay(keyed.by(shop), first);
    assertThat(rows.count(COUNT, shop.businessId())).isOne();
  }

  @Test
  void aRepeatWithoutReferenceAndNarrationGetsTheFirstAnswer() {
    Map<String, Object> body = new LinkedHashMap<>(collectionOf("none"));
    body.remove("reference");
    body.remove("narration");
    KeyedRequest keyed = KeyedRequest.collection("bare", body);
    Response first = assertFirst(keyed.by(shop), 201);

    assertReplay(keyed.by(shop), first);
    assertThat(rows.count(COUNT, shop.businessId())).isOne();
  }

  @Test
  void aRepeatOfAPaidCollectionGetsTheFirstAnswer() {
    KeyedRequest keyed = KeyedRequest.collection("paid", collectionOf("paid"));
    Response first = assertFirst(keyed.by(shop), 201);
    eventually(
        () -> shop.request().get("/business/collections/" + first.path("id")).path("status"),
        status -> status.equals("collection_success"));
    rows.execute(
        "UPDATE collection SET provider = 'told by its network' WHERE id = $1",
        UUID.fromString(first.path("id")));

    Response repeat = keyed.by(shop);

    assertReplay(repeat, first);
    assertThat(repeat.<String>path("status")).isEqualTo("collection_pending");
  }

  @Test
  void anotherBodyUnderTheKeyIsToldSo() {
    assertFirst(KeyedRequest.collection("body", collectionOf("body")).by(shop), 201);

    Response other = KeyedRequest.collection("body", collectionOf("other")).by(shop);

    assertRefused(other, 422, "idempotency key of another request");
    assertThat(rows.count(COUNT, shop.businessId())).isOne();
  }

  @Test
  void anotherBusinessDoesNotMeetTheKey() {
    Partner other = partners.createShop(Map.of());
    KeyedRequest keyed = KeyedRequest.collection("shared", collectionOf("shared"));
    Response first = assertFirst(keyed.by(shop), 201);

    Response own = assertFirst(keyed.by(other), 201);

    assertThat(own.<String>path("id")).isNotEqualTo(first.<String>path("id"));
    assertReplay(keyed.by(shop), first);
    assertReplay(keyed.by(other), own);
  }

  @Test
  void aUsedReferenceIsRefusedAgain() {
    shop.collect(collectionOf("used"));
    KeyedRequest keyed = KeyedRequest.collection("used", collectionOf("used"));

    Response first = keyed.by(shop);
    Response repeat = keyed.by(shop);

    assertRefused(first, 409, "duplicate reference");
    assertReplay(repeat, first);
    assertThat(rows.count(COUNT, shop.businessId())).isOne();
  }

  @Test
  void aCollectionWhoseCustomerWasErasedIsNotAnsweredWithBlanks() {
    KeyedRequest keyed = KeyedRequest.collection("erased", collectionOf("erased"));
    Response first = assertFirst(keyed.by(shop), 201);
    eventually(
        () -> shop.request().get("/business/collections/" + first.path("id")).path("status"),
        status -> status.equals("collection_success"));
    rows.execute(
        "DELETE FROM collection_detail WHERE collection_id = $1",
        UUID.fromString(first.path("id")));

    Response repeat = assertFirst(keyed.by(shop), 409);

    assertThat(repeat.header("X-Service-Reference")).isEqualTo(first.<String>path("id"));
    assertThat(rows.count(COUNT, shop.businessId())).isOne();
  }

  @Test
  void aRepeatDoesNotCountAsAPrompt() throws Exception {
    new SameMinute(rows)
        .run(
            () -> {
              Partner limited = partners.create(TWO_PROMPTS, Map.of());
              KeyedRequest keyed = KeyedRequest.collection("prompted", unreferenced());
              Response first = assertFirst(keyed.by(limited), 201);

              for (int i = 0; i < 3; i++) {
                assertReplay(keyed.by(limited), first);
              }

              assertFirst(KeyedRequest.collection("second", unreferenced()).by(limited), 201);
              KeyedRequest third = KeyedRequest.collection("third", unreferenced());
              assertRefused(third.by(limited), 429, "too many prompts of this phone in an hour");
              assertReplay(keyed.by(limited), first);
              rows.execute("DELETE FROM phone_hour");
              assertFirst(third.by(limited), 201);
            });
  }

  private static Map<String, Object> unreferenced() {
    Map<String, Object> body = new LinkedHashMap<>(collectionOf("none"));
    body.remove("reference");
    return body;
  }
}
