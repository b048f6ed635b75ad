package org.mizani.support;

import static java.util.stream.Collectors.toMap;
import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.PATIENCE;
import static org.mizani.support.Request.given;

import java.math.BigDecimal;
import java.time.Instant;
import java.time.ZoneOffset;
import java.time.temporal.ChronoUnit;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.mizani.business.BusinessProfile;
import org.mizani.money.CurrencyUnit;
import org.mizani.money.Money;

/** Onboarding by the operator interface of a service that runs as a process of its own. */
final class OperatorApiOnboarding implements Onboarding {

  private final Rows rows;

  OperatorApiOnboarding(Rows rows) {
    this.rows = rows;
  }

  @Override
  public long register(BusinessProfile profile) {
    Map<String, Object> form = new HashMap<>();
    form.put("name", profile.name());
    form.put("callbackUrl", profile.callbackUrl().orElse(null));
    form.put("collectionCallbackUrl", profile.collectionCallbackUrl().orElse(null));
    form.put("collectionsEnabled", profile.collectionsEnabled());
    form.put("feeRate", profile.fee().rate());
    form.put("leastFees", major(profile.fee().least()));
    form.put("signatureScheme", profile.signatureScheme().code());
    form.put("suspended", profile.suspended());
    form.put("largestPayouts", major(profile.limits().largestPayouts()));
    form.put("dailyPayouts", major(profile.limits().dailyPayouts()));
    form.put("payoutsPerHour", profile.limits().payoutsPerHour().orElse(null));
    form.put("promptsPerPhone", profile.limits().promptsPerPhone().orElse(null));
    form.put("lookUpsPerPhone", profile.limits().lookUpsPerPhone().orElse(null));
    Response answer = succeeded(request().body(form).post("/operator/businesses"));
    UUID publicId = UUID.fromString(answer.path("businessId"));
    return rows.count("SELECT id FROM business WHERE public_id = $1", publicId);
  }

  private static Map<String, BigDecimal> major(Map<? extends Enum<?>, Money> amounts) {
    return amounts.entrySet().stream()
        .collect(toMap(entry -> entry.getKey().name(), entry -> entry.getValue().major()));
  }

  @Override
  public Credential addKey(long businessId) {
    Response answer =
        succeeded(
            request()
                .body(Map.of("scopes", List.of("read", "pay", "collect", "verify", "manage")))
                .post(business(businessId) + "/api-keys"));
    return new Credential(answer.path("apiKey"), answer.path("apiSecret"));
  }

  @Override
  public void fund(long businessId, CurrencyUnit currency, String major) {
    Map<String, Object> form =
        Map.of(
            "currency",
            currency.name(),
            "purpose",
            "payout",
            "amount",
            new BigDecimal(major),
            "reference",
            UUID.randomUUID().toString());
    succeeded(request().body(form).post(business(businessId) + "/top-ups"));
  }

  @Override
  public void enterDollarRate(String shillings) {
    Instant later = Instant.now().plus(1, ChronoUnit.HOURS).truncatedTo(ChronoUnit.MILLIS);
    Map<String, Object> form =
        Map.of(
            "from",
            "USD",
            "to",
            "KES",
            "rate",
            new BigDecimal(shillings),
            "effectiveFrom",
            later.toString());
    succeeded(request().body(form).put("/operator/rates"));
    rows.execute(
        "UPDATE fx_rate SET effective_from = now() WHERE effective_from = $1",
        later.atOffset(ZoneOffset.UTC));
    // A pod reads the rates again every few seconds.
    Credential reader = addKey(register(BusinessProfile.named("Rates")));
    String token = TestPartners.authenticate(reader.key(), reader.secret());
    Eventually.within(
        PATIENCE,
        () ->
            given()
                .port(ServicePort.number())
                .header("Authorization", "Bearer " + token)
                .get("/business/rate?from=USD&to=KES")
                .asString(),
        rate -> rate.contains("\"rate\":" + shillings));
  }

  private String business(long businessId) {
    return "/operator/businesses/"
        + rows.execute("SELECT public_id::text FROM business WHERE id = $1", businessId)
            .get(0)
            .getString(0);
  }

  private static Request request() {
    int port = ServicePort.number();
    return given()
        .port(port)
        .header("Authorization", "Bearer " + TestOperator.token(port))
        .contentType("application/json");
  }

  private static Response succeeded(Response answer) {
    assertThat(answer.statusCode()).as(answer.asString()).isIn(200, 201);
    return answer;
  }
}
