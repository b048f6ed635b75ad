package org.mizani.sweep;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Eventually.eventually;

import java.math.BigDecimal;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.UUID;
import org.mizani.support.Response;
import org.mizani.support.TestOperator;

/** Business with a swept collection wallet, as operators see it. */
record SweptBusiness(String id) {

  static final String PHONE = "+254712345678";

  /** Registers a business without wallets. */
  static SweptBusiness register() {
    return new SweptBusiness(
        TestOperator.request()
            .body(Map.of("name", "Swept", "collectionsEnabled", true))
            .post("/operator/businesses")
            .path("businessId"));
  }

  /** Tops up its collection wallet. */
  SweptBusiness topUp(String currency, String amount) {
    Response added =
        TestOperator.request()
            .body(
                Map.of(
                    "currency",
                    currency,
                    "purpose",
                    "collection",
                    "amount",
                    new BigDecimal(amount),
                    "reference",
                    UUID.randomUUID().toString()))
            .post(path("/top-ups"));
    assertThat(added.statusCode()).isEqualTo(201);
    return this;
  }

  /** Sets up a sweep to a phone, due a minute ago. */
  SweptBusiness sweepTo(String currency, String phone, int minimum) {
    return putSweep(
        Map.of("currency", currency, "channel", "mobile", "receiverPhone", phone), minimum);
  }

  /** Sets up or changes a sweep, by default due a minute ago. */
  SweptBusiness putSweep(Map<String, ?> destination, Number minimum) {
    Map<String, Object> body = new HashMap<>(destination);
    body.put("minimum", minimum);
    body.putIfAbsent("time", ElapsedDays.oneMinuteAgo().toString());
    Response answer = TestOperator.request().body(body).put(path("/sweeps"));
    assertThat(answer.statusCode()).as(answer.asString()).isEqualTo(200);
    return this;
  }

  /** Changes fields of the business. */
  SweptBusiness update(Map<String, ?> fields) {
    assertThat(TestOperator.request().body(fields).patch(path("")).statusCode()).isEqualTo(200);
    return this;
  }

  /** The sweep of its only swept wallet. */
  Map<String, Object> sweep() {
    return TestOperator.request().get(path("/sweeps")).path("items[0]");
  }

  /** The latest night, once its payout is final. */
  Map<String, Object> lastRun() {
    return eventually(
        this::night, night -> night == null || !"termination_pending".equals(night.get("status")));
  }

  @SuppressWarnings("unchecked")
  private Map<String, Object> night() {
    return (Map<String, Object>) sweep().get("lastRun");
  }

  /** A part of its only wallet. */
  String wallet(String part) {
    return TestOperator.request().get(path("/wallets")).path("items[0]." + part).toString();
  }

  /** The statement of its collection wallet, as CSV. */
  String statement(String currency) {
    return TestOperator.request()
        .queryParam("currency", currency)
        .queryParam("purpose", "collection")
        .queryParam("from", "2020-01-01")
        .queryParam("to", "2100-01-01")
        .queryParam("format", "csv")
        .get(path("/statement"))
        .asString();
  }

  /** Its payouts as operators see them. */
  List<Map<String, Object>> payouts() {
    return TestOperator.request()
        .queryParam("businessId", id)
        .get("/operator/payouts")
        .path("items");
  }

  String path(String rest) {
    return "/operator/businesses/" + id + rest;
  }
}
