package org.mizani.webhook.delivery;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Refusals.assertRefused;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import java.io.IOException;
import java.time.Duration;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.money.CurrencyUnit;
import org.mizani.operator.business.Desk;
import org.mizani.support.QuickProfile;
import org.mizani.support.Request;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;
import org.mizani.support.WebhookReceiver;
import org.mizani.webhook.DeadDeliveries;

/** A business reads its own deliveries. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(QuickProfile.class)
class OwnDeliveryApiTest {

  private static final String PATH = SentWebhooks.PATH;
  private static final String UNKNOWN = "00000000-0000-7000-8000-000000000000";

  @Inject TestPartners partners;
  @Inject SentWebhooks sent;
  @Inject DeadDeliveries dead;
  @Inject Rows rows;

  private WebhookReceiver receiver;
  private Partner partner;

  @BeforeEach
  void aPartnerWithAReceiver() throws IOException {
    receiver = WebhookReceiver.listen();
    partner = partners.create(Map.of(CurrencyUnit.USD, "1000"));
  }

  @AfterEach
  void closeTheReceiver() {
    receiver.close();
  }

  @Test
  void showsADeliveryWithAttemptsAndBodyWithoutSignature() {
    String delivery = sent.delivered(partner, "told", receiver.url());
    JsonObject body = new JsonObject(receiver.bodies().get(0));

    JsonObject shown = read(delivery);

    assertThat(body.remove("signature")).isNotNull();
    assertThat(shown.getJsonObject("body").encode()).isEqualTo(body.encode());
    assertThat(shown.getString("status")).isEqualTo("delivered");
    assertThat(shown.getString("subjectId")).isEqualTo(body.getString("serviceReference"));
    assertThat(shown.getJsonArray("attempts").getJsonObject(0).getInteger("responseCode"))
        .isEqualTo(200);
  }

  @Test
  void anErasedBodyIsNull() {
    String delivery = sent.delivered(partner, "erased", receiver.url());
    sent.erase(delivery);

    JsonObject shown = read(delivery);

    assertThat(shown.containsKey("body")).isTrue();
    assertThat(shown.getValue("body")).isNull();
  }

  @Test
  void listsByStatusAndTimePageByPage() {
    String first = sent.delivered(partner, "first", receiver.url());
    String second = sent.delivered(partner, "second", receiver.url());
    String given = dead.write(partner.businessId(), receiver.url(), 1, "now()").iterator().next();

    assertThat(listed(partner.request())).containsExactly(given, second, first);
    assertThat(listed(partner.request().queryParam("status", "dead"))).containsExactly(given);
    assertThat(listed(partner.request().queryParam("status", "pending"))).isEmpty();
    assertThat(listed(partner.request().queryParam("since", inAnHour()))).isEmpty();
    Response page = partner.request().queryParam("limit", 2).get(PATH);
    assertThat(page.json().<String>getList("items.id")).containsExactly(given, second);
    assertThat(listed(after(partner, page))).containsExactly(first);
  }

  @Test
  void aCursorIsOfOneBusinessAlone() {
    sent.delivered(partner, "first", receiver.url());
    sent.delivered(partner, "second", receiver.url());
    Response page = partner.request().queryParam("limit", 1).get(PATH);
    Partner other = partners.create(Map.of());

    assertRefused(after(other, page).get(PATH), 400, "cursor is not valid");
  }

  @Test
  void anotherBusinessSeesNone() {
    String delivery = sent.delivered(partner, "mine", receiver.url());
    Partner other = partners.create(Map.of(CurrencyUnit.USD, "1000"));

    assertThat(listed(other.request())).isEmpty();
    assertRefused(other.request().get(PATH + "/" + delivery), 404, "delivery not found");
    assertRefused(partner.request().get(PATH + "/" + UNKNOWN), 404, "delivery not found");
    assertRefused(partner.request().get(PATH + "/x"), 404, "delivery not found");
  }

  @Test
  void noAnswerTellsASecretOrAnotherBusiness() {
    // Given
    Partner other = partners.create(Map.of(CurrencyUnit.USD, "1000"));
    String url = receiver.url("/token-of-the-url");
    String mine = sent.delivered(partner, "same", url);
    String theirs = sent.delivered(other, "same", url);
    String reader = SentWebhooks.tokenOf(Desk.idOf(partner), List.of("read"));
    List<String> bodies = receiver.bodies();
    Stream<String> signatures =
        bodies.stream().map(body -> new JsonObject(body).getString("signature"));

    // When
    String answers =
        Stream.of(PATH, PATH + "/" + mine, PATH + "/" + theirs)
            .map(path -> with(reader).get(path))
            .map(answer -> answer.headers().map() + answer.asString())
            .reduce("", String::concat);

    // Then
    assertThat(answers)
        .contains(mine, Desk.idOf(partner), "delivery not found")
        .doesNotContain(theirs, Desk.idOf(other), partner.apiKey(), other.apiKey())
        .doesNotContain(partner.apiSecret(), partner.token(), reader)
        .doesNotContain("token-of-the-url", "signature", "whsec_");
    assertThat(signatures).hasSize(2).allSatisfy(one -> assertThat(answers).doesNotContain(one));
  }

  @ParameterizedTest
  @CsvSource(
      delimiter = '|',
      value = {
        "businessId=x|businessId is not a parameter of this operation",
        "Status=dead|Status is not a parameter of this operation",
        "status=dead&status=dead|status must be given once",
        "status=lost|status must be one of: pending, delivered, dead",
        "since=yesterday|since must be an ISO 8601 date and time",
        "limit=many|limit must be a positive whole number"
      })
  void refusesAQueryThatItDoesNotKnow(String query, String message) {
    assertRefused(partner.request().get(PATH + "?" + query), 400, message);
  }

  private JsonObject read(String delivery) {
    return new JsonObject(partner.request().get(PATH + "/" + delivery).succeeded().asString());
  }

  private String inAnHour() {
    return rows.now().plus(Duration.ofHours(1)).toString();
  }

  private static Request after(Partner reader, Response page) {
    return reader
        .request()
        .queryParam("limit", 2)
        .queryParam("cursor", page.<String>path("nextCursor"));
  }

  private static Request with(String token) {
    return Request.given().header("Authorization", "Bearer " + token);
  }

  private static List<String> listed(Request request) {
    return request.get(PATH).succeeded().json().getList("items.id");
  }
}
