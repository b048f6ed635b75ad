package org.mizani.operator.approval;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.operator.approval.Requests.approve;
import static org.mizani.operator.approval.Requests.read;
import static org.mizani.operator.approval.Requests.status;
import static org.mizani.operator.approval.Requests.waiting;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Refusals.assertRefused;

import io.quarkus.test.common.QuarkusTestResource;
import io.quarkus.test.junit.QuarkusTest;
import io.vertx.core.json.JsonObject;
import jakarta.inject.Inject;
import java.math.BigDecimal;
import java.time.Duration;
import java.time.Instant;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.junit.jupiter.api.AfterEach;
import org.junit.jupiter.api.BeforeEach;
import org.junit.jupiter.api.Test;
import org.junit.jupiter.params.ParameterizedTest;
import org.junit.jupiter.params.provider.ValueSource;
import org.mizani.fx.Rates;
import org.mizani.money.CurrencyUnit;
import org.mizani.operator.approval.Requests.Entry;
import org.mizani.operator.audit.AuditEntries;
import org.mizani.support.Response;
import org.mizani.support.Rows;
import org.mizani.support.TestDatabase;
import org.mizani.support.TestOperator;

/** Rates, destinations of sweeps and fees, which another operator approves. */
@QuarkusTest
@QuarkusTestResource(TestDatabase.class)
class HeldChangeApiTest {

  private static final String PHONE = "+254712345678";
  private static final String OTHER_PHONE = "+254712345694";
  private static final String ANOTHER = "another request for this is waiting";
  private static final Entry APPROVED = new Entry("approval.approve", TestOperator.SECOND_KEY);

  @Inject Rates rates;
  @Inject Rows rows;
  @Inject Requests requests;
  @Inject AuditEntries audit;

  private String id;
  private String business;

  @BeforeEach
  void createBusiness() {
    id =
        TestOperator.request()
            .body(Map.of("name", "Held"))
            .post("/operator/businesses")
            .path("businessId");
    business = "/operator/businesses/" + id;
    ApprovalLimits.set(Map.of("rate-change-percent", "10", "sweeps", "true", "fees", "true"));
  }

  @BeforeEach
  @AfterEach
  void removeRates() {
    rows.execute("DELETE FROM approval WHERE subject = 'rate/TZS_UGX'");
    rows.execute("DELETE FROM fx_rate WHERE from_currency = 'TZS' AND to_currency = 'UGX'");
  }

  @Test
  void aRateThatIsFarFromTheOneInForceWaits() {
    enterInForce("100", "2 days");

    Response near = rate("109.9", null);
    String request = waiting(rate("120", null));

    assertThat(near.statusCode()).as(near.asString()).isEqualTo(200);
    assertThat(rateNumbers()).containsExactly(new BigDecimal("109.9"), new BigDecimal("100"));
    assertThat(read(request).json().getMap("asked"))
        .containsEntry("rate", 120)
        .doesNotContainKey("effectiveFrom");
    assertThat(requests.entries("rate/TZS_UGX"))
        .last()
        .isEqualTo(new Entry("rate.enter", TestOperator.KEY));
    long before = requests.entries("rate/TZS_UGX").size();
    assertThat(approve(request).statusCode()).isEqualTo(200);
    assertThat(rateNumbers()).contains(new BigDecimal("120"));
    assertThat(requests.entries("rate/TZS_UGX")).hasSize((int) before + 1);
    assertThat(requests.entriesOf(request)).last().isEqualTo(APPROVED);
  }

  /** Otherwise one operator would undo alone what two have agreed on. */
  @Test
  void aRateInPlaceOfOneThatIsApprovedForLaterWaits() {
    enterInForce("100", "2 days");
    String later = Instant.now().plus(Duration.ofDays(2)).truncatedTo(ChronoUnit.DAYS).toString();
    approve(waiting(rate("200", later))).succeeded();

    Response replaced = rate("100", later);
    Response after = rate("100", later.replace("00:00:00Z", "00:00:01Z"));

    waiting(replaced);
    assertRefused(after, 409, ANOTHER);
    assertThat(rateNumbers()).containsExactly(new BigDecimal("200"), new BigDecimal("100"));
  }

  @ParameterizedTest
  @ValueSource(strings = {"2 days", "2 hours"})
  void smallStepsOfOneDayDoNotAddUp(String age) {
    enterInForce("100", age);
    enterInForce("109", "1 hour");

    String request = waiting(rate("118", null));

    assertThat(read(request).<String>path("action")).isEqualTo("rate.enter");
    assertThat(rate("110", null).statusCode()).isEqualTo(200);
  }

  @Test
  void theFirstRateOfAPairWaits() {
    waiting(rate("100", null));

    assertThat(rateNumbers()).isEmpty();
    assertRefused(rate("101", null), 409, ANOTHER);
  }

  @Test
  void theOldDestinationOfASweepStaysUntilTheNewOneIsApproved() {
    assertThat(approve(waiting(sweep(PHONE, 1000))).statusCode()).isEqualTo(200);

    Response other = sweep(OTHER_PHONE, 1000);

    String request = waiting(other);
    assertThat(other.asString()).doesNotContain(OTHER_PHONE);
    assertThat(other.json().getMap("asked")).containsEntry("recipient", "***694");
    assertThat(sweeps()).extracting(sweep -> sweep.get("recipient")).containsExactly("***678");
    assertThat(read(request).json().getMap("confidential"))
        .containsEntry("recipient", OTHER_PHONE)
        .containsEntry("holder", "TEST RECIPIENT KE");
    assertThat(TestOperator.request().get("/operator/approvals").asString())
        .contains(request)
        .doesNotContain(OTHER_PHONE, "TEST RECIPIENT");
    assertThat(approve(request).asString()).doesNotContain(OTHER_PHONE);
    assertThat(sweeps()).extracting(sweep -> sweep.get("recipient")).containsExactly("***694");
    assertThat(read(request).asString()).doesNotContain(OTHER_PHONE, "confidential");
    assertThat(requests.holdsOperation(request)).isFalse();
    assertThat(audit.quoting(OTHER_PHONE)).isZero();
    assertThat(requests.entries("business/" + id + "/sweeps/KES"))
        .containsExactly(
            new Entry("sweep.change", TestOperator.KEY),
            new Entry("sweep.change", TestOperator.KEY));
    assertThat(requests.entriesOf(request)).last().isEqualTo(APPROVED);
  }

  @Test
  void aSweepThatKeepsItsDestinationIsChangedAtOnce() {
    approve(waiting(sweep(PHONE, 1000))).succeeded();

    Response answer = sweep(PHONE, 2000);

    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(200);
    assertThat(sweeps()).extracting(sweep -> sweep.get("minimum")).containsExactly(2000);
  }

  @Test
  void aRepeatIsTheSameRequestAndAnotherDestinationIsRefused() {
    String request = waiting(sweep(PHONE, 1000));

    assertThat(waiting(sweep(PHONE, 1000))).isEqualTo(request);
    assertRefused(sweep(OTHER_PHONE, 1000), 409, ANOTHER);
    assertRefused(sweep(PHONE, 1001), 409, ANOTHER);
  }

  @Test
  void aRequestWhoseKeyIsGoneIsShownAndNotApproved() {
    String request = waiting(sweep(PHONE, 1000));
    rows.execute(
        "UPDATE approval SET request_encrypted = '\\x00' WHERE id = $1", UUID.fromString(request));

    assertRefused(approve(request), 409, "request cannot be read any more");

    assertThat(status(request)).isEqualTo("waiting");
    assertThat(sweeps()).isEmpty();
  }

  @Test
  void aFeeWaitsAndOtherFieldsDoNot() {
    Response renamed = change(Map.of("name", "Renamed", "feeRate", new BigDecimal("0.020")));
    String request = waiting(change(Map.of("feeRate", 0)));

    assertThat(renamed.statusCode()).as(renamed.asString()).isEqualTo(200);
    assertRefused(
        change(Map.of("feeRate", 0, "name", "Free")),
        400,
        "feeRate must be changed alone, as it waits for another operator");
    assertThat(fee()).isEqualByComparingTo("0.02");
    assertThat(approve(request).statusCode()).isEqualTo(200);
    assertThat(fee()).isEqualByComparingTo("0");
    assertThat(TestOperator.request().get(business).<String>path("name")).isEqualTo("Renamed");
    assertThat(requests.lastEntry("business/" + id).getInteger("feeRate")).isZero();
    assertThat(requests.entriesOf(request)).last().isEqualTo(APPROVED);
  }

  @Test
  void aLeastFeeWaitsAsTheFeeDoes() {
    String request = waiting(change(Map.of("leastFees", Map.of("USD", 0.5, "KES", 20))));

    assertRefused(
        change(Map.of("leastFees", Map.of("USD", 1), "feeRate", 0, "name", "Free")),
        400,
        "feeRate and leastFees must be changed alone, as they wait for another operator");
    assertThat(leastFees()).isEmpty();
    assertThat(approve(request).statusCode()).isEqualTo(200);
    assertThat(leastFees()).isEqualTo(new JsonObject("{\"USD\":0.5,\"KES\":20}"));
    assertThat(fee()).isEqualByComparingTo("0.02");
    assertThat(requests.lastEntry("business/" + id).getJsonObject("leastFees"))
        .isEqualTo(leastFees());
  }

  @Test
  void withoutSettingsNoChangeWaits() {
    ApprovalLimits.set(Map.of());

    List<Response> answers =
        List.of(
            rate("1", null),
            sweep(PHONE, 1000),
            sweep(OTHER_PHONE, 1000),
            change(Map.of("feeRate", 0)));

    assertThat(answers).extracting(Response::statusCode).containsOnly(200);
  }

  private void enterInForce(String rate, String age) {
    rates.enter(CurrencyUnit.TZS, CurrencyUnit.UGX, new BigDecimal(rate)).await().atMost(PATIENCE);
    rows.execute(
        "UPDATE fx_rate SET effective_from = effective_from - '%s'::interval".formatted(age)
            + " WHERE from_currency = 'TZS' AND to_currency = 'UGX' AND rate = $1",
        new BigDecimal(rate));
  }

  private static Response rate(String rate, String effectiveFrom) {
    Map<String, Object> body = new HashMap<>();
    body.put("from", "TZS");
    body.put("to", "UGX");
    body.put("rate", new BigDecimal(rate));
    body.put("effectiveFrom", effectiveFrom);
    return TestOperator.request().body(body).put("/operator/rates");
  }

  private static List<BigDecimal> rateNumbers() {
    return TestOperator.request()
        .get("/operator/rates?from=TZS&to=UGX")
        .<List<Number>>path("items.rate")
        .stream()
        .map(number -> new BigDecimal(number.toString()))
        .toList();
  }

  private Response sweep(String phone, int minimum) {
    return TestOperator.request()
        .body(
            Map.of(
                "currency",
                "KES",
                "channel",
                "mobile",
                "receiverPhone",
                phone,
                "minimum",
                minimum,
                "time",
                "23:00"))
        .put(business + "/sweeps");
  }

  private List<Map<String, Object>> sweeps() {
    return TestOperator.request().get(business + "/sweeps").path("items");
  }

  private Response change(Map<String, ?> fields) {
    return TestOperator.request().body(fields).patch(business);
  }

  private JsonObject leastFees() {
    return new JsonObject(TestOperator.request().get(business).asString())
        .getJsonObject("leastFees");
  }

  private BigDecimal fee() {
    return TestOperator.request().get(business).json().getDecimal("feeRate");
  }
}
