package org.mizani.apikey;

import static org.assertj.core.api.Assertions.assertThat;
import static org.mizani.support.Request.given;

import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import org.mizani.support.Request;
import org.mizani.support.Response;
import org.mizani.support.TestOperator;
import org.mizani.support.TestPartners;
import org.mizani.support.TestPartners.Partner;

/**
 * API keys of a business, as it manages them by one of its own.
 *
 * @param key the text of that key
 * @param token a token of it
 * @param business the business's id on the wire
 */
record OwnKeys(String key, String token, String business) {

  static final String PATH = "/business/api-keys";

  /** Those of a new business, by a key with all scopes. */
  static OwnKeys ofNewBusiness(TestPartners partners) {
    Partner partner = partners.create(Map.of());
    String business = partner.request().get("/business/balance").path("businessId");
    return new OwnKeys(partner.apiKey(), partner.token(), business);
  }

  /** The same by another key of the business, with these terms, which an operator issues. */
  OwnKeys by(String terms) {
    Response issued = TestOperator.request().body(json(terms)).post(operatorPath());
    assertThat(issued.statusCode()).as(issued.asString()).isEqualTo(201);
    return new OwnKeys(issued.path("apiKey"), authenticate(issued).path("accessToken"), business);
  }

  Request request() {
    return TestOperator.with(token);
  }

  /** Makes a key; the terms may have the quotes of Java's texts. */
  Response make(String terms) {
    return request().body(json(terms)).post(PATH);
  }

  Response revoke(String other) {
    return request().delete(PATH + "/" + other);
  }

  /** The keys, newest first, as the business sees them. */
  List<JsonObject> listed() {
    return items(request().get(PATH));
  }

  /** The keys, newest first, as operators see them. */
  List<JsonObject> listedByOperator() {
    return items(TestOperator.request().get(operatorPath()));
  }

  private static List<JsonObject> items(Response answer) {
    return new JsonObject(answer.succeeded().asString())
        .getJsonArray("items").stream().map(JsonObject.class::cast).toList();
  }

  String operatorPath() {
    return "/operator/businesses/" + business + "/api-keys";
  }

  /** The subject of a key in the audit log. */
  String subjectOf(String other) {
    return "business/" + business + "/api-keys/" + other;
  }

  /** The actor of this key's changes in the audit log. */
  String actor() {
    return "api-key/" + key;
  }

  /** Logs the key of an answer in that has its secret. */
  static Response authenticate(Response made) {
    return given()
        .contentType("application/json")
        .body(Map.of("apiKey", made.path("apiKey"), "apiSecret", made.path("apiSecret")))
        .post("/business/auth");
  }

  static String json(String text) {
    return text.replace('\'', '"');
  }
}
