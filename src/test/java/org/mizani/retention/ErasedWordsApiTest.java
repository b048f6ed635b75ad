package org.mizani.retention;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Eventually.eventually;
import static org.mizani.support.TestPartners.collectionOf;
import static org.mizani.support.TestPartners.transferOf;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.quarkus.test.junit.TestProfile;
import jakarta.inject.Inject;
import java.net.URI;
import java.time.Duration;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import java.util.stream.Collectors;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.mizani.money.CurrencyUnit;
import org.mizani.operator.business.Desk;
import org.mizani.rail.ConnectedProfile;
import org.mizani.rail.FailureCode;
import org.mizani.rail.PayoutOutcome.Failed;
import org.mizani.rail.StandIns;
import org.mizani.rail.guard.RailPauses;
import org.mizani.rail.pawapay.PaymentKind;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.ServicePort;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/** Words of networks and operators about a person are erased with the person's data. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
@TestProfile(ConnectedProfile.class)
class ErasedWordsApiTest {

  private static final String PAID = "+255754318000";
  private static final String REFUSED = "+255754318089";
  private static final String UNANSWERED = "+255754318129";
  private static final String CUSTOMER = "+256772318000";
  private static final String UNWILLING = "+256772318039";

  private static final String WORDS =
      "Wanjiru Achieng of 255754318089, or of 256772318039, has quarrelled with us";

  /** The name, the numbers, and the words without them. */
  private static final String PERSONAL = "Wanjiru|Achieng|255754318|256772318|quarrelled";

  /** A query of each column that can hold a word: tells the column if a row matches {@code $1}. */
  private static final String SEARCHES =
      """
      SELECT format('SELECT %L AS place WHERE EXISTS (SELECT FROM %I WHERE %s ~ $1)',
                    table_name || '.' || column_name, table_name,
                    CASE data_type WHEN 'bytea' THEN format('encode(%I, ''escape'')', column_name)
                                   ELSE format('%I::text', column_name) END) AS search
      FROM information_schema.columns
      JOIN pg_class ON oid = to_regclass(table_name) AND relkind IN ('r', 'p') AND NOT relispartition
      WHERE table_schema = current_schema
        AND data_type IN ('text', 'character varying', 'character', 'bytea', 'json', 'jsonb', 'ARRAY')
      """;

  /** The audit log goes by whole months. */
  private static final String AGE_AUDIT_LOG =
      """
      DO $$
      BEGIN
        CREATE TABLE audit_entry_2014_01 PARTITION OF audit_entry
          FOR VALUES FROM ('2014-01-01 00:00Z') TO ('2014-02-01 00:00Z');
        SET LOCAL session_replication_role = replica; -- without the triggers of the log
        UPDATE audit_entry SET at = '2014-01-15 00:00Z' WHERE after::text ~ '%s';
      END $$
      """
          .formatted(PERSONAL);

  @Inject TestPartners partners;
  @Inject Rows rows;
  @Inject DataRetention retention;
  @Inject RailPauses pauses;
  @Inject StandIns standIns;

  private Partner partner;

  @BeforeEach
  void aNetworkThatSpeaksOfPersons() {
    String callbacks = "http://localhost:" + ServicePort.number() + "/rails/momo/";
    standIns
        .momo()
        .conduct()
        .words(WORDS)
        .callsBack(PaymentKind.PAYOUT, URI.create(callbacks + ConnectedProfile.SECRET));
    partner = partners.createShop(Map.of(CurrencyUnit.TZS, "1000000"));
  }

  @AfterEach
  void thePauseIsOver() {
    resume();
    rows.assertBooksBalance();
  }

  @Test
  void nothingOfAPersonCanBeReadAfterTheRetention() {
    // Given
    String returned = pay("returned", PAID);
    assertThat(partner.finalStatus("returned")).isEqualTo("termination_success");
    enter("/operator/payouts/" + returned + "/return", Map.of("reference", returned));
    String refused = pay("refused", REFUSED);
    assertThat(partner.finalStatus("refused")).isEqualTo("termination_failure");
    String byHand = pay("by hand", UNANSWERED);
    enter("/operator/payouts/" + byHand + "/settle", Map.of("status", "termination_failure"));
    String collected = collect("collected", CUSTOMER, "collection_success");
    String refund =
        enter("/operator/collections/" + collected + "/refund", Map.of("reference", "r"))
            .path("serviceReference");
    eventually(() -> payout(refund).path("status"), "termination_success"::equals);
    String unwilling = collect("unwilling", UNWILLING, "collection_failure");
    rows.execute(
        "UPDATE payout SET flagged = true, flagged_at = now() WHERE id = $1",
        UUID.fromString(byHand));
    enter(
        "/operator/payouts/" + byHand + "/clear-flag",
        Map.of("flaggedAt", payout(byHand).<String>path("flaggedAt")));
    rows.changeCollection(UUID.fromString(collected), "flagged = true, flagged_at = now()");
    enter(
        "/operator/collections/" + collected + "/clear-flag",
        Map.of(
            "flaggedAt",
            Desk.get("/operator/collections/" + collected, Map.of()).<String>path("flaggedAt")));
    pause();
    for (String failed : List.of(refused, byHand)) {
      assertThat(payout(failed).<String>path("failureReason")).isEqualTo(WORDS);
    }
    assertThat(details("/business/payouts/" + refused)).containsEntry("reason", WORDS);
    assertThat(collection(unwilling).<String>path("statusMessage")).isEqualTo(WORDS);
    assertThat(wordsOfPause()).isEqualTo(WORDS);
    assertThat(placesOfWords()).contains("audit_entry.after", "rail_pause.words");

    // When
    age(List.of(returned, refused, byHand, refund), List.of(collected, unwilling));
    erase();

    // Then
    assertThat(placesOfWords()).isEmpty();
    assertThat(payout(refused).<String>path("failureCode")).isEqualTo("recipient_not_found");
    for (String failed : List.of(refused, byHand)) {
      assertThat(payout(failed).<String>path("recipient")).isEqualTo("***");
      assertThat(payout(failed).<String>path("failureReason")).isEqualTo("***");
    }
    assertThat(payout(returned).<String>path("failureReason")).isNull();
    assertThat(details("/business/payouts/" + refused))
        .containsEntry("code", "recipient_not_found")
        .doesNotContainKey("reason");
    assertThat(collection(unwilling).<String>path("statusMessage"))
        .isEqualTo("not paid by the customer");
    assertThat(details("/business/collections/" + unwilling + "/details"))
        .containsEntry("code", "customer_declined");
    assertThat(wordsOfPause()).isEqualTo("***");
  }

  @Test
  void aPauseThatWasClearedHasNoWordsAnyMore() {
    pause();
    assertThat(placesOfWords()).contains("rail_pause.words");

    resume();

    assertThat(placesOfWords()).doesNotContain("rail_pause.words");
  }

  private String pay(String reference, String phone) {
    Map<String, Object> body = transferOf(reference);
    body.putAll(Map.of("senderCurrency", "TZS", "receiverCurrency", "TZS", "payoutCountry", "TZ"));
    body.putAll(Map.of("receiverPhone", phone, "amount", 5000));
    body.putAll(Map.of("receiverFirstName", "Wanjiru", "receiverLastName", "Achieng"));
    return partner.transfer(body).path("serviceReference");
  }

  private String collect(String reference, String phone, String end) {
    Map<String, Object> body = collectionOf(reference);
    body.putAll(Map.of("currency", "UGX", "mobile", phone, "amount", 1000));
    body.put("narration", "Order of Wanjiru Achieng");
    String id = partner.collect(body).path("id");
    eventually(() -> collection(id).path("status"), end::equals);
    return id;
  }

  /** Enters a reason with the person's name; a pod's poll may be in the way for a moment. */
  private static Response enter(String path, Map<String, String> fields) {
    Map<String, String> body = new HashMap<>(fields);
    body.put("reason", WORDS);
    return eventually(() -> Desk.post(path, body), answer -> answer.statusCode() == 200);
  }

  private void pause() {
    pauses
        .heed("momo", new Failed(FailureCode.RAIL_OUT_OF_FUNDS, WORDS), Duration.ZERO)
        .await()
        .atMost(PATIENCE);
  }

  private static void resume() {
    Desk.post("/operator/rails/momo/resume", Map.of("reason", "mended"));
  }

  private static String wordsOfPause() {
    return Desk.get("/operator/rails", Map.of()).path("items[name=momo].pauses[0].words");
  }

  private static Response payout(String id) {
    return Desk.get("/operator/payouts/" + id, Map.of());
  }

  private Response collection(String id) {
    return partner.request().get("/business/collections/" + id);
  }

  private Map<String, Object> details(String path) {
    return partner.request().get(path).path("failure");
  }

  /** Makes payments so old, and all that was said about them, that nothing waits for them. */
  private void age(List<String> payouts, List<String> collections) {
    UUID[] ids = payouts.stream().map(UUID::fromString).toArray(UUID[]::new);
    rows.execute("DELETE FROM payout_watch WHERE id = ANY ($1)", (Object) ids);
    rows.agePayouts("3651 days", ids);
    rows.execute(
        "UPDATE rail_callback SET received_at = now() - interval '91 days' WHERE payment_id = ANY ($1)",
        (Object) ids);
    for (String collection : collections) {
      UUID id = UUID.fromString(collection);
      rows.changeCollection(id, "created_at = now() - interval '3651 days'");
      rows.execute("DELETE FROM collection_due WHERE id = $1", id);
    }
    rows.execute("UPDATE rail_pause SET paused_at = now() - interval '3651 days'");
    rows.execute(AGE_AUDIT_LOG);
  }

  private void erase() {
    retention.keep().await().atMost(PATIENCE);
  }

  private List<String> placesOfWords() {
    String everywhere =
        rows.execute(SEARCHES).stream()
            .map(row -> row.getString("search"))
            .collect(Collectors.joining(" UNION ALL "));
    return rows.execute(everywhere, PERSONAL).stream().map(row -> row.getString("place")).toList();
  }
}
