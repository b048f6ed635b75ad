package org.mizani.collection;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.TestPartners.collectionOf;
import static org.mizani.support.TestPartners.transferOf;

import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HexFormat;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.UUID;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import javax.crypto.Mac;
import javax.crypto.spec.SecretKeySpec;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.CsvSource;
import org.mizani.business.BusinessProfile;
import org.mizani.business.SignatureScheme;
import org.mizani.money.CurrencyUnit;
import org.mizani.support.Json;
import org.mizani.support.QuickProfile;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;
import org.mizani.support.WebhookReceiver;
import org.mizani.support.WebhookReceiver.Received;

/** Destination, body and signature of the webhooks of collections and payouts. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(QuickProfile.class)
class CollectionWebhookApiTest {

  private static final BusinessProfile SHOP = BusinessProfile.named("Shop").withCollections();
  private static final Pattern LEGACY = Pattern.compile("t=([0-9]+),v1=([0-9a-f]{64})");

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject ObjectMapper json;

  private WebhookReceiver receiver;

  @BeforeEach
  void listen() throws Exception {
    receiver = WebhookReceiver.listen();
  }

  @AfterEach
  void close() {
    receiver.close();
  }

  @ParameterizedTest
  @CsvSource({
    "+254712345678, collection_success",
    "+254712345691, collection_failure",
    "+254712345692, cancelled"
  })
  void deliversEachFinalStatusOnce(String mobile, String status) throws Exception {
    Partner partner = partners.create(SHOP, Map.of());
    Map<String, Object> body = Json.with(collectionOf("order-7"), "mobile", '"' + mobile + '"');
    body.put("callbackUrl", receiver.url("/mine"));
    Instant before = Instant.now().truncatedTo(ChronoUnit.MILLIS);

    Response created = partner.request().body(Json.of(body)).post("/business/collections");
    if (status.equals("cancelled")) {
      rows.changeCollection(
          UUID.fromString(created.path("id")), "expires_at = now()", "next_poll_at = now()");
    }

    JsonNode told = json.readTree(firstWebhookAt("/mine").body());
    Response read = partner.request().get("/business/collections/" + created.path("id"));
    assertThat(told.fieldNames())
        .toIterable()
        .containsExactly(
            "event",
            "collectionId",
            "businessId",
            "status",
            "amount",
            "currency",
            "mobile",
            "reference",
            "provider",
            "mnoPaymentReference",
            "occurredAt",
            "signature");
    assertThat(told.get("event").textValue()).isEqualTo("business.collection.updated");
    assertThat(told.get("status").textValue()).isEqualTo(status);
    assertThat(told.get("collectionId").textValue()).isEqualTo(created.path("id"));
    for (String field : List.of("businessId", "currency", "mobile", "reference", "provider")) {
      assertThat(told.get(field).textValue()).as(field).isEqualTo(read.path(field));
    }
    assertThat(told.get("mnoPaymentReference").textValue())
        .isEqualTo(read.path("mnoPaymentReference"));
    assertThat(told.get("amount").decimalValue()).isEqualByComparingTo("150");
    assertThat(Instant.parse(told.get("occurredAt").textValue())).isBetween(before, Instant.now());
    assertThat(told.get("signature").textValue()).isEqualTo(staticSignature(partner));
    assertThat(deliveryCount(partner)).isEqualTo(1);
  }

  @Test
  void goesToTheBusinessUrlUnlessTheCollectionHasOne() {
    Partner partner =
        partners.create(
            SHOP.withCallbackUrls(
                Optional.of(receiver.url("/payouts")), Optional.of(receiver.url("/collections"))),
            Map.of(CurrencyUnit.USD, "100"));
    Map<String, Object> own = collectionOf("own");
    own.put("callbackUrl", receiver.url("/own"));

    partner.collect(collectionOf("default"));
    partner.collect(own);
    partner.transfer(transferOf("payout"));

    assertThat(firstWebhookAt("/collections").body()).contains("\"reference\":\"default\"");
    assertThat(firstWebhookAt("/own").body()).contains("\"reference\":\"own\"");
    assertThat(firstWebhookAt("/payouts").body()).contains("\"businessReference\":\"payout\"");
  }

  @Test
  void recordsNoDeliveryWithoutADestination() {
    Partner partner =
        partners.create(
            SHOP.withCallbackUrls(Optional.of(receiver.url("/payouts")), Optional.empty()),
            Map.of());

    String id = partner.collect(collectionOf("order")).path("id");
    eventually(
        () -> partner.request().get("/business/collections/" + id).<String>path("status"),
        "collection_success"::equals);

    assertThat(deliveryCount(partner)).isZero();
  }

  @Test
  void carriesTheLegacySignatureForBusinessesOfThatScheme() throws Exception {
    Partner legacy =
        partners.create(
            SHOP.withSignatureScheme(SignatureScheme.LEGACY)
                .withCallbackUrls(Optional.of(receiver.url("/p")), Optional.of(receiver.url("/c"))),
            Map.of(CurrencyUnit.USD, "100"));

    legacy.collect(collectionOf("collection"));
    legacy.transfer(transferOf("payout"));

    for (Received webhook : List.of(firstWebhookAt("/c"), firstWebhookAt("/p"))) {
      Matcher header = LEGACY.matcher(webhook.header("X-Service-Signature"));
      assertThat(header.matches()).as(webhook.header("X-Service-Signature")).isTrue();
      String signed = header.group(1) + "." + webhook.body();
      assertThat(header.group(2)).isEqualTo(hmac(legacy.apiSecret(), signed));
      assertThat(header.group(1)).isEqualTo(webhook.header("webhook-timestamp"));
      assertThat(json.readTree(webhook.body()).get("signature").textValue())
          .isEqualTo(staticSignature(legacy));
    }
  }

  @Test
  void theDefaultSchemeHasNoLegacySignatureAndKeepsNoSecret() {
    Partner partner =
        partners.create(
            SHOP.withCallbackUrls(Optional.empty(), Optional.of(receiver.url("/c"))), Map.of());

    partner.collect(collectionOf("order"));

    assertThat(firstWebhookAt("/c").header("X-Service-Signature")).isEmpty();
    assertThat(
            rows.count(
                "SELECT count(secret_encrypted) FROM api_key WHERE business_id = $1",
                partner.businessId()))
        .isZero();
  }

  private Received firstWebhookAt(String path) {
    return eventually(() -> receiver.at(path), arrived -> !arrived.isEmpty()).get(0);
  }

  private long deliveryCount(Partner partner) {
    return rows.count(
        "SELECT count(*) FROM webhook_delivery WHERE business_id = $1", partner.businessId());
  }

  private static String staticSignature(Partner partner) throws Exception {
    String text = partner.apiKey() + ":" + partner.apiSecret();
    return HexFormat.of()
        .formatHex(
            MessageDigest.getInstance("SHA-256").digest(text.getBytes(StandardCharsets.UTF_8)));
  }

  private static String hmac(String secret, String text) throws Exception {
    Mac mac = Mac.getInstance("HmacSHA256");
    mac.init(new SecretKeySpec(secret.getBytes(StandardCharsets.UTF_8), "HmacSHA256"));
    return HexFormat.of().formatHex(mac.doFinal(text.getBytes(StandardCharsets.UTF_8)));
  }
}
