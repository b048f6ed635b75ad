package org.mizani.rail.callback;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.Refusals.assertRefused;
import static org.mizani.support.TestPartners.collectionOf;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.mutiny.sqlclient.Row;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.rail.HaltedRailsProfile;
import org.mizani.rail.guard.RailPauses;
import org.mizani.support.RawHttp;
import org.mizani.support.Request;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestOperator.Person;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Callbacks of networks as they came, for operators who say why. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(HaltedRailsProfile.class)
class KeptCallbacksApiTest {

  private static final Map<String, String> WHY = Map.of("reason", "ticket 4711");

  @Inject TestPartners partners;
  @Inject PostRail post;
  @Inject Rows rows;
  @Inject RailPauses pauses;

  private final List<UUID> collections = new ArrayList<>();
  private Partner partner;

  @BeforeEach
  void createPartner() {
    // No payout is submitted before the pauses are known, and no job reads them here.
    pauses.look().await().atMost(PATIENCE);
    partner = partners.createShop(Map.of(CurrencyUnit.USD, "100"));
  }

  @AfterEach
  void endCollections() {
    collections.forEach(id -> rows.execute("DELETE FROM collection_due WHERE id = $1", id));
  }

  @Test
  void showsTheCallbackAndAuditsItsReaderWithTheReason() {
    UUID payout = payout("kept");
    String path = pathOf(payout);
    String body = "{\"kind\":\"none of ours\",\"customer\":\"+254712345678 Ámina\"}";
    sendTo(path, body.getBytes(StandardCharsets.UTF_8));
    Person support = TestOperator.person("support");

    Response answer = seenBy(support, "payouts", payout);

    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(200);
    assertThat(answer.<List<Map<String, Object>>>path("items"))
        .singleElement()
        .satisfies(
            callback ->
                assertThat(callback)
                    .containsEntry("rail", "post")
                    .containsEntry("method", "POST")
                    .containsEntry("byPath", true)
                    .containsEntry("allowedSource", true)
                    .containsEntry("body", body)
                    .containsKeys("receivedAt", "source", "headers")
                    .doesNotContainKeys("bodyBase64", "path"));
    assertThat(answer.asString()).doesNotContain(path);
    Row entry =
        rows.execute(
                "SELECT operator, action, after::text AS after FROM audit_entry WHERE subject = $1",
                "payout/" + payout)
            .get(0);
    assertThat(entry.getString("operator")).isEqualTo(support.key());
    assertThat(entry.getString("action")).isEqualTo("payout.reveal-callbacks");
    assertThat(entry.getString("after")).contains("ticket 4711").doesNotContain("254712345678");
    assertThat(
            TestOperator.request()
                .get("/operator/payouts/" + payout)
                .<List<String>>path("timeline.action"))
        .contains("payout.reveal-callbacks");
  }

  @Test
  void theYoungestIsFirst() {
    UUID payout = payout("twice");
    sendTo(pathOf(payout), "first".getBytes(StandardCharsets.UTF_8));
    sendTo(pathOf(payout), "second".getBytes(StandardCharsets.UTF_8));

    Response answer = seenBy(TestOperator.person("finance"), "payouts", payout);

    assertThat(answer.<List<String>>path("items.body")).containsExactly("second", "first");
  }

  @Test
  void aBodyThatIsNoTextIsShownByItsBytes() {
    UUID payout = payout("bytes");
    byte[] body = {(byte) 0xff, 0, (byte) 0xc3};
    sendTo(pathOf(payout), body);

    Response answer = seenBy(TestOperator.person("support"), "payouts", payout);

    assertThat(answer.<List<String>>path("items.bodyBase64"))
        .containsExactly(Base64.getEncoder().encodeToString(body));
    assertThat(answer.<List<Map<String, Object>>>path("items").get(0)).doesNotContainKey("body");
  }

  @Test
  void thoseOfACollectionAreShownToo() {
    UUID collection = collection("collected");
    sendTo(pathOf(collection), "about it".getBytes(StandardCharsets.UTF_8));

    Response answer = seenBy(TestOperator.person("support"), "collections", collection);

    assertThat(answer.<List<String>>path("items.body")).containsExactly("about it");
    assertThat(actionsOn("collection/" + collection))
        .containsExactly("collection.reveal-callbacks");
  }

  @Test
  void aPaymentWithoutACallbackHasNone() {
    UUID payout = payout("unheard");

    Response answer = seenBy(TestOperator.person("support"), "payouts", payout);

    assertThat(answer.<List<Object>>path("items")).isEmpty();
  }

  @Test
  void aViewerSeesNoneAndNothingIsRevealed() {
    UUID payout = payout("hidden");

    Response answer = seenBy(TestOperator.person("viewer"), "payouts", payout);

    assertRefused(answer, 403, "role support required");
    assertThat(actionsOn("payout/" + payout)).isEmpty();
  }

  @Test
  void withoutAReasonNothingIsRevealed() {
    UUID payout = payout("no reason");

    Response answer =
        TestOperator.request().body(Map.of()).post("/operator/payouts/" + payout + "/callbacks");

    assertRefused(answer, 400, "reason is required");
    assertThat(actionsOn("payout/" + payout)).isEmpty();
  }

  @ParameterizedTest
  @CsvSource({
    "payouts, told, payout not found",
    "payouts, 00000000-0000-7000-8000-000000000000, payout not found",
    "collections, told, collection not found",
    "collections, 00000000-0000-7000-8000-000000000000, collection not found",
  })
  void anUnknownPaymentHasNone(String payments, String id, String error) {
    assertRefused(
        TestOperator.request().body(WHY).post("/operator/" + payments + "/" + id + "/callbacks"),
        404,
        error);
  }

  private List<String> actionsOn(String subject) {
    return rows.execute("SELECT action FROM audit_entry WHERE subject = $1", subject).stream()
        .map(row -> row.getString("action"))
        .toList();
  }

  private static Response seenBy(Person person, String payments, UUID payment) {
    return Request.given()
        .header("Authorization", "Bearer " + person.token())
        .contentType("application/json")
        .body(WHY)
        .post("/operator/" + payments + "/" + payment + "/callbacks");
  }

  private UUID payout(String reference) {
    return acknowledged(partner.transfer(transferOf(reference)), "serviceReference", "payout_due");
  }

  private UUID collection(String reference) {
    UUID id = acknowledged(partner.collect(collectionOf(reference)), "id", "collection_due");
    collections.add(id);
    return id;
  }

  private UUID acknowledged(Response created, String id, String due) {
    assertThat(created.statusCode()).as(created.asString()).isEqualTo(201);
    UUID payment = UUID.fromString(created.path(id));
    eventually(
        () ->
            rows.count(
                "SELECT count(*) FROM " + due + " WHERE id = $1 AND network_ids IS NULL", payment),
        waiting -> waiting == 0);
    return payment;
  }

  private String pathOf(UUID payment) {
    return eventually(() -> post.addressOf(payment), address -> address != null).getPath();
  }

  private static void sendTo(String path, byte[] body) {
    String head = RawHttp.request("POST " + path, "Content-Length: " + body.length);
    byte[] start = head.getBytes(StandardCharsets.US_ASCII);
    byte[] request = new byte[start.length + body.length];
    System.arraycopy(start, 0, request, 0, start.length);
    System.arraycopy(body, 0, request, start.length, body.length);
    assertThat(RawHttp.send(request).status()).isEqualTo(200);
  }
}
