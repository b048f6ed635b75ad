package org.mizani.operator.approval;

import static org.mizani.operator.approval.Requests.approve;
import static org.mizani.operator.approval.Requests.waiting;

import io.vertx.core.json.JsonObject;
import java.util.List;
import java.util.Map;
import org.mizani.support.Request;
import org.mizani.support.Response;
import org.mizani.support.TestOperator;

/** API keys of a new business, where they wait for another operator. */
record HeldKeys(String business) {

  private static final Map<String, String> WAIT = Map.of("api-keys", "true");

  static HeldKeys ofNewBusiness() {
    ApprovalLimits.set(WAIT);
    return new HeldKeys(
        TestOperator.request()
            .body(Map.of("name", "Held"))
            .post("/operator/businesses")
            .path("businessId"));
  }

  String path() {
    return "/operator/businesses/" + business + "/api-keys";
  }

  String pathOf(String key) {
    return path() + "/" + key;
  }

  /** The subject of all of them in the audit log. */
  String subject() {
    return "business/" + business + "/api-keys";
  }

  String subjectOf(String key) {
    return subject() + "/" + key;
  }

  /** Asks for a key; the terms may have the quotes of Java's texts. */
  Response issue(String terms) {
    return issue(terms, TestOperator.request());
  }

  Response issue(String terms, Request by) {
    return by.body(json(terms)).post(path());
  }

  /** A key that the other operator has approved, not drawn yet. */
  String approved(String terms) {
    approve(waiting(issue(terms))).succeeded();
    return listed().get(0).getString("apiKey");
  }

  /** A key that one operator issues, where none waits. */
  String issuedAlone(String terms) {
    ApprovalLimits.set(Map.of());
    String key = issue(terms).path("apiKey");
    ApprovalLimits.set(WAIT);
    return key;
  }

  Response change(String key, String fields) {
    return TestOperator.request().body(json(fields)).patch(pathOf(key));
  }

  Response draw(String key, Request by) {
    return by.post(pathOf(key) + "/secret");
  }

  /** The keys, newest first. */
  List<JsonObject> listed() {
    return new JsonObject(TestOperator.request().get(path()).asString())
        .getJsonArray("items").stream().map(JsonObject.class::cast).toList();
  }

  private static String json(String text) {
    return text.replace('\'', '"');
  }
}
