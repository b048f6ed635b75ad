package org.mizani.rail.callback;

import static java.util.function.Predicate.isEqual;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.rail.HaltedRailsProfile;
import org.mizani.rail.guard.RailPauses;
import org.mizani.support.RawHttp;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/**
 * Callbacks with any content type, or none, for networks do not all name one; and what a timeline
 * has of one that cannot be read.
 */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(HaltedRailsProfile.class)
class CallbackTypeApiTest {

  @Inject TestPartners partners;
  @Inject PostRail post;
  @Inject Rows rows;
  @Inject RailPauses pauses;

  private Partner partner;

  @BeforeEach
  void createPartner() {
    // No payout is submitted before the pauses are known, and no job reads them here.
    pauses.look().await().atMost(PATIENCE);
    partner = partners.create(Map.of(CurrencyUnit.USD, "100"));
  }

  @AfterEach
  void goOnReading() {
    post.holdReading(false);
  }

  @ParameterizedTest
  @CsvSource({"POST", "PUT"})
  void aCallbackWithoutAContentTypeSettlesThePayment(String method) {
    UUID payout = payout("untyped " + method);

    RawHttp.Answer answer = send(method + " " + pathOf(payout), paid(payout));

    assertThat(answer.status() + " " + answer.body()).isEqualTo("200 {\"received\":true}");
    assertThat(partner.finalStatus("untyped " + method)).isEqualTo("termination_success");
  }

  @ParameterizedTest
  @CsvSource({
    "text/plain",
    "application/x-www-form-urlencoded",
    "multipart/form-data",
    "application/json;charset=none-such",
    "application/json;charset",
    "json",
    "a/b/c",
    "''",
  })
  void aCallbackOfAnyContentTypeSettlesThePayment(String type) {
    UUID payout = payout("typed");

    RawHttp.Answer answer = send("POST " + pathOf(payout), paid(payout), "Content-Type: " + type);

    assertThat(answer.status()).isEqualTo(200);
    assertThat(partner.finalStatus("typed")).isEqualTo("termination_success");
  }

  @Test
  void anEmptyCallbackWithoutAContentTypeIsStored() {
    UUID payout = payout("empty");

    RawHttp.Answer answer = send("POST " + pathOf(payout), "");

    assertThat(answer.status()).isEqualTo(200);
    assertThat(rows.count("SELECT count(*) FROM rail_callback WHERE payment_id = $1", payout))
        .isOne();
  }

  /** That would say of a signed word that it did not count. */
  @Test
  void aCallbackThatCannotBeReadHasNoWordInTheTimeline() {
    UUID payout = payout("unreadable");
    send("POST " + pathOf(payout), "");

    assertThat(event(payout))
        .containsKeys("at", "reason")
        .doesNotContainKeys("outcome", "signed", "counted");
  }

  @Test
  void aTimelineDoesNotWaitForACallbackThatIsNotReadInTime() {
    UUID payout = payout("held");
    send("POST " + pathOf(payout), paid(payout));
    assertThat(partner.finalStatus("held")).isEqualTo("termination_success");
    eventually(() -> event(payout).get("counted"), isEqual(true));

    post.holdReading(true);

    assertThat(event(payout)).doesNotContainKeys("outcome", "signed", "counted");
  }

  private static Map<String, Object> event(UUID payout) {
    List<Map<String, Object>> timeline =
        TestOperator.request().get("/operator/payouts/" + payout).path("timeline");
    return timeline.stream()
        .filter(event -> "network_callback".equals(event.get("event")))
        .findFirst()
        .orElseThrow();
  }

  private UUID payout(String reference) {
    Response created = partner.transfer(transferOf(reference));
    assertThat(created.statusCode()).as(created.asString()).isEqualTo(201);
    UUID payout = UUID.fromString(created.path("serviceReference"));
    eventually(
        () ->
            rows.count(
                "SELECT count(*) FROM payout_due WHERE id = $1 AND network_ids IS NULL", payout),
        waiting -> waiting == 0);
    return payout;
  }

  private String pathOf(UUID payout) {
    return eventually(() -> post.addressOf(payout), address -> address != null).getPath();
  }

  private static String paid(UUID payout) {
    return "{\"kind\":\"payout\",\"id\":\"%s\",\"networkId\":\"%s\",\"paid\":true}"
        .formatted(payout, PostRail.networkIdOf(payout));
  }

  /** Sends these headers alone: a usual client would add a content type. */
  private static RawHttp.Answer send(String requestLine, String body, String... headers) {
    String[] all =
        Stream.concat(Stream.of(headers), Stream.of("Content-Length: " + body.length()))
            .toArray(String[]::new);
    String request = RawHttp.request(requestLine, all) + body;
    return RawHttp.send(request.getBytes(StandardCharsets.UTF_8));
  }
}
